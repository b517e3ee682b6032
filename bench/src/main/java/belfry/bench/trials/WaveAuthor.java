package belfry.bench.trials;

import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.TrialPlatform;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The author of a message with a first wave: while the rest waits, checks at the platform that
 * nobody of it was sent to; lets it follow where the run asks, and tries again with those who were
 * refused.
 */
final class WaveAuthor {
  private final Waves waves;
  private final Staff staff;
  private final TrialPlatform platform;
  private final String words;
  private final Runnable cure;
  private Optional<Instant> goesOnAt = Optional.empty();
  private boolean asked;
  private boolean wentOn;
  private int triedAgain;

  /**
   * Looks after messages that begin with these words.
   *
   * @param cure what makes the platform refuse nobody any more
   */
  WaveAuthor(Waves waves, Staff staff, TrialPlatform platform, String words, Runnable cure) {
    this.waves = waves;
    this.staff = staff;
    this.platform = platform;
    this.words = words;
    this.cure = cure;
  }

  /** Who gets it first, as the API has it; nothing if everybody is sent to at once. */
  Map<String, Object> firstWave() {
    return waves.form();
  }

  /** Whether the rest waits now, and nobody of it has the message. */
  boolean isAsked(String job) {
    return waves.present() && waits(job).isPresent();
  }

  /** The job, while the rest waits. */
  private Optional<JsonNode> waits(String job) {
    var seen = staff.job(job);
    var wave = seen.path("run").path("firstWave");
    var awaited = waves == Waves.STOPS ? "stopped" : "through";
    if (!wave.path("state").asText().equals(awaited)) {
      return Optional.empty();
    }
    var rest = 0;
    var held = platform.held(words);
    for (var recipient : staff.recipients(job)) {
      if (recipient.path("state").asText().equals("pending")) {
        rest++;
        if (held.containsKey(recipient.path("id").asText())) {
          throw new TrialException("somebody who waits was sent to before the run went on");
        }
      }
    }
    var size = wave.path("size").asInt();
    var total = seen.path("run").path("counts").path("total").asInt();
    if (waves == Waves.STOPS ? rest < total - size : rest != total - size) {
      throw new TrialException(
          "%d of %d wait beside a first wave of %d".formatted(rest, total, size));
    }
    asked = true;
    goesOnAt = Optional.ofNullable(wave.get("goesOnAt")).map(at -> Instant.parse(at.asText()));
    return Optional.of(seen);
  }

  /** Does what an author does who looks at the job now. */
  void look(String job) {
    var waiting = waves.present() ? waits(job) : Optional.<JsonNode>empty();
    if (waves == Waves.BY_TIME) {
      goesByItself(waiting);
    } else if (waiting.isPresent()) {
      cure.run();
      // As the page does it: what was seen with the question answers it.
      var revision = waiting.get().path("revision").asLong();
      staff.post("jobs/resume", Map.of("jobId", job, "revision", revision));
      wentOn = true;
    }
  }

  private void goesByItself(Optional<JsonNode> waiting) {
    if (waiting.isPresent() && goesOnAt.isEmpty()) {
      throw new TrialException("the rest waits, and it is not said until when");
    }
    if (asked && waiting.isEmpty() && !wentOn) {
      wentOn = true;
      if (Instant.now().isBefore(goesOnAt.orElseThrow())) {
        throw new TrialException("the rest followed before its time");
      }
    }
  }

  /** Tries again with those who were refused; whether there was anybody. */
  boolean triesAgain(String job) {
    var failed =
        waves == Waves.STOPS && triedAgain == 0
            ? staff.recipients(job).stream()
                .filter(one -> one.path("state").asText().equals("failed"))
                .map(one -> one.path("id").asText())
                .toList()
            : List.<String>of();
    if (failed.isEmpty()) {
      return false;
    }
    staff.post("jobs/retryFailed", Map.of("jobId", job, "recipients", failed));
    triedAgain = failed.size();
    return true;
  }

  /** If the rest never waited, a trial shows nothing. */
  void requireAsked() {
    if (waves.present() && !(asked && wentOn)) {
      throw new TrialException("the first wave was never over; the trial shows nothing");
    }
    if (waves == Waves.STOPS && triedAgain == 0) {
      throw new TrialException("nobody was refused; the trial shows nothing");
    }
  }
}
