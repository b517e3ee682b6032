package belfry.simulator.limits;

/** A {@link Limit} at work for one key. All times are nanoseconds; its {@link Gate} owns it. */
interface Meter {
  /** Takes one permit: 0 when there was one, else how long until there will be one. */
  long take(long now);

  /**
   * How many requests an ideal client would have got through from {@code from} to {@code to}: one
   * that asks as early as permitted and never in vain.
   *
   * @param wantedMore whether there was demand beyond {@code to}; if not, the last window counts
   *     with what was really accepted in it, because nobody asked for the rest
   */
  long permitted(long from, long to, boolean wantedMore);

  static Meter of(Limit limit, long now) {
    return switch (limit) {
      case Limit.None _ -> new UnlimitedMeter();
      case Limit.FixedWindow fixed -> new FixedWindowMeter(fixed, now);
      case Limit.SlidingWindow sliding -> new SlidingWindowMeter(sliding);
      case Limit.TokenBucket bucket -> new TokenBucketMeter(bucket, now);
    };
  }
}
