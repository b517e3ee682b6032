package belfry.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sends an announcement through a portal: finds out whom it means, asks the portal what would
 * happen, makes a draft and has it sent. Each step that changes something has a key made of the one
 * that stands for the whole, so the same command again goes on where the last one ended.
 */
public final class Sender {
  private static final int TRIES = 3;
  private static final Set<String> PROMISED = Set.of("recipients", "whom");
  private static final Duration TEST_REST = Duration.ofSeconds(1);
  private static final Duration TEST_AWAITED = Duration.ofMinutes(2);

  private final PortalApi api;
  private final Announcement announcement;
  private final Consent consent;
  private final Key key;
  private final Consumer<String> meanwhile;
  private final Stage stage;

  /** While a group is read from the directory whose number is not known. */
  static final Duration WHILE_READ = Duration.ofMillis(1_500);

  private static final Duration SELDOM = Duration.ofMinutes(1);

  /**
   * What stands for the announcement, however often the command is run.
   *
   * @param given whether whoever runs the command chose it, and so may run it again
   */
  public record Key(String value, boolean given) {
    /** So that there is room for the step. */
    public static final int LONGEST = 90;

    String of(String step) {
      return value + ":" + step;
    }

    /** What is known before the portal has said anything. */
    public String begun() {
      return given
          ? "This command sent nothing. Whether an earlier one under --idempotency-key %s did is not known: run the same command again, and it is sent once"
              .formatted(value)
          : "Nothing was sent";
    }
  }

  /**
   * @param meanwhile is told now and then what keeps it waiting, in a sentence
   */
  public Sender(
      PortalApi api,
      Announcement announcement,
      Consent consent,
      Key key,
      Consumer<String> meanwhile) {
    this.api = api;
    this.announcement = announcement;
    this.consent = consent;
    this.key = key;
    this.meanwhile = meanwhile;
    stage = new Stage(key);
  }

  /** What the portal has of it at this moment, in a sentence. */
  public String soFar() {
    return stage.words();
  }

  /** The same for whoever ends the command; the portal is not asked to send it after that. */
  public String end() {
    return stage.end();
  }

  /** Sends it, or gives it to the portal for its time. */
  public Outcome send() {
    return told(this::sent);
  }

  /** Finds out who would get it, and changes nothing. */
  public Outcome tryOut() {
    return told(() -> {
      var foresight = foresight(content());
      var asked = foresight.questions(consent);
      refuseFaults(foresight);
      return new Outcome(
          asked.isEmpty() ? End.WELL : End.QUESTION,
          (asked.isEmpty() ? "Nothing was sent." : "Nothing was sent.\n" + lines(asked))
              + clocks(foresight.startsAt()),
          Optional.empty(),
          Optional.of(foresight));
    });
  }

  /** Sends a test to whoever made the token. */
  public Outcome test() {
    return told(() -> {
      var form = content();
      announcement.file().ifPresent(file -> form.put("attachment", upload(file)));
      var until = api.time().nanos() + TEST_AWAITED.toNanos();
      stage.asked();
      var result = tracked("jobs/test", form, "test");
      stage.taken("");
      while (true) {
        var reason = result.path("reason").asText();
        switch (result.path("state").asText()) {
          case "sent" -> {
            return new Outcome(
                End.WELL, "The test has arrived.", Optional.empty(), Optional.empty());
          }
          case "failed" -> throw new Stop(End.INCOMPLETE, "The test did not arrive: " + reason);
          case "waiting" -> throw new Stop(End.DECISION, "The test waits: " + reason);
          default -> {
            if (api.time().nanos() > until) {
              throw new Stop(End.UNFINISHED, "The test is still being sent.");
            }
            api.rest(TEST_REST);
            result = again(form);
          }
        }
      }
    });
  }

  /** The same test, of which the portal then says how far it is. */
  private JsonNode again(Map<String, Object> form) {
    try {
      return api.act("jobs/test", form, key.of("test"));
    } catch (Refusal refusal) {
      throw new Stop(
          End.NO_ANSWER,
          "The portal has the test, but no longer says how far it is: " + refusal.detail());
    }
  }

  private Map<String, Object> content() {
    var recipients = new Recipients(api, meanwhile);
    var form = new HashMap<String, Object>();
    form.put("markdown", announcement.markdown());
    form.put("audience", recipients.entries("--to", announcement.to()));
    form.put("except", recipients.entries("--except", announcement.except()));
    if (announcement.outside()) {
      form.put("outside", true);
    }
    return form;
  }

  private Outcome sent() {
    var content = content();
    if (key.given()) {
      var draft = draft(content);
      return isDraft(draft) ? sent(content, draft) : begun(draft);
    }
    // Nobody can come back to a draft under a key that was made up for this one command.
    agreed(foresight(content));
    var draft = draft(content);
    try {
      return sent(content, draft);
    } catch (Refusal | Stop e) {
      if (stage.isToDiscard()) {
        discard(draft);
      }
      throw e;
    }
  }

  private void discard(JsonNode draft) {
    stage.drafting();
    try {
      api.act("jobs/delete", Map.of("jobId", draft.path("id").asText()), key.of("discard"));
      stage.drafted("");
    } catch (Refusal | NoAnswer _) {
      // It stays among the drafts, where its author can delete it.
      stage.drafted(page(draft));
    }
  }

  private JsonNode draft(Map<String, Object> content) {
    stage.drafting();
    var draft = tracked("jobs/edit", content, "draft");
    stage.drafted(page(draft));
    return draft;
  }

  private static boolean isDraft(JsonNode job) {
    return job.path("state").asText().equals("draft");
  }

  private Outcome sent(Map<String, Object> content, JsonNode draft) {
    var job = new Enclosing(api, key).complete(draft, announcement);
    for (var tries = 1; ; tries++) {
      var foresight = agreed(foresight(content));
      try {
        stage.asked();
        var form = form(job, Optional.of(foresight));
        return accepted(tracked(action(), form, "send"), Optional.of(foresight));
      } catch (Refusal refusal) {
        // Somebody joined or left meanwhile, which may be more than was agreed to.
        if (Collections.disjoint(refusal.errors().keySet(), PROMISED) || tries == TRIES) {
          throw stopped(refusal, job);
        }
      }
    }
  }

  /** What was given to the portal before: the same once more is answered, and does nothing. */
  private Outcome begun(JsonNode job) {
    stage.taken(page(job));
    new Enclosing(api, key).requireSame(job, announcement);
    try {
      var form = form(job, Optional.empty());
      return accepted(api.act(action(), form, key.of("send")), Optional.empty());
    } catch (Refusal refusal) {
      // Its time has gone by since, and it with it.
      if (refusal.errors().keySet().equals(Set.of("at"))) {
        return accepted(job, Optional.empty());
      }
      throw stopped(refusal, job);
    }
  }

  private RuntimeException stopped(Refusal refusal, JsonNode job) {
    return refusal.isStale() ? new Enclosing(api, key).changed(job) : refusal;
  }

  /** The portal's answer; if it is not known what it did, that is remembered. */
  private JsonNode tracked(String action, Map<String, Object> form, String step) {
    try {
      return api.act(action, form, key.of(step));
    } catch (Refusal refusal) {
      stage.refused();
      throw refusal;
    } catch (NoAnswer none) {
      if (!none.mayHaveTaken()) {
        stage.refused();
      }
      throw none;
    }
  }

  private String action() {
    return announcement.when().isPresent() ? "jobs/schedule" : "jobs/runNow";
  }

  private Map<String, Object> form(JsonNode job, Optional<Foresight> foresight) {
    var form = new HashMap<String, Object>();
    form.put("jobId", job.path("id").asText());
    // Not as it is now: nobody agreed to what was changed on the page meanwhile.
    form.put("revision", Enclosing.revision(announcement.file().isPresent()));
    foresight.ifPresent(seen -> {
      form.put("recipients", seen.heads());
      seen.whom().ifPresent(digest -> form.put("whom", digest));
    });
    if (!announcement.urgent().isEmpty()) {
      form.put("urgentReason", announcement.urgent());
    }
    announcement.when().ifPresent(when -> addTo(form, when));
    return form;
  }

  private static void addTo(Map<String, Object> form, Announcement.When when) {
    form.put("at", when.at());
    if (!when.zone().isEmpty()) {
      form.put("zone", when.zone());
    }
  }

  private Outcome accepted(JsonNode job, Optional<Foresight> foresight) {
    stage.taken(page(job));
    var state = job.path("state").asText();
    if (state.equals("draft") || state.equals("cancelled")) {
      throw new Stop(
          End.INCOMPLETE,
          "It was given to the portal before, and somebody has cancelled it since: " + page(job));
    }
    if (state.equals("held") || state.equals("missed")) {
      throw new Stop(
          End.DECISION,
          "The portal has it, and somebody has to decide about it there: " + page(job));
    }
    var words =
        state.equals("scheduled") && announcement.when().isPresent()
            ? "Scheduled for " + Figures.begins(job).orElse("")
            : "The portal has it";
    var clocks = clocks(Optional.ofNullable(job.path("startsAt").asText(null)));
    return new Outcome(End.WELL, words + ": " + page(job) + clocks, Optional.of(job), foresight);
  }

  /** What is to be known of clocks that are put forward or back, in a line of its own. */
  private String clocks(Optional<String> begins) {
    return announcement
        .when()
        .flatMap(when -> begins.flatMap(time -> when.said(Instant.parse(time))))
        .map(words -> "\n" + words)
        .orElse("");
  }

  private String page(JsonNode job) {
    return page(api, job);
  }

  /** Where people see a job. */
  static String page(PortalApi api, JsonNode job) {
    var access = api.access();
    return access
        .portal()
        .resolve("/Hub/" + access.app() + "/sendMessage.html#/jobs/" + job.path("id").asText())
        .toString();
  }

  private Foresight foresight(Map<String, Object> content) {
    var preview = new HashMap<>(content);
    announcement.when().ifPresent(when -> addTo(preview, when));
    var due = api.time().nanos();
    var shown = anew(preview);
    while (Foresight.isUncounted(shown)) {
      api.rest(WHILE_READ);
      var now = api.time().nanos();
      if (now - due >= 0) {
        due = now + SELDOM.toNanos();
        meanwhile.accept(Foresight.reading(shown));
      }
      shown = anew(preview);
    }
    return new Foresight(shown, api.ask("jobs/check", content), !announcement.urgent().isEmpty());
  }

  private JsonNode anew(Map<String, Object> preview) {
    var form = new HashMap<>(preview);
    form.put("anew", true);
    try {
      return api.ask("jobs/preview", form);
    } catch (Refusal refusal) {
      // A portal that is still to be upgraded does not know it.
      if (refusal.errors().containsKey("anew")) {
        return api.ask("jobs/preview", preview);
      }
      throw refusal;
    }
  }

  private Foresight agreed(Foresight foresight) {
    refuseFaults(foresight);
    var asked = foresight.questions(consent);
    if (!asked.isEmpty()) {
      throw new Stop(End.QUESTION, "Nothing was sent.\n" + lines(asked));
    }
    return foresight;
  }

  private void refuseFaults(Foresight foresight) {
    var faults =
        foresight.problems().stream()
            .map(one ->
                announcement.option(one.path("field").asText())
                    + ": "
                    + one.path("message").asText());
    // That nobody is left to send to says little without those who are left out.
    var leftOut = foresight.leftOut().stream().map(one -> "left out " + one.line());
    if (!foresight.problems().isEmpty()) {
      throw new Stop(
          End.REFUSED, "Nothing was sent.\n" + lines(Stream.concat(faults, leftOut).toList()));
    }
  }

  private String upload(Announcement.Enclosure file) {
    return Enclosing.upload(api, file);
  }

  /** One thing in a line. */
  private static String lines(List<String> all) {
    return all.stream().map(one -> "  " + one).collect(Collectors.joining("\n"));
  }

  private interface Work {
    Outcome done();
  }

  /** What the portal refuses and does not answer, in words of the command line. */
  private Outcome told(Work work) {
    try {
      return work.done();
    } catch (Refusal refusal) {
      throw new Stop(End.REFUSED, refused(refusal));
    } catch (NoAnswer none) {
      throw new Stop(End.NO_ANSWER, unanswered(none));
    }
  }

  private String unanswered(NoAnswer none) {
    return "--portal %s: %s. %s%s"
        .formatted(
            api.access().portal(),
            none.why(),
            stage.words(),
            stage.isNothingSent() && !key.given() ? ". Check the address" : "");
  }

  private String refused(Refusal refusal) {
    return switch (refusal.kind()) {
      case TOKEN -> "BELFRY_TOKEN or --token-file: " + refusal.detail();
      case APP -> "--app " + api.access().app() + ": " + refusal.detail();
      case GONE ->
          "--idempotency-key %s: its message was deleted on the page. Give another key to send it again"
              .formatted(key.value());
      case KEY_USED ->
          "--idempotency-key %s: it stands for another message, or for another time or other recipients. Give another key to send this one too"
              .formatted(key.value());
      case KEY_ERASED -> "--idempotency-key %s: %s".formatted(key.value(), refusal.detail());
      case REQUEST -> faults(refusal);
    };
  }

  private String faults(Refusal refusal) {
    var errors = refusal.errors();
    return errors.isEmpty()
        ? refusal.detail()
        : errors.entrySet().stream()
            .map(one -> announcement.option(one.getKey()) + ": " + one.getValue())
            .collect(Collectors.joining("\n"));
  }
}
