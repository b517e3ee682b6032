package belfry.base;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The machine's own clocks. */
enum SystemTime implements Time {
  INSTANCE;

  /**
   * Truncated to milliseconds, which is what the database stores, so a value read back equals the
   * one written.
   */
  @Override
  public Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void sleep(Duration howLong) throws InterruptedException {
    if (howLong.isPositive()) {
      Thread.sleep(howLong);
    }
  }
}
