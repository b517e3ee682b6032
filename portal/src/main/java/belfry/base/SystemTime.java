package belfry.base;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The clocks of the machine we run on. */
enum SystemTime implements Time {
  INSTANCE;

  /**
   * Cut to milliseconds: that is what the database keeps, so a value read back equals the one
   * written.
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
  public void rest(Duration howLong) throws InterruptedException {
    if (howLong.isPositive()) {
      Thread.sleep(howLong);
    }
  }
}
