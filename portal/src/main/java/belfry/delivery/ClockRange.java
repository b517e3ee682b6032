package belfry.delivery;

import java.time.Duration;
import java.util.Optional;

/** Between what the platform's clock was ahead of our wall clock while something was in doubt. */
record ClockRange(Duration least, Duration most) {
  /** A clock that is off by less has not jumped: no two machines' are quite alike. */
  private static final Duration STEADY = Duration.ofSeconds(5);

  static ClockRange of(Duration ahead) {
    return new ClockRange(ahead, ahead);
  }

  ClockRange with(Duration ahead) {
    return new ClockRange(
        ahead.compareTo(least) < 0 ? ahead : least, ahead.compareTo(most) > 0 ? ahead : most);
  }

  /** How much earlier than it seemed a message may be dated; nothing where no clock jumped. */
  static Duration back(Optional<ClockRange> range) {
    return range
        .map(clock -> clock.most.minus(clock.least))
        .filter(back -> back.compareTo(STEADY) > 0)
        .orElse(Duration.ZERO);
  }
}
