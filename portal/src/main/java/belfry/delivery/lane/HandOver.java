package belfry.delivery.lane;

import belfry.base.Time;
import belfry.delivery.foundation.Tuning;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether another node asks for the lane, and whether this is a good moment to give it up: a calm
 * one, because unsure sends and unfinished expansions begin anew with the next owner. Used only by
 * its lane's thread.
 */
final class HandOver {
  private final Duration patience;
  private final Time time;
  private Optional<Long> askedAt = Optional.empty();

  HandOver(Tuning tuning, Time time) {
    patience = tuning.quiet();
    this.time = time;
  }

  /** Records from the ledger whether another node asks for the lane. */
  void asked(boolean wanted) {
    askedAt = wanted ? askedAt.or(() -> Optional.of(time.nanos())) : Optional.empty();
  }

  /** Whether to give the lane up; waits for calm for at most one quiet time. */
  boolean isDue(boolean calm) {
    return askedAt.isPresent() && (calm || time.nanos() - askedAt.get() > patience.toNanos());
  }
}
