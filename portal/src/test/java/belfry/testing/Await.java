package belfry.testing;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Waits for what others do in their own time. It rests between two looks, so that they get the
 * processors meanwhile.
 */
public final class Await {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration REST = Duration.ofMillis(5);

  /** Beyond that, a test that fails would keep all others waiting. */
  private static final double MOST_STRETCHED = 5;

  private Await() {}

  public static void until(BooleanSupplier condition) {
    until(condition::getAsBoolean, holds -> holds);
  }

  /** The first value that is as wanted. */
  public static <T> T until(Supplier<T> look, Predicate<? super T> wanted) {
    var begun = System.nanoTime();
    while (true) {
      var seen = look.get();
      if (wanted.test(seen)) {
        return seen;
      }
      var waited = Duration.ofNanos(System.nanoTime() - begun);
      if (waited.compareTo(LIMIT) > 0 && waited.compareTo(patience(LIMIT)) > 0) {
        throw new AssertionError("After " + waited + " it was still " + seen);
      }
      LockSupport.parkNanos(REST.toNanos());
    }
  }

  /**
   * How long to wait before something counts as stuck: the longer, the more there is that each
   * processor has to do.
   */
  public static Duration patience(Duration onAQuietMachine) {
    var machine = ManagementFactory.getOperatingSystemMXBean();
    var load = machine.getSystemLoadAverage() / machine.getAvailableProcessors();
    return onAQuietMachine.multipliedBy(Math.round(Math.clamp(load, 1, MOST_STRETCHED)));
  }
}
