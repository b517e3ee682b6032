package belfry.simulator.base;

import java.time.Duration;

/** The time of the machine; the one place that asks the system clock. */
enum MachineTime implements Time {
  INSTANCE;

  @Override
  public long millis() {
    return System.currentTimeMillis();
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void rest(Duration duration) throws InterruptedException {
    Thread.sleep(duration);
  }
}
