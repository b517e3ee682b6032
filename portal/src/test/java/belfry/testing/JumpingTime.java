package belfry.testing;

import belfry.base.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** The machine's time, which a test moves on: for a portal that sends meanwhile. */
public final class JumpingTime implements Time {
  private final Time system = Time.system();
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private final AtomicLong passed = new AtomicLong();

  /** The wall clock alone. */
  public void jump(Duration howFar) {
    ahead.updateAndGet(howFar::plus);
  }

  /** On both clocks: so much is over at once. */
  public void pass(Duration howLong) {
    passed.addAndGet(howLong.toNanos());
    jump(howLong);
  }

  @Override
  public Instant now() {
    return system.now().plus(ahead.get());
  }

  @Override
  public long nanos() {
    return system.nanos() + passed.get();
  }

  @Override
  public void sleep(Duration howLong) throws InterruptedException {
    system.sleep(howLong);
  }
}
