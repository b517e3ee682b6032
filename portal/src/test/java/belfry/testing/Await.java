package belfry.testing;

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
      if (System.nanoTime() - begun > LIMIT.toNanos()) {
        throw new AssertionError("After " + LIMIT + " it was still " + seen);
      }
      LockSupport.parkNanos(REST.toNanos());
    }
  }
}
