package belfry.simulator.limits;

import java.util.concurrent.TimeUnit;

/** A bucket of tokens, full at first, filled at an even rate. */
final class TokenBucketMeter implements Meter {
  private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Limit.TokenBucket limit;
  private double tokens;
  private long filledAt;

  TokenBucketMeter(Limit.TokenBucket limit, long now) {
    this.limit = limit;
    tokens = limit.capacity();
    filledAt = now;
  }

  @Override
  public long take(long now) {
    tokens = Math.min(limit.capacity(), tokens + (now - filledAt) * limit.perSecond() / SECOND);
    filledAt = now;
    if (tokens >= 1) {
      tokens--;
      return 0;
    }
    return Math.max(1, (long) Math.ceil((1 - tokens) * SECOND / limit.perSecond()));
  }

  /** The full bucket at {@code from} and every token that came back until {@code to}. */
  @Override
  public long permitted(long from, long to, boolean wantedMore) {
    return limit.capacity() + (long) Math.floor((to - from) * limit.perSecond() / SECOND);
  }
}
