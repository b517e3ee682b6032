package belfry.simulator.base;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Time that stands still until a test moves it; whoever rests waits for that. */
public final class ManualTime implements Time {
  private long nanos;
  private int resting;
  private final long startMillis;

  private ManualTime(long startMillis) {
    this.startMillis = startMillis;
  }

  public static ManualTime at(String moment) {
    return new ManualTime(Instant.parse(moment).toEpochMilli());
  }

  @Override
  public synchronized long millis() {
    return startMillis + TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public synchronized void rest(Duration duration) throws InterruptedException {
    var until = nanos + duration.toNanos();
    resting++;
    notifyAll();
    try {
      while (nanos < until) {
        wait();
      }
    } finally {
      resting--;
    }
  }

  public synchronized void advance(Duration duration) {
    nanos += duration.toNanos();
    notifyAll();
  }

  /** Waits until this many threads rest. */
  public synchronized void awaitResting(int threads) throws InterruptedException {
    while (resting < threads) {
      wait();
    }
  }
}
