package belfry.delivery.evidence;

import java.time.Duration;
import java.util.Optional;

/**
 * The range by which the platform's clock was ahead of our wall clock while something was in doubt.
 */
public record ClockRange(Duration least, Duration most) {
  /** A smaller difference is not a jump: no two machines' clocks agree exactly. */
  private static final Duration STEADY = Duration.ofSeconds(5);

  public static ClockRange of(Duration ahead) {
    return new ClockRange(ahead, ahead);
  }

  public ClockRange with(Duration ahead) {
    return new ClockRange(
        ahead.compareTo(least) < 0 ? ahead : least, ahead.compareTo(most) > 0 ? ahead : most);
  }

  /** How much earlier than expected a message may be dated; zero if no clock jumped. */
  public static Duration back(Optional<ClockRange> range) {
    return range
        .map(clock -> clock.most.minus(clock.least))
        .filter(back -> back.compareTo(STEADY) > 0)
        .orElse(Duration.ZERO);
  }
}
