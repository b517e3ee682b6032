package belfry.simulator.base;

import java.time.Duration;

/** The simulator's only clock and its only way to wait, so that a test can own both. */
public interface Time {
  /** Wall-clock milliseconds since the epoch: what a message carries as its {@code created}. */
  long millis();

  /** Nanoseconds that only ever grow: what limits and waits are measured with. */
  long nanos();

  /** Waits; ends early only by interruption. */
  void rest(Duration duration) throws InterruptedException;

  /** The time of the machine. */
  static Time ofMachine() {
    return MachineTime.INSTANCE;
  }
}
