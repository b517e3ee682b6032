package belfry.testing;

import belfry.base.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The machine's time, at which threads of a test's choice die as if memory were used up. */
public final class DeadlyTime implements Time {
  private final Set<String> doomed = ConcurrentHashMap.newKeySet();

  /** The thread of this name dies when it next looks at the clock. */
  public void kill(String thread) {
    doomed.add(thread);
  }

  private void dies() {
    if (doomed.remove(Thread.currentThread().getName())) {
      throw new OutOfMemoryError("as the test wants it");
    }
  }

  @Override
  public Instant now() {
    dies();
    return Time.system().now();
  }

  @Override
  public long nanos() {
    dies();
    return Time.system().nanos();
  }

  @Override
  public void sleep(Duration howLong) throws InterruptedException {
    dies();
    Time.system().sleep(howLong);
  }
}
