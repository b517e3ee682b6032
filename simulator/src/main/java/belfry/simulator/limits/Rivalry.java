package belfry.simulator.limits;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Rival} takes from one key. It needs no thread: what it would have taken by now is
 * taken, each burst at its own moment, before anybody else is served. Its {@link Gate} owns it.
 */
final class Rivalry {
  private @Nullable Rival rival;
  private long nextAt;
  private long taken;
  private long takenSinceFirst;
  private long takenAtLast;

  void set(@Nullable Rival other, long since) {
    rival = other;
    nextAt = other == null ? Long.MAX_VALUE : since + every(other);
  }

  /** The moment of the next burst, if it is due by now. */
  boolean isDue(long now) {
    return rival != null && nextAt - now <= 0;
  }

  long nextAt() {
    return nextAt;
  }

  /** One burst; {@code counts} says whether our own program has begun to send. */
  void burst(Meter meter, boolean closed, boolean counts) {
    if (rival != null) {
      for (var request = 0; request < rival.requests() && !closed; request++) {
        if (meter.take(nextAt) == 0) {
          taken++;
          takenSinceFirst += counts ? 1 : 0;
        }
      }
      nextAt += every(rival);
    }
  }

  /** One of ours was accepted: only what was taken before it lessens what was permitted. */
  void accepted() {
    takenAtLast = takenSinceFirst;
  }

  long taken() {
    return taken;
  }

  long takenFromOurs() {
    return takenAtLast;
  }

  private static long every(Rival rival) {
    return TimeUnit.MILLISECONDS.toNanos(rival.everyMillis());
  }
}
