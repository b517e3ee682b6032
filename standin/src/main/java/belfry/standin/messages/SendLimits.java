package belfry.standin.messages;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bucket for each token's posts. Whoever is refused is told for how many seconds, and whoever
 * asks again before these are over is refused again, and counted.
 */
public final class SendLimits {
  private static final Rule GENEROUS = new Rule(10_000, 10_000, Duration.ofMillis(200));

  private final InstantSource time;
  private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong throttled = new AtomicLong();
  private final AtomicLong early = new AtomicLong();
  private final AtomicLong underWay = new AtomicLong();
  private volatile Rule rule = GENEROUS;

  /**
   * What a token may send.
   *
   * @param grace for how long after a refusal a request counts as one that was under way already
   */
  public record Rule(double capacity, double perSecond, Duration grace) {
    public Rule {
      if (!(capacity >= 1 && perSecond > 0) || grace.isNegative()) {
        throw new IllegalArgumentException("a limit lets at least one message through");
      }
    }
  }

  /**
   * What became of posts.
   *
   * @param accepted how many were let through, whatever came of them then
   * @param throttled how many were refused, {@code early} and {@code underWay} among them
   */
  public record Counts(long accepted, long throttled, long early, long underWay) {}

  public SendLimits(InstantSource time) {
    this.time = time;
  }

  public Rule rule() {
    return rule;
  }

  /** From now on; what was saved and who was refused is forgotten. */
  public void set(Rule other) {
    rule = other;
    buckets.clear();
  }

  public Counts counts() {
    return new Counts(accepted.get(), throttled.get(), early.get(), underWay.get());
  }

  /** The seconds to wait, where the post is refused. */
  OptionalLong refusal(String token) {
    var refusal = buckets.computeIfAbsent(token, _ -> new Bucket()).refusal(time.instant());
    (refusal.isPresent() ? throttled : accepted).incrementAndGet();
    return refusal;
  }

  /** What one token may still send; its own lock guards it. */
  private final class Bucket {
    private final Rule size = rule;
    private double left = size.capacity();
    private Instant filled = time.instant();
    private Instant refused = Instant.MIN;
    private Instant closedUntil = Instant.MIN;

    private synchronized OptionalLong refusal(Instant now) {
      if (now.isBefore(closedUntil)) {
        var knew = now.isAfter(refused.plus(size.grace())) || size.grace().isZero();
        (knew ? early : underWay).incrementAndGet();
        return OptionalLong.of(seconds(Duration.between(now, closedUntil).toNanos() / 1e9));
      }
      fill(now);
      if (left >= 1) {
        left--;
        return OptionalLong.empty();
      }
      var seconds = seconds((1 - left) / size.perSecond());
      refused = now;
      closedUntil = now.plusSeconds(seconds);
      return OptionalLong.of(seconds);
    }

    private void fill(Instant now) {
      var gone = Math.max(0, Duration.between(filled, now).toNanos() / 1e9);
      left = Math.min(size.capacity(), left + gone * size.perSecond());
      filled = now;
    }

    private static long seconds(double wait) {
      return Math.max(1, (long) Math.ceil(wait));
    }
  }
}
