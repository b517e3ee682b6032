package belfry.web.frame;

import belfry.access.TokenId;
import belfry.base.Time;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How fast each API token may ask, on this node: {@link #A_MINUTE} requests, of which {@link
 * #AT_ONCE} may come together. Only valid tokens are counted, so there are never more than those.
 *
 * <p>Thread-safe.
 */
public final class TokenPace {
  public static final int A_MINUTE = 600;
  public static final int AT_ONCE = 120;

  /** When there are more, those that have rested are forgotten. */
  private static final int MANY = 1_000;

  private final Map<TokenId, Bucket> buckets = new ConcurrentHashMap<>();
  private final TimeMeter meter;

  TokenPace(Time time) {
    meter =
        new TimeMeter() {
          @Override
          public long currentTimeNanos() {
            return time.nanos();
          }

          @Override
          public boolean isWallClockBased() {
            return false;
          }
        };
  }

  /** Counts a request; returns how long to wait if it comes too soon. */
  Optional<Duration> take(TokenId token) {
    if (buckets.size() > MANY) {
      buckets.values().removeIf(bucket -> bucket.getAvailableTokens() >= AT_ONCE);
    }
    var probe = buckets.computeIfAbsent(token, _ -> bucket()).tryConsumeAndReturnRemaining(1);
    return probe.isConsumed()
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
  }

  private Bucket bucket() {
    return Bucket.builder()
        .withCustomTimePrecision(meter)
        .addLimit(
            Bandwidth.builder()
                .capacity(AT_ONCE)
                .refillGreedy(A_MINUTE, Duration.ofMinutes(1))
                .build())
        .build();
  }
}
