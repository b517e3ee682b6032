package belfry.pace;

import java.time.Duration;

/** How long to leave alone what fails again and again: twice as long each time, up to a limit. */
public final class Backoff {
  /** From here on any limit in use has long been reached. */
  private static final int MOST_DOUBLINGS = 20;

  private Backoff() {}

  /** The rest after one failure and {@code more} in a row. */
  public static Duration after(int more, Duration first, Duration longest) {
    var rest = first.multipliedBy(1L << Math.clamp(more, 0, MOST_DOUBLINGS));
    return rest.compareTo(longest) < 0 ? rest : longest;
  }
}
