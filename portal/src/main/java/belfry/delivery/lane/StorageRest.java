package belfry.delivery.lane;

import belfry.base.Backoff;
import belfry.base.Outage;
import belfry.base.Time;
import belfry.delivery.foundation.LaneId;
import belfry.storage.StorageException;
import belfry.storage.Unreadable;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** How long a lane does not use the database after a failure. Used only by its lane's thread. */
final class StorageRest {
  private static final Logger LOG = LoggerFactory.getLogger(StorageRest.class);
  private static final Duration FIRST = Duration.ofMillis(500);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final LaneId lane;
  private final Time time;
  private long endsAt;
  private int failures;

  /** Also read by status checks on other threads. */
  private volatile Optional<String> trouble = Optional.empty();

  StorageRest(LaneId lane, Time time) {
    this.lane = lane;
    this.time = time;
    endsAt = time.nanos();
  }

  boolean isOver() {
    return time.nanos() - endsAt >= 0;
  }

  /** When it ends, on the monotonic clock. */
  long endsAt() {
    return endsAt;
  }

  /** Why nothing can be written now; empty if it can. May be called from any thread. */
  Optional<String> trouble() {
    return trouble;
  }

  void failed(StorageException e) {
    // Another node could read it no better: this is no reason to take this one out of service.
    trouble =
        e instanceof Unreadable ? Optional.empty() : Optional.of(String.valueOf(e.getMessage()));
    var rest = Backoff.after(failures++, FIRST, LONGEST);
    endsAt = time.nanos() + rest.toNanos();
    LOG.atLevel(Outage.level(e, Level.WARN))
        .log(
            "App {}: the database failed ({}). Nothing new is sent; outcomes are kept, and writing them is retried in {} ms",
            lane,
            e.getMessage(),
            rest.toMillis());
  }

  void works() {
    failures = 0;
    if (trouble.isPresent()) {
      LOG.debug("App {}: the database answers again; sending resumes", lane);
      trouble = Optional.empty();
    }
  }
}
