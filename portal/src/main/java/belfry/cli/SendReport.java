package belfry.cli;

import belfry.client.End;
import belfry.client.Foresight;
import belfry.client.Outcome;
import belfry.client.Stop;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;

/**
 * What {@code belfry send} prints: the result on standard output, and what went wrong or is under
 * way on standard error; or all of it as one JSON object on standard output.
 */
final class SendReport {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean json;

  SendReport(PrintWriter out, PrintWriter err, boolean json) {
    this.out = out;
    this.err = err;
    this.json = json;
  }

  /** How far it is. */
  void progress(String words) {
    if (!json) {
      err.println(words);
      err.flush();
    }
  }

  void ended(Outcome outcome, String key) {
    if (json) {
      var told = object(outcome.end(), outcome.words(), key);
      outcome.foresight().ifPresent(one -> told.set("audience", audience(one)));
      outcome.job().ifPresent(job -> told.set("job", job(job)));
      print(told);
      return;
    }
    outcome.foresight().ifPresent(this::say);
    out.println(outcome.words());
    out.flush();
  }

  void stopped(Stop stop, String key) {
    if (json) {
      print(object(stop.end(), stop.words(), key));
      return;
    }
    err.println(stop.words());
    err.flush();
  }

  private void say(Foresight foresight) {
    out.println("To " + foresight.reach() + ".");
    foresight.startsAt().ifPresent(at -> out.println("Begins at " + at));
    foresight.notes().forEach(note -> out.println("Note: " + note));
    foresight.leftOut().forEach(one -> out.println("Left out " + one.line()));
  }

  private static ObjectNode object(End end, String words, String key) {
    return JSON.createObjectNode()
        .put("outcome", end.word())
        .put("exitCode", end.code())
        .put("message", words)
        .put("idempotencyKey", key);
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

  private void print(ObjectNode told) {
    try {
      out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(told));
      out.flush();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
