package belfry.base;

import java.time.Duration;

/** How long to wait after repeated failures: twice as long each time, up to a limit. */
public final class Backoff {
  /** Any limit in use is reached well before this. */
  private static final int MOST_DOUBLINGS = 20;

  private Backoff() {}

  /** The pause after one failure and {@code more} in a row. */
  public static Duration after(int more, Duration first, Duration longest) {
    var rest = first.multipliedBy(1L << Math.clamp(more, 0, MOST_DOUBLINGS));
    return rest.compareTo(longest) < 0 ? rest : longest;
  }
}
