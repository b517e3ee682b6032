package belfry.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How far a job has come, as the portal says.
 *
 * @param standing in a word or two: Sending, Scheduled, Done
 * @param begins when it begins, if it has not
 * @param waits what it waits for, and until when; empty if it goes on, or is only not due yet
 * @param total how many people and spaces; none while it has not begun
 * @param settled for how many it is over, in whatever way
 * @param perSecond how many get it in a second at present
 * @param secondsLeft until all have been sent to
 */
public record Figures(
    String standing,
    Optional<String> begins,
    Optional<String> waits,
    long total,
    long settled,
    long sent,
    long failed,
    long held,
    long skipped,
    OptionalDouble perSecond,
    OptionalLong secondsLeft) {
  private static final int ALL = 100;

  /** What it waits for where all goes well. */
  private static final Set<String> COURSE = Set.of("time", "undo", "answer", "turn");

  public static Figures of(JsonNode job) {
    var run = job.path("run");
    var counts = run.path("counts");
    var sent = counts.path("sent").asLong();
    var failed = counts.path("failed").asLong();
    var held = counts.path("held").asLong();
    var skipped = counts.path("skipped").asLong();
    return new Figures(
        job.path("standing").path("words").asText(),
        begins(job).filter(_ -> run.isMissingNode()),
        waits(job.path("waitsFor")),
        counts.path("total").asLong(),
        sent + failed + held + skipped,
        sent,
        failed,
        held,
        skipped,
        run.has("perSecond")
            ? OptionalDouble.of(run.path("perSecond").asDouble())
            : OptionalDouble.empty(),
        run.has("secondsLeft")
            ? OptionalLong.of(run.path("secondsLeft").asLong())
            : OptionalLong.empty());
  }

  /** When a job begins: when it is due, or when the quiet hours are over in which it is. */
  public static Optional<String> begins(JsonNode job) {
    var waits = job.path("waitsFor");
    var quiet =
        Optional.ofNullable(waits.path("until").asText(null))
            .filter(_ -> waits.path("reason").asText().equals("quietHours"));
    return quiet.or(() -> Optional.ofNullable(job.path("startsAt").asText(null)));
  }

  private static Optional<String> waits(JsonNode waits) {
    var until = waits.path("until").asText();
    return waits.isMissingNode() || COURSE.contains(waits.path("reason").asText())
        ? Optional.empty()
        : Optional.of(waits.path("words").asText() + (until.isEmpty() ? "" : ", until " + until));
  }

  /** {@code Sending: 6,210 of 10,000 sent, 3 failed}, or when it begins. */
  public String words() {
    var words =
        total > 0
            ? standing + ": " + counts()
            : begins.map(at -> standing + ", begins at " + at).orElse(standing);
    return words + waits.map(why -> ". " + why).orElse("");
  }

  private String counts() {
    var words = new StringBuilder("%,d of %,d sent".formatted(sent, total));
    if (failed > 0) {
      words.append(", %,d failed".formatted(failed));
    }
    if (held > 0) {
      words.append(", %,d not sure".formatted(held));
    }
    if (skipped > 0) {
      words.append(", %,d skipped".formatted(skipped));
    }
    return words.toString();
  }

  /** For how many of a hundred it is over. */
  public int percent() {
    return total == 0 ? 0 : Math.toIntExact(settled * ALL / total);
  }
}
