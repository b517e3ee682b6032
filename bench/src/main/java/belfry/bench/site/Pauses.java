package belfry.bench.site;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting for another process, which cannot be told to call back. */
public final class Pauses {
  private Pauses() {}

  public static void of(Duration length) {
    try {
      Thread.sleep(length);
    } catch (InterruptedException e) {
      throw new TrialException("interrupted", e);
    }
  }

  /** Looks every few milliseconds until it is so; false when it is not within {@code longest}. */
  public static boolean until(BooleanSupplier so, Duration longest) {
    return until(so, Duration.ofMillis(5), longest);
  }

  /** Likewise, at this interval. */
  public static boolean until(BooleanSupplier so, Duration every, Duration longest) {
    var end = System.nanoTime() + longest.toNanos();
    while (!so.getAsBoolean()) {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
      of(every);
    }
    return true;
  }
}
