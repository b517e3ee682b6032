package belfry.simulator.limits;

import java.util.concurrent.TimeUnit;

/**
 * Remembers when the last permits were taken; a new one is free when the oldest is out of sight.
 */
final class SlidingWindowMeter implements Meter {
  private final long length;
  private final long[] takenAt;
  private long taken;

  SlidingWindowMeter(Limit.SlidingWindow limit) {
    length = TimeUnit.MILLISECONDS.toNanos(limit.windowMillis());
    takenAt = new long[limit.requests()];
  }

  @Override
  public long take(long now) {
    var slot = (int) (taken % takenAt.length);
    var free = taken < takenAt.length ? now : takenAt[slot] + length;
    if (now < free) {
      return free - now;
    }
    takenAt[slot] = now;
    taken++;
    return 0;
  }

  /**
   * The ideal client takes all at {@code from}, all again one length later, and so on; the last
   * helping counts as {@link Meter} says.
   */
  @Override
  public long permitted(long from, long to, boolean wantedMore) {
    var whole = (to - from) / length;
    return whole * takenAt.length
        + (wantedMore ? takenAt.length : takenSince(from + whole * length));
  }

  private long takenSince(long begin) {
    var found = 0;
    while (found < Math.min(taken, takenAt.length)
        && takenAt[(int) ((taken - 1 - found) % takenAt.length)] >= begin) {
      found++;
    }
    return found;
  }
}
