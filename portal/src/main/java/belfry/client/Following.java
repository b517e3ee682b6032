package belfry.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Looks at a job until all its recipients are settled, or somebody has to decide. */
public final class Following {
  /** So that what is short is known soon, and what is long is not asked for all the time. */
  private static final Duration FIRST_REST = Duration.ofMillis(100);

  private static final Duration LONGEST_REST = Duration.ofSeconds(2);

  /** So long a portal is waited for, however little time is left. */
  private static final Duration LAST_LOOK = Duration.ofSeconds(5);

  /** What was sent is being taken back or changed. */
  private static final Set<String> FOLLOWED_UP = Set.of("recalling", "correcting");

  private final PortalApi api;
  private final Consumer<Figures> progress;

  /**
   * @param progress is told each time it was looked at
   */
  public Following(PortalApi api, Consumer<Figures> progress) {
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
    var rest = FIRST_REST;
    try {
      while (true) {
        var job = look(api, id, Duration.ofNanos(until - api.time().nanos()));
        var ended = ended(job);
        if (ended.isPresent()) {
          return new Outcome(ended.get(), words(job), Optional.of(job), Optional.empty());
        }
        var left = Duration.ofNanos(until - api.time().nanos());
        if (!left.isPositive()) {
          return new Outcome(
              End.UNFINISHED,
              "Not settled within %d s. %s".formatted(atMost.toSeconds(), words(job)),
              Optional.of(job),
              Optional.empty());
        }
        progress.accept(Figures.of(job));
        api.rest(PortalApi.shorter(rest, left));
        rest = PortalApi.shorter(rest.multipliedBy(3).dividedBy(2), LONGEST_REST);
      }
    } catch (NoAnswer none) {
      throw untold(begun, none.why());
    } catch (Refusal refusal) {
      throw untold(begun, refusal.detail());
    }
  }

  /** The job as it is, if the portal says so in the time that is left. */
  static JsonNode look(PortalApi api, String id, Duration left) {
    return api.get("jobs/detail/" + id, left.compareTo(LAST_LOOK) < 0 ? LAST_LOOK : left);
  }

  private Stop untold(JsonNode begun, String why) {
    return new Stop(
        End.NO_ANSWER,
        "The portal has it, but no longer says how far it is: %s\nLook at %s"
            .formatted(why, Sender.page(api, begun)));
  }

  private static Optional<End> ended(JsonNode job) {
    if (job.has("unreadable")) {
      return Optional.of(End.DECISION);
    }
    if (FOLLOWED_UP.contains(job.at("/standing/name").asText())) {
      return Optional.empty();
    }
    return switch (job.path("state").asText()) {
      case "finished" -> Optional.of(settled(job.path("run")));
      case "cancelled", "draft" -> Optional.of(End.INCOMPLETE);
      case "held", "missed" -> Optional.of(End.DECISION);
      case "paused" ->
          job.path("run").has("question") ? Optional.of(End.DECISION) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static End settled(JsonNode run) {
    var counts = run.path("counts");
    if (counts.path("held").asLong() > 0) {
      return End.DECISION;
    }
    var sent = counts.path("sent").asLong();
    return sent > 0 && sent == counts.path("total").asLong() && !run.has("recalled")
        ? End.WELL
        : End.INCOMPLETE;
  }

  private String words(JsonNode job) {
    var question = job.path("unreadable").asText(job.path("run").path("question").asText());
    return "%s.%s %s"
        .formatted(
            Figures.of(job).words(),
            question.isEmpty() ? "" : " " + question,
            Sender.page(api, job));
  }
}
