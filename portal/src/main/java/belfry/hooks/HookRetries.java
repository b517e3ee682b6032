package belfry.hooks;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * When something is tried again that a program did not take: after the waits that Standard Webhooks
 * recommends, each up to a tenth longer, so that programs are not overrun when they are back.
 */
final class HookRetries {
  /** A program that took nothing for so long is disabled; all waits together are shorter. */
  static final Duration LONGEST = Duration.ofDays(4);

  static final List<Duration> WAITS =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(14),
          Duration.ofHours(20),
          Duration.ofHours(24));

  private final RandomGenerator random;

  HookRetries(RandomGenerator random) {
    this.random = random;
  }

  /**
   * When it is tried again after this try has failed; empty if it is given up.
   *
   * @param pause how long the program asks not to be sent anything
   */
  Optional<Instant> next(HookMessage failed, Optional<Duration> pause, Instant now) {
    if (failed.tries() >= WAITS.size()) {
      return Optional.empty();
    }
    var usual = WAITS.get(failed.tries());
    var wait = pause.filter(one -> one.compareTo(usual) > 0).orElse(usual).toMillis();
    return Optional.of(now.plusMillis(wait + random.nextLong(wait / 10 + 1)));
  }
}
