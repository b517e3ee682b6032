package belfry.standin.world;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** The platform's own time, which can jump; true time goes on beside it. */
public final class PlatformClock {
  private final InstantSource truth;
  private final AtomicReference<Duration> off = new AtomicReference<>(Duration.ZERO);

  public PlatformClock(InstantSource truth) {
    this.truth = truth;
  }

  /** What the platform takes the time to be. */
  public Instant now() {
    return truth.instant().plus(off.get());
  }

  /** What the time is. */
  public Instant truth() {
    return truth.instant();
  }

  public Instant jump(Duration by) {
    off.accumulateAndGet(by, Duration::plus);
    return now();
  }
}
