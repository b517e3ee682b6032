package belfry.bench.trials;

import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.TrialPlatform;
import java.util.Map;

/**
 * The author of a message with a first wave: when the run asks, checks at the platform that nobody
 * of the rest was sent to, and lets the rest follow.
 */
final class WaveAuthor {
  /** However many fail or are held, the run does not stop by itself. */
  private static final Map<String, Object> FIRST_WAVE = Map.of("percent", 40, "stopAbove", 100);

  private final boolean present;
  private final Staff staff;
  private final TrialPlatform platform;
  private final String words;
  private boolean asked;

  /**
   * Looks after messages that begin with these words.
   *
   * @param present whether there is a first wave at all
   */
  WaveAuthor(boolean present, Staff staff, TrialPlatform platform, String words) {
    this.present = present;
    this.staff = staff;
    this.platform = platform;
    this.words = words;
  }

  /** Who gets it first, as the API has it; nothing if everybody is sent to at once. */
  Map<String, Object> firstWave() {
    return present ? FIRST_WAVE : Map.of();
  }

  /** Whether the run asks whether the rest may follow, and nobody of the rest has the message. */
  boolean isAsked(String job) {
    if (!present) {
      return false;
    }
    var run = staff.job(job).path("run");
    if (!run.path("firstWave").path("state").asText().equals("through")) {
      return false;
    }
    var rest = 0;
    var held = platform.held(words);
    for (var recipient : staff.recipients(job)) {
      if (recipient.path("state").asText().equals("pending")) {
        rest++;
        if (held.containsKey(recipient.path("id").asText())) {
          throw new TrialException("somebody of the rest was sent to before the run went on");
        }
      }
    }
    var size = run.path("firstWave").path("size").asInt();
    var total = run.path("counts").path("total").asInt();
    if (rest != total - size) {
      throw new TrialException(
          "%d of %d wait beside a first wave of %d".formatted(rest, total, size));
    }
    asked = true;
    return true;
  }

  /** Lets the rest follow if the run asks. */
  void look(String job) {
    if (isAsked(job)) {
      var revision = staff.job(job).path("revision").asLong();
      staff.post("jobs/resume", Map.of("jobId", job, "revision", revision));
    }
  }

  /** Where the run never asked, a trial shows nothing. */
  void requireAsked() {
    if (present && !asked) {
      throw new TrialException("the first wave was never over; the trial shows nothing");
    }
  }
}
