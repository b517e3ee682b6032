package belfry.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Looks at a job until all its recipients are settled, or somebody has to decide. */
public final class Following {
  private static final Duration OFTEN = Duration.ofMillis(500);
  private static final Duration SELDOM = Duration.ofSeconds(5);

  /** So many looks at first, so that what is short is known soon. */
  private static final int FIRST_LOOKS = 20;

  private final PortalApi api;
  private final Consumer<String> progress;

  /**
   * @param progress is told each time it has come further
   */
  public Following(PortalApi api, Consumer<String> progress) {
    this.api = api;
    this.progress = progress;
  }

  /**
   * How it ended.
   *
   * @param atMost for how long to wait
   */
  public Outcome follow(JsonNode begun, Duration atMost) {
    var until = api.time().nanos() + atMost.toNanos();
    var id = begun.path("id").asText();
    var said = "";
    try {
      for (var looks = 0; ; looks++) {
        var job = api.get("jobs/detail/" + id);
        var ended = ended(job);
        if (ended.isPresent()) {
          return new Outcome(ended.get(), words(job), Optional.of(job), Optional.empty());
        }
        if (api.time().nanos() > until) {
          return new Outcome(
              End.UNFINISHED,
              "Not settled within %d s. %s".formatted(atMost.toSeconds(), words(job)),
              Optional.of(job),
              Optional.empty());
        }
        var now = figures(job);
        if (!now.equals(said)) {
          progress.accept(now);
          said = now;
        }
        api.rest(looks < FIRST_LOOKS ? OFTEN : SELDOM);
      }
    } catch (NoAnswer none) {
      throw new Stop(
          End.NO_ANSWER,
          "The portal has it, but no longer says how far it is: %s. Look at %s"
              .formatted(none.why(), Sender.page(api, begun)));
    } catch (Refusal refusal) {
      throw new Stop(
          End.INCOMPLETE,
          "The portal has it, but no longer says how far it is: %s %s"
              .formatted(refusal.detail(), Sender.page(api, begun)));
    }
  }

  private static Optional<End> ended(JsonNode job) {
    return switch (job.path("state").asText()) {
      case "finished" -> Optional.of(settled(job.path("run").path("counts")));
      case "cancelled", "draft" -> Optional.of(End.INCOMPLETE);
      case "held", "missed" -> Optional.of(End.DECISION);
      case "paused" ->
          job.path("run").has("question") ? Optional.of(End.DECISION) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static End settled(JsonNode counts) {
    if (counts.path("held").asLong() > 0) {
      return End.DECISION;
    }
    var sent = counts.path("sent").asLong();
    return sent > 0 && sent == counts.path("total").asLong() ? End.WELL : End.INCOMPLETE;
  }

  private String words(JsonNode job) {
    var question = job.path("run").path("question").asText();
    return "%s: %s.%s %s"
        .formatted(
            job.path("standing").path("words").asText(),
            figures(job),
            question.isEmpty() ? "" : " " + question,
            Sender.page(api, job));
  }

  private static String figures(JsonNode job) {
    var counts = job.path("run").path("counts");
    var words =
        new StringBuilder(
            "%,d of %,d sent"
                .formatted(counts.path("sent").asLong(), counts.path("total").asLong()));
    for (var other :
        new String[][] {{"failed", "failed"}, {"held", "not sure"}, {"skipped", "skipped"}}) {
      var count = counts.path(other[0]).asLong();
      if (count > 0) {
        words.append(", %,d %s".formatted(count, other[1]));
      }
    }
    return words.toString();
  }
}
