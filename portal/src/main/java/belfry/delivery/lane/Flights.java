package belfry.delivery.lane;

import belfry.base.Time;
import belfry.delivery.evidence.Evidence;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.Tuning;
import belfry.messages.Content;
import belfry.platform.Outcome;
import belfry.runs.ids.RunId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The attempts of a lane that are in flight, each from its intent until its answer is taken in. */
final class Flights {
  private final Wire wire;
  private final LanePace pace;
  private final Refusals<Reconciler.Key> refusals;
  private final Tuning tuning;
  private final Time time;
  private final Supplier<Optional<Lease>> lease;
  private final Consumer<LaneEvent> deliver;
  private final Map<Reconciler.Key, Flight> open = new HashMap<>();

  /** The targets of whose messages something is known that is not on record yet. */
  private final Set<String> unrecorded = new HashSet<>();

  /**
   * Begins with none; {@code lease} is also read by the wire's threads, when they are about to
   * write.
   */
  Flights(
      Wire wire,
      LanePace pace,
      Surroundings around,
      Supplier<Optional<Lease>> lease,
      Consumer<LaneEvent> deliver) {
    this.wire = wire;
    this.pace = pace;
    refusals = new Refusals<>(around.tuning(), around.time(), () -> 0);
    this.lease = lease;
    this.deliver = deliver;
    tuning = around.tuning();
    time = around.time();
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  int size() {
    return open.size();
  }

  Set<String> targets() {
    return open.values().stream().map(Flight::target).collect(Collectors.toSet());
  }

  /** How many are of such runs. */
  long of(Predicate<RunId> runs) {
    return open.values().stream().filter(flight -> runs.test(flight.run())).count();
  }

  /** Its answer came; false if it is no longer among these. */
  boolean landed(Flight flight) {
    learned(flight.target());
    return open.remove(flight.key(), flight);
  }

  /** What came of a message to this target is known, and not on record yet. */
  void learned(String target) {
    unrecorded.add(target);
  }

  /** All of that is on record. */
  void recorded() {
    unrecorded.clear();
  }

  /** Whether something to this target is under way, of which nothing is on record yet. */
  boolean isBusy(String target) {
    return unrecorded.contains(target)
        || open.values().stream().anyMatch(flight -> flight.target().equals(target));
  }

  /** For how long a recipient waits who is to be tried again. */
  Refusals.Wait waitOf(Reconciler.Key key) {
    return refusals.waitOf(key);
  }

  /** To how many messages the platform gave an answer that asked for no wait. */
  long passed() {
    return refusals.passed();
  }

  /** Whether many are refused of late because of whom they are. */
  boolean manyAreRefused() {
    return refusals.areAbout();
  }

  /** The lane is no longer ours. */
  void clear() {
    refusals.laneLeft();
    unrecorded.clear();
    open.clear();
  }

  /** Begins an attempt whose intent is committed. */
  void launch(Flight flight, Content content) {
    open.put(flight.key(), flight);
    var held = lease.get();
    var heldBack = new AtomicBoolean();
    wire.send(
        flight.kind(),
        flight.target(),
        content,
        () -> {
          var may = mayLeave(held, flight.intentNanos());
          heldBack.set(!may);
          return may;
        },
        outcome -> heard(flight, Evidence.believed(wire.bot(), content, outcome), heldBack.get()));
  }

  /**
   * Called on the wire's thread. When the platform asks for a rest, everything claimed by the
   * current turn is held back at once.
   */
  private void heard(Flight flight, Outcome outcome, boolean heldBack) {
    var known = pace.heard(refusals.judged(flight.key(), flight.target(), outcome));
    deliver.accept(new LaneEvent.Answered(flight, known, time.nanos(), heldBack));
  }

  /**
   * Prevents a process that was stopped or slow from writing late, for a lost lane, or inside a
   * rest that was asked for since the intent.
   */
  boolean mayLeave(Optional<Lease> held, long intentNanos) {
    var age = time.nanos() - intentNanos;
    return !pace.rests()
        && age <= tuning.dispatchDeadline().toNanos()
        && age <= tuning.trusting().toNanos()
        && lease.get().equals(held);
  }
}
