package belfry.delivery;

import belfry.base.Time;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether another node asks for the lane, and whether this is the moment to give it: a calm one,
 * for what is unsure or half prepared begins anew with the next owner. Its lane's thread only.
 */
final class HandOver {
  private final Duration patience;
  private final Time time;
  private Optional<Long> askedAt = Optional.empty();

  HandOver(Tuning tuning, Time time) {
    patience = tuning.quiet();
    this.time = time;
  }

  /** What the ledger says: whether another node asks for the lane. */
  void asked(boolean wanted) {
    askedAt = wanted ? askedAt.or(() -> Optional.of(time.nanos())) : Optional.empty();
  }

  /** Whether the lane is to be given up; the calm is awaited for a quiet time at most. */
  boolean isDue(boolean calm) {
    return askedAt.isPresent() && (calm || time.nanos() - askedAt.get() > patience.toNanos());
  }
}
