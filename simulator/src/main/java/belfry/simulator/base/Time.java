package belfry.simulator.base;

import java.time.Duration;

/** The simulator's only clock and its only way to wait, so that a test can own both. */
public interface Time {
  /** Wall-clock milliseconds since the epoch: what a message carries as its {@code created}. */
  long millis();

  /** By how much the wall clock was moved on purpose since the beginning. */
  default long shiftMillis() {
    return 0;
  }

  /** What the wall clock would show if nobody had moved it. */
  default long unmovedMillis() {
    return millis();
  }

  /** Nanoseconds that only ever grow: what limits and waits are measured with. */
  long nanos();

  /** Waits; ends early only by interruption. */
  void rest(Duration duration) throws InterruptedException;

  /** The time of the machine. */
  static Time ofMachine() {
    return MachineTime.INSTANCE;
  }
}
