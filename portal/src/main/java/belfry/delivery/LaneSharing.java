package belfry.delivery;

import belfry.base.Time;
import belfry.storage.Database;
import belfry.storage.StorageException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets this node its share of the lanes: while another holds two more, it asks that one for a lane.
 * The owner finishes what is in flight and hands it over; only a node that asks is handed anything.
 */
final class LaneSharing {
  private static final Logger LOG = LoggerFactory.getLogger(LaneSharing.class);

  private final Database database;
  private final String node;
  private final Duration leaseTtl;
  private final Time time;
  private final Thread thread;
  private volatile boolean stopped;

  /**
   * A lane somebody holds.
   *
   * @param wantedBy the node that will have it next; empty when nobody asked
   */
  record Held(String app, String owner, long epoch, String wantedBy) {
    private String nextOwner() {
      return wantedBy.isEmpty() ? owner : wantedBy;
    }
  }

  LaneSharing(String node, Database database, Duration leaseTtl, Time time) {
    this.node = node;
    this.database = database;
    this.leaseTtl = leaseTtl;
    this.time = time;
    thread = Thread.ofVirtual().name("lane-sharing").unstarted(this::run);
  }

  void start() {
    if (!database.exclusive()) {
      thread.start();
    }
  }

  /** It asks for nothing any more. */
  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    // A node that dies again and again as it starts must not unsettle the lanes each time.
    var next = time.nanos() + leaseTtl.toNanos();
    while (!stopped) {
      LockSupport.parkNanos(next - time.nanos());
      if (time.nanos() - next >= 0 && !stopped) {
        ask();
        next = time.nanos() + leaseTtl.toNanos() / 10;
      }
    }
  }

  private void ask() {
    try {
      wish(held(), node)
          .filter(this::ask)
          .ifPresent(lane ->
              LOG.info(
                  "App {}: the node that sends for it has more lanes than this one, and is asked to hand it over",
                  lane.app));
    } catch (StorageException e) {
      LOG.debug("Lanes could not be shared out ({}). It is tried again", e.getMessage());
    }
  }

  /** The lane to ask for: one of whoever holds the most, if that is two more than {@code node}. */
  static Optional<Held> wish(List<Held> lanes, String node) {
    var counts = new HashMap<String, Integer>();
    lanes.forEach(lane -> counts.merge(lane.nextOwner(), 1, Integer::sum));
    var mine = counts.getOrDefault(node, 0);
    return lanes.stream()
        .filter(lane -> lane.wantedBy.isEmpty())
        .filter(lane -> counts.getOrDefault(lane.owner, 0) >= mine + 2)
        .max(Comparator.comparing(lane -> counts.getOrDefault(lane.owner, 0)));
  }

  List<Held> held() {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT app, owner, epoch, wanted_by FROM lane
                WHERE owner <> '' AND expires_at >= ? ORDER BY app
                """)
            .bind(0, time.now())
            .map((row, _) ->
                new Held(
                    row.getString("app"),
                    row.getString("owner"),
                    row.getLong("epoch"),
                    row.getString("wanted_by")))
            .list());
  }

  /** False when it has changed hands since it was looked at, or another was quicker to ask. */
  boolean ask(Held lane) {
    return database.write(handle ->
        handle.execute(
                """
                UPDATE lane SET wanted_by = ?
                WHERE app = ? AND owner = ? AND epoch = ? AND wanted_by = ''
                """,
                node,
                lane.app,
                lane.owner,
                lane.epoch)
            == 1);
  }
}
