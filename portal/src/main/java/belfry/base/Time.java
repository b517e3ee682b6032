package belfry.base;

import java.time.Duration;
import java.time.Instant;

/** The clock and waiting, in one place, so that a test can control both. */
public interface Time {

  /** The wall clock. It may jump; use it for what people and the platform see. */
  Instant now();

  /** Nanoseconds on a clock that never jumps; only differences mean anything. */
  long nanos();

  /** Lets {@code howLong} pass; zero and less return at once. */
  void sleep(Duration howLong) throws InterruptedException;

  /** The machine's own clocks. */
  static Time system() {
    return SystemTime.INSTANCE;
  }
}
