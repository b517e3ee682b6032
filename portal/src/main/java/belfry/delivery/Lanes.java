package belfry.delivery;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Pulse;
import belfry.delivery.adapters.HttpFollowUpWire;
import belfry.delivery.adapters.HttpWire;
import belfry.delivery.adapters.SqlFollowUpLedger;
import belfry.delivery.adapters.SqlLedger;
import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.Tuning;
import belfry.delivery.lane.FollowUpPorts;
import belfry.delivery.lane.Lane;
import belfry.delivery.lane.LaneEvent;
import belfry.delivery.lane.Surroundings;
import belfry.pace.SharedLimit;
import belfry.platform.wire.Response;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * One lane for each bot, each with a thread of its own. The lane of an app's first bot is always
 * there: whoever has it also starts what is due, and prepares it for all.
 */
final class Lanes {
  private final Infrastructure below;
  private final Delivery.Parts parts;
  private final Surroundings surroundings;
  private final LaneBalancer sharing;
  private final Tuning tuning;

  /** In the order of the apps and of their bots; replaced as a whole when there are more. */
  private volatile Map<LaneId, OneLane> lanes = Map.of();

  /** What the bots of each app may share. */
  private final Map<AppName, SharedLimit> limits = new HashMap<>();

  private boolean ending;

  /** A lane with what it works through. */
  private record OneLane(
      LaneRunner runner,
      HttpWire wire,
      HttpFollowUpWire followUpWire,
      SqlLedger ledger,
      SqlFollowUpLedger followUpLedger) {
    Lane lane() {
      return runner.lane();
    }
  }

  Lanes(
      Infrastructure below, Delivery.Parts parts, Consumer<AppName> news, Consumer<AppName> moved) {
    this.below = below;
    this.parts = parts;
    tuning = below.tuning();
    var node = UUID.randomUUID().toString();
    below.database().runs(node);
    sharing =
        new LaneBalancer(
            node, this::works, this::notHeard, below.database(), tuning.leaseTtl(), below.time());
    surroundings =
        new Surroundings(
            node,
            tuning,
            below.time(),
            RandomGenerator.getDefault(),
            below.database().exclusive(),
            news,
            moved,
            below.listener());
    add();
  }

  /** Adds lanes for bots that have become known; returns these. */
  private List<OneLane> add() {
    var all = new LinkedHashMap<LaneId, OneLane>();
    var added = Stream.<OneLane>builder();
    for (var app : parts.apps().all()) {
      for (var number : parts.apps().numbers(app)) {
        var id = new LaneId(app.name(), number);
        var known = lanes.get(id);
        var lane = known == null ? lane(id, app) : known;
        all.put(id, lane);
        if (known == null) {
          added.add(lane);
        }
      }
    }
    lanes = all;
    return added.build().toList();
  }

  private OneLane lane(LaneId id, App app) {
    var wire = new HttpWire(id, app, parts.apps(), parts.attachments(), below.platform());
    var ledger =
        new SqlLedger(
            id,
            below.database(),
            parts.rules(),
            parts.questions(),
            parts.closed(),
            below.time(),
            tuning.leaseTtl());
    var followUpWire = new HttpFollowUpWire(id, app, parts.apps(), below.platform());
    var followUpLedger =
        new SqlFollowUpLedger(id, below.database(), below.time(), tuning.leaseTtl());
    var afterwards = new FollowUpPorts(followUpLedger, followUpWire);
    var runner =
        new LaneRunner(
            id, new Lane(id, ledger, wire, afterwards, surroundings, limit(app)), below.time());
    return new OneLane(runner, wire, followUpWire, ledger, followUpLedger);
  }

  private SharedLimit limit(App app) {
    return limits.computeIfAbsent(
        app.name(), name -> new SharedLimit(name.value(), below.time().nanos()));
  }

  void start() {
    lanes.values().forEach(one -> one.runner.start());
    sharing.start();
  }

  /** Begins to send through bots of this app that have become known since. */
  void grow(App app) {
    if (of(app.name()).size() < parts.apps().numbers(app).size()) {
      synchronized (this) {
        if (!ending) {
          add().forEach(one -> one.runner.start());
        }
      }
    }
  }

  private boolean works(LaneId lane) {
    return lanes.containsKey(lane)
        && parts
                .apps()
                .find(lane.app())
                .map(app -> parts.apps().refreshBot(app, lane.bot()))
                .orElse(null)
            instanceof Response.Got;
  }

  /** Where this process got no answer, and another one sends, which asks for itself alone. */
  private Stream<LaneId> notHeard() {
    return lanes.entrySet().stream()
        .filter(one -> one.getValue().lane().lease().isEmpty())
        .map(Map.Entry::getKey)
        .filter(id ->
            parts
                .apps()
                .find(id.app())
                .flatMap(app -> parts.apps().silent(app, id.bot()))
                .isPresent());
  }

  /**
   * The lease this process holds for the first bot of an app, with which it starts what is due;
   * empty while another holds it.
   */
  Optional<Lease> lease(App app) {
    return lane(LaneId.first(app.name())).flatMap(Lane::lease);
  }

  /** A lane here, whoever owns it. */
  Optional<Lane> lane(LaneId id) {
    return Optional.ofNullable(lanes.get(id)).map(OneLane::lane);
  }

  /** The lanes of an app here, by the numbers of their bots, whoever owns them. */
  Map<LaneId, Lane> of(AppName app) {
    var theirs = new LinkedHashMap<LaneId, Lane>();
    for (var number : parts.apps().find(app).map(parts.apps()::numbers).orElse(List.of())) {
      var id = new LaneId(app, number);
      lane(id).ifPresent(lane -> theirs.put(id, lane));
    }
    return theirs;
  }

  boolean isOwned(LaneId id) {
    return lane(id).flatMap(Lane::lease).isPresent();
  }

  long count() {
    return lanes.size();
  }

  /** How many lanes this process owns. */
  long owned() {
    return all().stream().filter(one -> one.lane().lease().isPresent()).count();
  }

  private Collection<OneLane> all() {
    return lanes.values();
  }

  /** The pulses of all threads that work on lanes. */
  Stream<Pulse> pulses() {
    return Stream.concat(all().stream().map(one -> one.runner.pulse()), Stream.of(sharing.pulse()));
  }

  /** Why a lane cannot write now; empty if all can. */
  Optional<String> storageTrouble() {
    return all().stream().flatMap(one -> one.lane().storageTrouble().stream()).findFirst();
  }

  /**
   * What contradicts itself and was set aside, of the lanes that this process has, as sentences.
   */
  List<String> setAside() {
    return all().stream()
        .filter(one -> one.lane().lease().isPresent())
        .flatMap(one ->
            Stream.concat(one.ledger.setAside().stream(), one.followUpLedger.setAside().stream()))
        .toList();
  }

  /** Runs of this app were started, stopped or expanded. */
  void changed(AppName app) {
    of(app).values().forEach(lane -> lane.deliver(new LaneEvent.Changed()));
  }

  /** Lets all lanes begin no more sends. */
  void drain() {
    sharing.stop();
    synchronized (this) {
      ending = true;
    }
    all().forEach(one -> one.runner.drain(tuning.drain()));
  }

  /** After {@link #drain}: waits for each lane as long as it has something in flight. */
  void stop() {
    all().forEach(one -> one.runner.stop());
    all().forEach(one -> one.wire.close());
    all().forEach(one -> one.followUpWire.close());
  }
}
