package belfry.pace;

import belfry.base.Backoff;
import java.time.Duration;
import java.util.Optional;

/**
 * How long to rest when a refusal does not say for how long: a second, and twice as long each time
 * while such refusals follow one another. Used by any thread.
 */
public final class UnsaidRest {
  /** The shortest that a readable {@code Retry-After} can ask for. */
  static final Duration FIRST = RetryAfter.SHORTEST;

  /**
   * A minute's window opens again within four of these, and whoever is refused for no reason waits
   * no longer than this for the next try.
   */
  static final Duration LONGEST = Duration.ofSeconds(15);

  /** More in a row make no difference, so that as many acceptances are enough to forget them. */
  private static final int MOST = 4;

  private int inARow;
  private long endsAt;
  private boolean resting;

  /**
   * A refusal came.
   *
   * @param asked what it asked for, which is kept to as it is
   * @return how long to rest from now on
   */
  public synchronized Duration refused(Optional<Duration> asked, long now) {
    if (asked.isPresent()) {
      return asked.get();
    }
    // Refusals of requests that were in flight together count as one.
    if (!resting || now - endsAt >= 0) {
      resting = true;
      endsAt = now + Backoff.after(inARow, FIRST, LONGEST).toNanos();
      inARow = Math.min(MOST, inARow + 1);
    }
    return Duration.ofNanos(endsAt - now);
  }

  /** A request was processed; one takes back what one refusal added. */
  public synchronized void passed() {
    inARow = Math.max(0, inARow - 1);
  }
}
