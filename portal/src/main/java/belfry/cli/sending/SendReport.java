package belfry.cli.sending;

import belfry.client.End;
import belfry.client.Figures;
import belfry.client.Foresight;
import belfry.client.Outcome;
import belfry.client.Stop;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What {@code belfry send} prints: the result on standard output, and what went wrong or is under
 * way on standard error; or the result as one JSON object on standard output. It says one end only,
 * also if the command is ended from outside meanwhile.
 */
final class SendReport {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean json;
  private final ProgressView view;
  private final String key;
  private boolean over;
  private boolean interrupted;

  /**
   * @param json whether all is told as JSON
   * @param key what stands for the message
   */
  SendReport(PrintWriter out, PrintWriter err, boolean json, ProgressView view, String key) {
    this.out = out;
    this.err = err;
    this.json = json;
    this.view = view;
    this.key = key;
  }

  /** What has happened, while it goes on. */
  synchronized void said(String words) {
    if (!json) {
      meanwhile(words);
    }
  }

  /** What keeps it waiting, also beside JSON: otherwise nobody knows whether it hangs. */
  synchronized void meanwhile(String words) {
    if (!over) {
      view.clear();
      err.println(words);
      err.flush();
    }
  }

  /** How far it is. */
  synchronized void progress(Figures figures) {
    if (!json && !over) {
      view.show(figures);
    }
  }

  /** Tells the end and returns the exit code. */
  synchronized int ended(Outcome outcome) {
    if (over) {
      return End.INTERRUPTED.code();
    }
    close();
    if (json) {
      var told = object(outcome.end(), outcome.words(), key);
      outcome.foresight().ifPresent(one -> told.set("audience", audience(one)));
      outcome.job().ifPresent(job -> told.set("job", job(job)));
      print(out, told);
    } else {
      outcome.foresight().ifPresent(this::say);
      out.println(outcome.words());
    }
    return code(outcome.end(), outcome.words());
  }

  /** One announcement, with all that is known of it. */
  synchronized int shown(Outcome outcome) {
    var job = outcome.job().orElseThrow();
    if (over) {
      return End.INTERRUPTED.code();
    }
    close();
    if (json) {
      var told = object(outcome.end(), outcome.words(), key);
      told.set("job", job);
      print(out, told);
    } else {
      say(job);
      out.println(outcome.words());
    }
    return code(outcome.end(), outcome.words());
  }

  private void say(JsonNode job) {
    out.println("Title:   " + job.path("title").asText());
    out.println("To:      " + job.path("audienceSummary").asText());
    out.println("Author:  " + job.path("author").path("displayName").asText());
    Figures.begins(job).ifPresent(at -> out.println("Begins:  " + at));
  }

  /**
   * Announcements, each in a line.
   *
   * @param more whether there are more of them
   */
  synchronized int listed(List<JsonNode> jobs, boolean more) {
    if (over) {
      return End.INTERRUPTED.code();
    }
    close();
    var count = jobs.size() == 1 ? "1 announcement" : "%,d announcements".formatted(jobs.size());
    var words = more ? count + ", and there are more (--limit)" : count;
    if (json) {
      var told = object(End.WELL, words, key).put("more", more);
      var all = told.putArray("jobs");
      jobs.forEach(job -> all.add(job(job)));
      print(out, told);
    } else {
      jobs.forEach(job ->
          out.println(
              "%s  %-40s  %s"
                  .formatted(
                      job.path("id").asText(),
                      Figures.of(job).words(),
                      job.path("title").asText())));
      if (more || jobs.isEmpty()) {
        err.println(words);
        err.flush();
      }
    }
    return code(End.WELL, words);
  }

  /** What was asked for is the whole output. */
  synchronized int printed(Path file) throws IOException {
    if (over) {
      return End.INTERRUPTED.code();
    }
    close();
    try (var text = Files.newBufferedReader(file)) {
      text.transferTo(out);
    }
    return code(End.WELL, "The results were fetched");
  }

  /** Tells why it ends and returns the exit code. */
  synchronized int stopped(Stop stop) {
    return stopped(stop.end(), stop.words());
  }

  private int stopped(End end, String words) {
    if (over) {
      return End.INTERRUPTED.code();
    }
    close();
    interrupted = end == End.INTERRUPTED;
    if (json) {
      print(out, object(end, words, key));
      return code(end, words);
    }
    err.println(words);
    err.flush();
    return end.code();
  }

  /** Tells that it was ended from outside, unless another end was told before. */
  synchronized boolean interrupted(String words) {
    if (!over) {
      stopped(End.INTERRUPTED, "Interrupted. " + words);
    }
    return interrupted;
  }

  private void close() {
    over = true;
    view.clear();
  }

  /** Whoever reads only the exit code is not told that all is well if nothing could be written. */
  private int code(End end, String words) {
    out.flush();
    if (!out.checkError()) {
      return end.code();
    }
    err.println("This could not be written to standard output:");
    err.println(words);
    err.flush();
    return (end == End.WELL ? End.UNTOLD : end).code();
  }

  /** Tells that the command line cannot be read. */
  static int misread(PrintWriter out, PrintWriter err, String words) {
    print(out, object(End.MISTAKE, words, ""));
    if (out.checkError()) {
      err.println(words);
      err.flush();
    }
    return End.MISTAKE.code();
  }

  private void say(Foresight foresight) {
    out.println("To " + foresight.reach() + ".");
    foresight.quietUntil().or(foresight::startsAt).ifPresent(at -> out.println("Begins at " + at));
    foresight.notes().forEach(note -> out.println("Note: " + note));
    foresight.leftOut().forEach(one -> out.println("Left out " + one.line()));
  }

  private static ObjectNode object(End end, String words, String key) {
    var told =
        JSON.createObjectNode()
            .put("outcome", end.word())
            .put("exitCode", end.code())
            .put("message", words);
    return key.isEmpty() ? told : told.put("idempotencyKey", key);
  }

  private static JsonNode audience(Foresight foresight) {
    var audience =
        JSON.createObjectNode().put("people", foresight.people()).put("spaces", foresight.spaces());
    var out = audience.putArray("leftOut");
    for (var one : foresight.leftOut()) {
      var group =
          out.addObject()
              .put("why", one.why())
              .put("reason", one.reason())
              .put("count", one.count());
      one.first().forEach(group.putArray("first")::add);
    }
    foresight.notes().forEach(audience.putArray("notes")::add);
    return audience;
  }

  private static JsonNode job(JsonNode job) {
    var told = JSON.createObjectNode();
    for (var field : new String[] {"id", "state", "standing", "title", "startsAt"}) {
      if (job.has(field)) {
        told.set(field, job.get(field));
      }
    }
    var counts = job.path("run").path("counts");
    if (counts.isObject()) {
      told.set("counts", counts);
    }
    return told;
  }

  private static void print(PrintWriter out, ObjectNode told) {
    try {
      out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(told));
      out.flush();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
