package belfry.platform;

import belfry.base.Time;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The platform's clock as its {@code Date} headers tell it, carried on by our monotonic clock: a
 * jump of this machine's wall clock does not move it.
 */
public final class PlatformClock {
  private final Time time;
  private volatile Reading last;

  private record Reading(Instant platform, long nanos) {}

  PlatformClock(Time time) {
    this.time = time;
    last = new Reading(time.now(), time.nanos());
  }

  /** Exact to the second of the {@code Date} header; our own wall clock before the first answer. */
  public Instant now() {
    var reading = last;
    return reading.platform.plus(Duration.ofNanos(time.nanos() - reading.nanos));
  }

  void heard(@Nullable Instant date) {
    if (date != null) {
      last = new Reading(date, time.nanos());
    }
  }
}
