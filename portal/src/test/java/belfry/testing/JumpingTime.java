package belfry.testing;

import belfry.base.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** The machine's time, whose wall clock a test moves on: for a portal that sends meanwhile. */
public final class JumpingTime implements Time {
  private final Time system = Time.system();
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

  public void jump(Duration howFar) {
    ahead.updateAndGet(howFar::plus);
  }

  @Override
  public Instant now() {
    return system.now().plus(ahead.get());
  }

  @Override
  public long nanos() {
    return system.nanos();
  }

  @Override
  public void sleep(Duration howLong) throws InterruptedException {
    system.sleep(howLong);
  }
}
