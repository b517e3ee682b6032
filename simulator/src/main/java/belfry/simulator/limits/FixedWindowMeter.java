package belfry.simulator.limits;

import java.util.concurrent.TimeUnit;

/** Counts in windows that follow one another from the moment the limit was set. */
final class FixedWindowMeter implements Meter {
  private final Limit.FixedWindow limit;
  private final long origin;
  private final long length;
  private long window;
  private int taken;

  FixedWindowMeter(Limit.FixedWindow limit, long now) {
    this.limit = limit;
    origin = now;
    length = TimeUnit.MILLISECONDS.toNanos(limit.windowMillis());
  }

  @Override
  public long take(long now) {
    if (windowOf(now) != window) {
      window = windowOf(now);
      taken = 0;
    }
    if (taken < limit.requests()) {
      taken++;
      return 0;
    }
    return origin + (window + 1) * length - now;
  }

  /** Each window that the interval touches counts in full, the last one as {@link Meter} says. */
  @Override
  public long permitted(long from, long to, boolean wantedMore) {
    var last = wantedMore || windowOf(to) != window ? limit.requests() : taken;
    return (windowOf(to) - windowOf(from)) * limit.requests() + last;
  }

  private long windowOf(long now) {
    return Math.floorDiv(now - origin, length);
  }
}
