package belfry.delivery.foundation;

import belfry.base.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides when a node may take a lane that it watches. A lease ends when nobody has renewed it for
 * its whole length by the watcher's monotonic clock, or at once when its process is seen to have
 * ended. No wall clock counts: the owner's may be wrong, and so may the watcher's.
 */
public final class LeaseWatch {
  /** A lane that was given up is reserved for the node that asked, for this fraction of a lease. */
  private static final int KEPT = 3;

  private final Duration leaseTtl;
  private final Time time;
  private final Predicate<String> ended;
  private Optional<LaneRow> last = Optional.empty();
  private long since;

  /**
   * Has seen nothing yet.
   *
   * @param ended whether a node has certainly ended; false where that cannot be seen
   */
  public LeaseWatch(Duration leaseTtl, Time time, Predicate<String> ended) {
    this.leaseTtl = leaseTtl;
    this.time = time;
    this.ended = ended;
  }

  /** Whether {@code node}, which now sees this row, may take the lane. */
  public boolean isFree(LaneRow row, String node) {
    var unchanged = unchanged(row);
    if (row.owner().isEmpty()) {
      return row.wantedBy().isEmpty()
          || row.wantedBy().equals(node)
          || unchanged.compareTo(leaseTtl.dividedBy(KEPT)) > 0;
    }
    return row.owner().equals(node) || ended.test(row.owner()) || unchanged.compareTo(leaseTtl) > 0;
  }

  private Duration unchanged(LaneRow row) {
    var now = time.nanos();
    if (last.filter(seen -> isSame(seen, row)).isEmpty()) {
      last = Optional.of(row);
      since = now;
    }
    return Duration.ofNanos(now - since);
  }

  /** A request for the lane does not count as a renewal. */
  private static boolean isSame(LaneRow seen, LaneRow row) {
    return seen.epoch() == row.epoch()
        && seen.owner().equals(row.owner())
        && seen.expiresAt().equals(row.expiresAt());
  }
}
