package belfry.testing;

import belfry.base.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Time that a test owns, for a whole portal: it stands still until the test moves it or a request
 * rests. The portal's own workers rest by the machine's clock, so that they do not make it run.
 */
public final class PortalTime implements Time {
  private final ManualTime manual = ManualTime.at("2026-11-27T09:00:00Z");

  public void pass(Duration howLong) {
    manual.pass(howLong);
  }

  public List<Duration> rests() {
    return manual.rests();
  }

  @Override
  public Instant now() {
    return manual.now();
  }

  @Override
  public long nanos() {
    return manual.nanos();
  }

  @Override
  public void sleep(Duration howLong) {
    if (Thread.currentThread().getName().endsWith("WebServer socket")) {
      manual.sleep(howLong);
    } else {
      LockSupport.parkNanos(howLong.toNanos());
    }
  }
}
