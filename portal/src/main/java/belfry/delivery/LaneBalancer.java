package belfry.delivery;

import belfry.apps.AppName;
import belfry.base.Loop;
import belfry.base.Pulse;
import belfry.base.Time;
import belfry.delivery.adapters.RestLog;
import belfry.delivery.foundation.LaneId;
import belfry.storage.Database;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets this node its share of the lanes. While another node holds at least two more, it asks that
 * node for a lane; it also asks for lanes whose owner gets no answer from the platform, and for
 * those of bots that share a limit with most that it has: only on one node can they share a pace.
 * It asks only for lanes that it can use. The owner finishes what is in flight and gives the lane
 * up. No node gets a lane it did not ask for.
 */
public final class LaneBalancer {
  private static final Logger LOG = LoggerFactory.getLogger(LaneBalancer.class);

  /** Bots that seemed to share a limit this long ago stay together until it is known. */
  private static final Duration SEEMED = Duration.ofMinutes(3);

  /** Each lane that it might ask for may cost a request to the platform. */
  private static final Duration LONGEST_STEP = Duration.ofMinutes(10);

  private final String node;
  private final Predicate<LaneId> works;
  private final Supplier<Stream<LaneId>> notHeard;
  private final Database database;
  private final Duration leaseTtl;
  private final Time time;
  private final Loop loop;

  /** On the monotonic clock. Used only by its own thread. */
  private final Map<LaneId, Long> unusableUntil = new HashMap<>();

  /** A node that crashes again and again at start must not disturb the lanes each time. */
  private final long notBefore;

  /**
   * A lane that some node holds.
   *
   * @param wantedBy the node that asked for it; empty if none did
   * @param offered whether its owner gets no answer from the platform
   * @param shares whether its bot shares a limit with others of its app, or seems to
   */
  public record OwnedLane(
      LaneId id, String owner, long epoch, String wantedBy, boolean offered, boolean shares) {
    private OwnedLane sharing() {
      return new OwnedLane(id, owner, epoch, wantedBy, offered, true);
    }

    private String nextOwner() {
      return wantedBy.isEmpty() ? owner : wantedBy;
    }
  }

  /**
   * Asks for nothing yet.
   *
   * @param works whether the settings here have this bot and the platform accepts it; may ask the
   *     platform
   * @param notHeard the lanes of other nodes for whose bots this one last got no answer
   */
  public LaneBalancer(
      String node,
      Predicate<LaneId> works,
      Supplier<Stream<LaneId>> notHeard,
      Database database,
      Duration leaseTtl,
      Time time) {
    this.node = node;
    this.works = works;
    this.notHeard = notHeard;
    this.database = database;
    this.leaseTtl = leaseTtl;
    this.time = time;
    notBefore = time.nanos() + leaseTtl.toNanos();
    loop = new Loop("lane-sharing", time, LONGEST_STEP, this::step, this::takeBack);
  }

  void start() {
    if (!database.exclusive()) {
      loop.start();
    }
  }

  Pulse pulse() {
    return loop.pulse();
  }

  /** Stops asking, and withdraws its requests. */
  void stop() {
    loop.stop();
  }

  private Duration step() {
    var early = notBefore - time.nanos();
    if (early > 0) {
      return Duration.ofNanos(early);
    }
    try {
      wishes(ownedLanes(), node).stream()
          .filter(lane -> isUsable(lane.id))
          .findFirst()
          .ifPresent(this::ask);
      // What it says of the platform would stay as it was when it last asked.
      notHeard.get().forEach(this::isUsable);
    } catch (RuntimeException e) {
      LOG.debug("Lanes could not be shared out: {}. It is tried again", e.toString());
    }
    return leaseTtl.dividedBy(10);
  }

  /** A node that cannot use a lane does not check this again every second. */
  private boolean isUsable(LaneId lane) {
    var until = Optional.ofNullable(unusableUntil.get(lane));
    if (until.filter(moment -> time.nanos() - moment < 0).isPresent()) {
      return false;
    }
    var usable = works.test(lane);
    if (!usable) {
      unusableUntil.put(lane, time.nanos() + leaseTtl.multipliedBy(3).toNanos());
    }
    return usable && !loop.isStopped();
  }

  private void takeBack() {
    try {
      database.write(
          handle -> handle.execute("UPDATE lane SET wanted_by = '' WHERE wanted_by = ?", node));
    } catch (RuntimeException e) {
      LOG.debug("A lane asked for is kept for a while: {}", e.toString());
    }
  }

  /**
   * The lanes to ask for: first those whose owner gets no answer, then those that belong together,
   * then those of the node that holds most, if it holds at least two more than {@code node}.
   */
  static List<OwnedLane> wishes(List<OwnedLane> lanes, String node) {
    var counts = new HashMap<String, Integer>();
    lanes.forEach(lane -> counts.merge(lane.nextOwner(), 1, Integer::sum));
    var mine = counts.getOrDefault(node, 0);
    var homes = homes(lanes);
    return lanes.stream()
        .filter(lane -> lane.wantedBy.isEmpty() && !lane.owner.equals(node))
        .filter(lane ->
            lane.offered
                || Optional.ofNullable(homes.get(lane.id.app()))
                    .map(node::equals)
                    .orElseGet(() -> counts.getOrDefault(lane.owner, 0) >= mine + 2))
        .sorted(
            Comparator.comparing(OwnedLane::offered)
                .thenComparing(lane -> homes.containsKey(lane.id.app()))
                .thenComparing(lane -> counts.getOrDefault(lane.owner, 0))
                .reversed())
        .toList();
  }

  /** Where the lanes of an app belong whose bots share a limit: where most of them are. */
  private static Map<AppName, String> homes(List<OwnedLane> lanes) {
    return lanes.stream()
        .filter(OwnedLane::shares)
        .map(lane -> lane.id.app())
        .distinct()
        .collect(Collectors.toMap(Function.identity(), app -> home(lanes, app)));
  }

  private static String home(List<OwnedLane> lanes, AppName app) {
    var counts =
        lanes.stream()
            .filter(lane -> lane.id.app().equals(app))
            .collect(
                Collectors.groupingBy(OwnedLane::nextOwner, TreeMap::new, Collectors.counting()));
    return Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
  }

  /** Includes lanes of nodes that are gone; whoever takes such a lane ends the request for it. */
  public List<OwnedLane> ownedLanes() {
    return database.read(handle -> {
      var lanes =
          handle
              .createQuery(
                  """
                  SELECT app, owner, epoch, wanted_by, offered,
                    CASE WHEN pace LIKE '%"shared":true%' THEN 1 ELSE 0 END AS shares FROM lane
                  WHERE owner <> '' OR wanted_by <> '' ORDER BY app
                  """)
              .map((row, _) ->
                  new OwnedLane(
                      LaneId.parse(row.getString("app")),
                      row.getString("owner"),
                      row.getLong("epoch"),
                      row.getString("wanted_by"),
                      row.getInt("offered") != 0,
                      row.getInt("shares") != 0))
              .list();
      var seeming = seeming(handle, lanes);
      return lanes.stream()
          .map(lane -> seeming.contains(lane.id.app()) ? lane.sharing() : lane)
          .toList();
    });
  }

  private Set<AppName> seeming(Handle handle, List<OwnedLane> lanes) {
    var several =
        lanes.stream()
            .map(OwnedLane::id)
            .filter(lane -> lane.bot() > 0)
            .map(LaneId::app)
            .collect(Collectors.toSet());
    var theirs =
        lanes.stream().map(OwnedLane::id).filter(lane -> several.contains(lane.app())).toList();
    return theirs.isEmpty()
        ? Set.of()
        : RestLog.interfering(handle, theirs, time.now().minus(SEEMED));
  }

  /** False if the lane has changed hands since it was read, or another node asked first. */
  public boolean ask(OwnedLane lane) {
    var asked =
        database.<Boolean>write(handle ->
            handle.execute(
                    """
                    UPDATE lane SET wanted_by = ?
                    WHERE app = ? AND owner = ? AND epoch = ? AND wanted_by = '' AND offered = ?
                    """,
                    node,
                    lane.id,
                    lane.owner,
                    lane.epoch,
                    lane.offered ? 1 : 0)
                == 1);
    if (asked) {
      LOG.info(
          "App {}: {}. Asking it to hand the lane over",
          lane.id,
          lane.offered
              ? "Webex does not answer the node that sends for it, but this one"
              : lane.shares
                  ? "this node sends through most bots that seem to share a limit with this one"
                  : "the node that sends for it has more lanes than this one");
    }
    return asked;
  }
}
