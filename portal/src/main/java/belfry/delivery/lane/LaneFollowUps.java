package belfry.delivery.lane;

import belfry.delivery.foundation.Lease;
import belfry.platform.Outcome;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PlatformId;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpId;
import belfry.runs.followups.FollowUpLife;
import belfry.runs.followups.FollowUpReasons;
import belfry.runs.followups.FollowUpState;
import belfry.runs.followups.FollowUpTask;
import belfry.storage.StorageException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * How a lane recalls and corrects messages: at the pace of its sends, and before those that are not
 * urgent. Used only by its lane's thread, except for what the wire's threads deliver.
 */
final class LaneFollowUps {

  private final LaneParts parts;
  private final FollowUpPorts ports;
  private final Surroundings around;
  private final Consumer<LaneEvent> deliver;
  private final Map<FollowUpId, OpenFollowUp> open = new LinkedHashMap<>();
  private final Map<Key, Attempt> underWay = new LinkedHashMap<>();
  private final FollowUpDoubts doubts;

  /** By kind, because the limits of deleting, of editing and of sending are not the same. */
  private final Map<FollowUp.Kind, Refusals<Key>> refusals = new EnumMap<>(FollowUp.Kind.class);

  /** How many requests the bot had begun when one was claimed that had been refused. */
  private long begunThen;

  // What has yet to be written.
  private final List<FollowUpTask.Settled> settlements = new ArrayList<>();
  private final List<FollowUpLedger.Abandoned> abandoned = new ArrayList<>();
  private long attempts;

  /** A message of a follow-up. */
  record Key(FollowUpId followUp, long number) {
    static Key of(FollowUpTask task) {
      return new Key(task.followUp(), task.number());
    }
  }

  /**
   * A request in flight.
   *
   * @param intentNanos the moment of its intent on our monotonic clock
   */
  record Attempt(FollowUpTask task, FollowUp.Kind kind, long intentNanos) {}

  LaneFollowUps(
      LaneParts parts, FollowUpPorts ports, Surroundings around, Consumer<LaneEvent> deliver) {
    this.parts = parts;
    this.ports = ports;
    this.around = around;
    this.deliver = deliver;
    doubts = new FollowUpDoubts(ports.wire(), around, deliver);
    for (var kind : FollowUp.Kind.values()) {
      refusals.put(kind, new Refusals<>(around.tuning(), around.time(), parts.flights()::passed));
    }
    parts.pace().alsoUnderWay(underWay::size);
  }

  // The lane's life ----------------------------------------------------------------------------

  /** The lane was taken; false if it is lost again. */
  boolean taken(Lease lease) {
    var unknown = ports.ledger().takeOver(lease);
    unknown.ifPresent(tasks -> tasks.forEach(task -> doubts.add(task, now())));
    return unknown.isPresent();
  }

  /** The lane is no longer ours; the next owner finds everything open in the ledger. */
  void clear() {
    open.clear();
    underWay.clear();
    doubts.clear();
    abandoned.clear();
    refusals.values().forEach(Refusals::laneLeft);
  }

  /** Whether nothing is in flight, and nothing has yet to be written. */
  boolean isIdle() {
    return underWay.isEmpty() && settlements.isEmpty() && abandoned.isEmpty();
  }

  /** Records what came after the lane was lost. */
  void recordLate() {
    if (!settlements.isEmpty()) {
      ports.ledger().late(List.copyOf(settlements));
      settlements.clear();
    }
  }

  void refresh() {
    var now = new LinkedHashMap<FollowUpId, OpenFollowUp>();
    for (var followUp : ports.ledger().open()) {
      known(followUp)
          .ifPresent(one -> {
            one.is(followUp);
            now.put(followUp.id(), one);
          });
    }
    open.clear();
    open.putAll(now);
    doubts.retain(open.keySet());
  }

  private Optional<OpenFollowUp> known(FollowUp followUp) {
    return Optional.ofNullable(open.get(followUp.id()))
        .or(() ->
            ports.ledger().sent(followUp.run()).map(sent -> new OpenFollowUp(followUp, sent)));
  }

  // Each turn ----------------------------------------------------------------------------------

  /** Whether messages wait for their turn. */
  boolean hasWork() {
    return doubts.size() < Lane.MOST_DOUBTS
        && open.values().stream().anyMatch(one -> one.hasWork(now()));
  }

  /** When there is something to do; {@code otherwise} if not before. */
  long nextOr(long otherwise) {
    if (!settlements.isEmpty() || !abandoned.isEmpty() || hasEndings()) {
      return now();
    }
    var next = doubts.nextOr(otherwise, open);
    for (var one : open.values()) {
      next = one.nextOr(next, now());
    }
    return next;
  }

  private boolean hasEndings() {
    return open.values().stream().anyMatch(one -> one.isSettled() || one.isToSkip());
  }

  /**
   * Settles, claims and asks; false if the lane turns out to be lost.
   *
   * @param leaves how many of the permits messages leave
   */
  boolean work(Lease lease, boolean maySend, IntUnaryOperator leaves) {
    var order = order(lease, maySend && hasWork() ? permits(leaves) : 0);
    if (!order.isEmpty() && !commit(lease, order)) {
      return false;
    }
    doubts.ask(open);
    return true;
  }

  private int permits(IntUnaryOperator leaves) {
    var permits = Math.clamp(parts.pace().permits(parts.flights().size()), 0, TurnPlan.MOST_CLAIMS);
    return leaves.applyAsInt(permits);
  }

  private FollowUpLedger.Order order(Lease lease, int permits) {
    return new FollowUpLedger.Order(
        lease.epoch() << 32 | ++attempts,
        List.copyOf(settlements),
        List.copyOf(abandoned),
        claims(permits),
        open.values().stream().filter(OpenFollowUp::isToSkip).map(OpenFollowUp::followUp).toList(),
        open.values().stream()
            .filter(OpenFollowUp::isSettled)
            .map(one -> one.followUp().id())
            .toList());
  }

  private Map<FollowUp, FollowUpLedger.Claim> claims(int permits) {
    var claims = new LinkedHashMap<FollowUp, FollowUpLedger.Claim>();
    var rest = permits;
    for (var one : open.values()) {
      if (rest > 0 && one.hasWork(now())) {
        var waiting = one.waiting();
        var claim = one.claim(rest, others(), now());
        begunThen = one.waiting() < waiting ? parts.pace().begun() : begunThen;
        claims.put(one.followUp(), claim);
        rest -= claim.most();
      }
    }
    claims.values().removeIf(claim -> claim.most() == 0);
    if (permits > 0) {
      parts.turns().followUpsTook(permits, permits - rest);
    }
    return claims;
  }

  /** How many began since one was claimed that had been refused; empty if no others wait now. */
  private OptionalLong others() {
    var wait = open.values().stream().anyMatch(one -> one.unrefused() > 0);
    return wait || parts.turns().hasWork(0)
        ? OptionalLong.of(parts.pace().begun() - begunThen)
        : OptionalLong.empty();
  }

  private boolean commit(Lease lease, FollowUpLedger.Order order) {
    var intentNanos = now();
    Optional<List<FollowUpTask>> claimed;
    try {
      claimed = ports.ledger().turn(lease, order);
    } catch (StorageException e) {
      // It may still have been committed, but nothing of it was sent.
      order
          .claims()
          .keySet()
          .forEach(one -> abandoned.add(new FollowUpLedger.Abandoned(one, order.attemptId())));
      throw e;
    }
    if (claimed.isEmpty()) {
      return false;
    }
    settlements.subList(0, order.settlements().size()).clear();
    abandoned.subList(0, order.abandoned().size()).clear();
    order.claims().forEach((one, asked) -> claimed(one, asked.most(), claimed.get()));
    parts.pace().began(claimed.get().size(), intentNanos);
    claimed.get().forEach(task -> launch(lease, task, intentNanos));
    order.close().forEach(this::over);
    if (!order.skip().isEmpty() || !order.settlements().isEmpty()) {
      around.news().accept(parts.lane().app());
    }
    if (!order.skip().isEmpty() || (!order.settlements().isEmpty() && mayHaveEnded())) {
      refresh();
    }
    return true;
  }

  /** Whether a follow-up has nothing left here, so that its counts are worth a look at once. */
  private boolean mayHaveEnded() {
    return underWay.isEmpty()
        && settlements.isEmpty()
        && open.values().stream().anyMatch(one -> one.left() == 0);
  }

  private void claimed(FollowUp followUp, int asked, List<FollowUpTask> claimed) {
    var taken = claimed.stream().filter(task -> task.followUp().equals(followUp.id())).count();
    Objects.requireNonNull(open.get(followUp.id())).claimed(taken, asked);
  }

  /** It is closed, or set aside. */
  private void over(FollowUpId id) {
    open.remove(id);
    doubts.retain(open.keySet());
    around.news().accept(parts.lane().app());
  }

  private void launch(Lease lease, FollowUpTask task, long intentNanos) {
    var one = Objects.requireNonNull(open.get(task.followUp()));
    var attempt = new Attempt(task, one.kind(), intentNanos);
    underWay.put(Key.of(task), attempt);
    var heldBack = new AtomicBoolean();
    Consumer<Outcome> done =
        outcome -> {
          var known = refusals(one.kind()).judged(Key.of(task), task.target(), outcome);
          deliver.accept(
              new LaneEvent.FollowedUp(attempt, parts.pace().heard(known), now(), heldBack.get()));
        };
    var held = Optional.of(lease);
    switch (one.kind()) {
      case RECALL ->
          ports.wire().delete(task.messageId(), () -> leaves(held, intentNanos, heldBack), done);
      case CORRECTION ->
          ports
              .wire()
              .edit(
                  task.messageId(),
                  task.room(),
                  one.corrected(task),
                  () -> leaves(held, intentNanos, heldBack),
                  done);
    }
  }

  private boolean leaves(Optional<Lease> held, long intentNanos, AtomicBoolean heldBack) {
    var may = parts.flights().mayLeave(held, intentNanos);
    heldBack.set(!may);
    return may;
  }

  // What comes in ------------------------------------------------------------------------------

  void received(LaneEvent.FollowedUp answered, boolean busy) {
    var attempt = answered.attempt();
    var task = attempt.task();
    var ours = underWay.remove(Key.of(task), attempt);
    var event = new FollowUpLife.Event.Answered(answered.outcome(), task.doubted());
    var to = FollowUpLife.after(attempt.kind(), FollowUpState.DOING, event);
    var settled = task.settled(to, FollowUpReasons.of(to, answered.outcome()));
    settlements.add(to == FollowUpState.RETRY ? settled.notCounted() : settled);
    if (ours) {
      if (to == FollowUpState.UNKNOWN) {
        doubts.add(task, attempt.intentNanos());
      } else if (to == FollowUpState.RETRY) {
        var wait = refusals(attempt.kind()).waitOf(Key.of(task));
        Optional.ofNullable(open.get(task.followUp())).ifPresent(one -> one.oneMore(task, wait));
      }
    }
    parts.bot().answered(answered);
    var many = refusals(attempt.kind()).areAbout();
    parts.pace().answered(answered, busy, many).ifPresent(parts.outbox()::add);
  }

  private Refusals<Key> refusals(FollowUp.Kind kind) {
    return Objects.requireNonNull(refusals.get(kind));
  }

  /** Another bot is told that there is no such message. */
  private boolean isSameBot(FollowUpId id) {
    var sender = Optional.ofNullable(open.get(id)).flatMap(OpenFollowUp::bot);
    var asker = parts.wire().bot().flatMap(bot -> bot.id());
    return sender.isPresent()
        && asker.isPresent()
        && PlatformId.compare(sender.get().value(), asker.get().value()) == Likeness.SAME;
  }

  void received(LaneEvent.Shown shown) {
    var task = shown.doubt().task();
    var one = open.get(task.followUp());
    if (one == null) {
      return;
    }
    var sighting = one.sighting(task, shown.answer(), isSameBot(task.followUp()));
    doubts
        .judged(shown.doubt(), one.kind(), sighting)
        .ifPresent(settled -> {
          settlements.add(settled);
          if (settled.to() == FollowUpState.RETRY) {
            one.oneMore();
          }
        });
  }

  private long now() {
    return around.time().nanos();
  }
}
