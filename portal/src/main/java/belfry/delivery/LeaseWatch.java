package belfry.delivery;

import belfry.base.Time;
import java.time.Duration;
import java.util.Optional;

/**
 * Decides when a node may take a lane that it watches. Another's wall clock is believed only of a
 * lane that has not changed since the node first saw it; from then on a lease ends when nobody has
 * renewed it for its whole length by the watcher's monotonic clock.
 */
final class LeaseWatch {
  /** A lane given up is kept for the node that asked for this part of a lease. */
  private static final int KEPT = 3;

  private final Duration leaseTtl;
  private final Time time;
  private Optional<LaneRow> last = Optional.empty();
  private long since;
  private boolean changed;

  LeaseWatch(Duration leaseTtl, Time time) {
    this.leaseTtl = leaseTtl;
    this.time = time;
  }

  /** Whether {@code node}, which sees the lane so now, may take it. */
  boolean isFree(LaneRow row, String node) {
    var unchanged = unchanged(row);
    if (row.owner().isEmpty()) {
      return row.wantedBy().isEmpty()
          || row.wantedBy().equals(node)
          || unchanged.compareTo(leaseTtl.dividedBy(KEPT)) > 0;
    }
    return row.owner().equals(node)
        || unchanged.compareTo(leaseTtl) > 0
        || (!changed && row.expiresAt().isBefore(time.now()));
  }

  private Duration unchanged(LaneRow row) {
    var now = time.nanos();
    if (last.filter(seen -> isSame(seen, row)).isEmpty()) {
      changed |= last.isPresent();
      last = Optional.of(row);
      since = now;
    }
    return Duration.ofNanos(now - since);
  }

  /** That somebody asks for it does not renew a lease. */
  private static boolean isSame(LaneRow seen, LaneRow row) {
    return seen.epoch() == row.epoch()
        && seen.owner().equals(row.owner())
        && seen.expiresAt().equals(row.expiresAt());
  }
}
