package belfry.pace;

import belfry.simulator.base.Time;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.limits.Limits;
import belfry.simulator.limits.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** The way to the simulator's own limits and back, 16 to 56 ms, on owned time. */
abstract class PacedTraffic implements Time {
  static final long TURN = 4_000_000;

  final Limits limits;
  final SplittableRandom random;
  long now;

  PacedTraffic(List<LimitRule> rules, long seed) {
    limits = new Limits(this, Duration.ofMillis(120), rules);
    random = new SplittableRandom(seed);
  }

  @Override
  public final long millis() {
    return 1_790_000_000_000L + now / 1_000_000;
  }

  @Override
  public final long nanos() {
    return now;
  }

  @Override
  public final void rest(Duration duration) {}

  final long halfWay() {
    return (long) ((8 + 20 * random.nextDouble()) * 1e6);
  }

  /**
   * The rest that is asked for as the answer is written now; empty if none is, in so many words.
   */
  final Optional<Duration> written(Verdict verdict) {
    if (!(verdict instanceof Verdict.Throttled throttled)) {
      return Optional.empty();
    }
    throttled.announcement().written(now);
    return RetryAfter.asked(throttled.retryAfter(), Instant.ofEpochMilli(millis()));
  }
}
