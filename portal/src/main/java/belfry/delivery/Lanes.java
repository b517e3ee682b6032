package belfry.delivery;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
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
import belfry.platform.wire.Response;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** One lane for each app, each with a thread of its own. */
final class Lanes {
  private final Map<AppName, LaneRunner> runners = new LinkedHashMap<>();
  private final Map<AppName, HttpWire> wires = new LinkedHashMap<>();
  private final List<HttpFollowUpWire> followUpWires = new ArrayList<>();
  private final Map<AppName, SqlLedger> ledgers = new LinkedHashMap<>();
  private final Map<AppName, SqlFollowUpLedger> followUpLedgers = new LinkedHashMap<>();
  private final LaneBalancer sharing;
  private final Tuning tuning;

  Lanes(
      Infrastructure below, Delivery.Parts parts, Consumer<AppName> news, Consumer<AppName> moved) {
    tuning = below.tuning();
    var apps = parts.apps();
    var node = UUID.randomUUID().toString();
    below.database().runs(node);
    sharing =
        new LaneBalancer(
            node,
            app -> apps.find(app).map(apps::refreshBot).orElse(null) instanceof Response.Got,
            () -> notHeard(apps),
            below.database(),
            tuning.leaseTtl(),
            below.time());
    var surroundings =
        new Surroundings(
            node,
            tuning,
            below.time(),
            RandomGenerator.getDefault(),
            below.database().exclusive(),
            news,
            moved,
            below.listener());
    for (var app : apps.all()) {
      var wire = new HttpWire(app, apps, parts.attachments(), below.platform());
      var ledger =
          new SqlLedger(
              LaneId.first(app.name()),
              below.database(),
              parts.rules(),
              parts.questions(),
              parts.closed(),
              below.time(),
              tuning.leaseTtl());
      ledgers.put(app.name(), ledger);
      wires.put(app.name(), wire);
      var followUpWire = new HttpFollowUpWire(app, below.platform());
      followUpWires.add(followUpWire);
      var followUpLedger =
          new SqlFollowUpLedger(
              LaneId.first(app.name()), below.database(), below.time(), tuning.leaseTtl());
      followUpLedgers.put(app.name(), followUpLedger);
      var afterwards = new FollowUpPorts(followUpLedger, followUpWire);
      var lane = new Lane(app.name(), ledger, wire, afterwards, surroundings);
      runners.put(app.name(), new LaneRunner(app.name(), lane, below.time()));
    }
  }

  void start() {
    runners.values().forEach(LaneRunner::start);
    sharing.start();
  }

  /** Where this process got no answer, and another one sends, which asks for itself alone. */
  private Stream<AppName> notHeard(Apps apps) {
    return apps.all().stream()
        .filter(app -> lease(app).isEmpty() && apps.silent(app).isPresent())
        .map(App::name);
  }

  /** The lease this process holds for the app; empty while another holds it. */
  Optional<Lease> lease(App app) {
    return lane(app.name()).flatMap(Lane::lease);
  }

  /** The lane of this app here, whoever owns it. */
  Optional<Lane> lane(AppName app) {
    return Optional.ofNullable(runners.get(app)).map(LaneRunner::lane);
  }

  /** The pulses of all threads that work on lanes. */
  Stream<Pulse> pulses() {
    return Stream.concat(
        runners.values().stream().map(LaneRunner::pulse), Stream.of(sharing.pulse()));
  }

  /** Why a lane cannot write now; empty if all can. */
  Optional<String> storageTrouble() {
    return runners.values().stream()
        .flatMap(runner -> runner.lane().storageTrouble().stream())
        .findFirst();
  }

  /**
   * What contradicts itself and was set aside, of the lanes that this process has, as sentences.
   */
  List<String> setAside() {
    return runners.keySet().stream()
        .filter(app -> lane(app).flatMap(Lane::lease).isPresent())
        .flatMap(app ->
            Stream.concat(
                Objects.requireNonNull(ledgers.get(app)).setAside().stream(),
                Objects.requireNonNull(followUpLedgers.get(app)).setAside().stream()))
        .toList();
  }

  /** Runs of this app were started, stopped or expanded. */
  void changed(AppName app) {
    Optional.ofNullable(runners.get(app))
        .ifPresent(runner -> runner.lane().deliver(new LaneEvent.Changed()));
  }

  /** Lets all lanes begin no more sends. */
  void drain() {
    sharing.stop();
    runners.values().forEach(runner -> runner.drain(tuning.drain()));
  }

  /** After {@link #drain}: waits for each lane as long as it has something in flight. */
  void stop() {
    runners.values().forEach(LaneRunner::stop);
    wires.values().forEach(HttpWire::close);
    followUpWires.forEach(HttpFollowUpWire::close);
  }
}
