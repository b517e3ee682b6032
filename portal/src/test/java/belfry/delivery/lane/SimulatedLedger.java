package belfry.delivery.lane;

import belfry.delivery.evidence.KnownMessages;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.Rest;
import belfry.people.audience.Target;
import belfry.platform.ShownContent;
import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Addressee;
import belfry.runs.recipients.Claimed;
import belfry.runs.recipients.Contact;
import belfry.runs.recipients.Control;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Settlement;
import belfry.storage.StorageException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One process's way to the ledger that all share. Each call may fail, or be where its process is
 * killed or paused, before or after it was applied.
 */
final class SimulatedLedger implements Ledger {
  private final Simulation world;
  private final SimulatedNode node;
  private final MemoryLedger memory;

  /** Claimed by the last turn and not yet handed to the wire. */
  private final Queue<Claimed> claimed = new ArrayDeque<>();

  SimulatedLedger(Simulation world, SimulatedNode node) {
    this.world = world;
    this.node = node;
    memory = world.memory(node.number());
  }

  /** What the wire gets next: the ledger has it as sending, or the seed has failed. */
  Claimed handedOver(String target) {
    var next = claimed.poll();
    world
        .laws()
        .require(
            next != null && next.target().equals(target),
            () -> "no intent before the wire: " + target);
    return Optional.ofNullable(next).orElseThrow();
  }

  private <T> T call(Supplier<T> work) {
    mishap();
    var result = work.get();
    mishap();
    return result;
  }

  private void mishap() {
    if (world.databaseIsDown() || world.happens(0.004)) {
      throw new StorageException("the connection broke");
    }
    if (world.happens(0.001)) {
      node.kill();
    }
    if (world.happens(0.001)) {
      node.pauseHere(world.pause());
    }
    if (!node.isAlive()) {
      throw new SimulatedNode.Killed();
    }
  }

  @Override
  public Turn turn(Lease lease, Order order) {
    claimed.clear();
    var gates = new HashMap<RunId, Run.Gate>();
    order.claims().forEach(claim -> gates.put(claim.run(), memory.gate(claim.run())));
    return call(() -> applied(lease, order, gates));
  }

  private Turn applied(Lease lease, Order order, Map<RunId, Run.Gate> gates) {
    var turn = memory.turn(world.fenced(lease), taken(order));
    switch (turn) {
      case Turn.Lost() -> {
        world.tell(node.name() + " has lost the lane");
        node.outage().over();
      }
      case Turn.Done done -> {
        if (order.settlements().stream().anyMatch(one -> one.to() == RecipientState.SENT)) {
          node.outage().over();
        }
        claimed.addAll(done.claimed());
        if (!done.claimed().isEmpty()) {
          world.laws().intended(done.claimed(), gates, node);
        }
        order.rests().forEach(rest -> world.laws().rested(rest, node));
        order.settlements().stream()
            .filter(one -> one.to() == RecipientState.UNKNOWN && !one.messageId().isEmpty())
            .forEach(this::named);
        world.waves().turned();
        tell(order.settlements());
        if (!claimed.isEmpty()
            || !order.settlements().isEmpty()
            || !order.abandoned().isEmpty()
            || !order.skip().isEmpty()) {
          world.laws().check();
        }
        done.claimed().forEach(claim -> world.tell(node.name() + " intends " + words(claim)));
        if (!done.claimed().isEmpty() && world.happens(0.01)) {
          node.pauseHere(world.pause());
        }
      }
    }
    return turn;
  }

  private Order taken(Order order) {
    return world.mutant() == Mutant.DOUBT_HOLDS_NOBODY
        ? new Order(
            order.attemptId(),
            order.dated(),
            order.settlements(),
            order.abandoned(),
            order.claims().stream().map(claim -> claim.busy(Set.of())).toList(),
            order.busy(),
            order.skip(),
            order.pace(),
            order.kept(),
            order.echoes(),
            order.trouble(),
            order.rests(),
            order.offered())
        : order;
  }

  private void named(Settlement one) {
    var target = memory.rows(one.run()).get((int) one.seq()).target();
    world.platform().named(one.run(), target, one.messageId());
  }

  private void tell(Collection<Settlement> settlements) {
    settlements.forEach(settlement ->
        world.tell(
            node.name()
                + " settles "
                + settlement.run()
                + "/"
                + settlement.seq()
                + ": "
                + settlement.to()));
  }

  static String words(Claimed claim) {
    return claim.target() + " of " + claim.run() + ", attempt " + claim.attempt();
  }

  @Override
  public Optional<Acquired> acquire(String owner) {
    node.outage().over();
    var acquired = call(() -> memory.acquire(owner));
    acquired.ifPresent(taken -> world.acquired(taken.lease()));
    return acquired;
  }

  @Override
  public void release(Lease lease) {
    call(() -> {
      memory.release(lease);
      return lease;
    });
  }

  @Override
  public Optional<List<Doubtful>> takeOver(Lease lease) {
    var doubtful = call(() -> memory.takeOver(lease));
    return world.mutant() == Mutant.ANY_BOT
        ? doubtful.map(some -> some.stream().map(SimulatedLedger::ofAnybody).toList())
        : doubtful;
  }

  private static Doubtful ofAnybody(Doubtful one) {
    return new Doubtful(
        one.run(),
        one.seq(),
        one.attemptId(),
        one.kind(),
        one.target(),
        one.dated(),
        Optional.empty(),
        one.named(),
        one.values());
  }

  @Override
  public List<Run> open() {
    return call(memory::open);
  }

  @Override
  public Optional<Instant> quietUntil() {
    return memory.quietUntil();
  }

  @Override
  public List<Long> retries(RunId run, long seq, int most) {
    return call(() -> memory.retries(run, seq, most));
  }

  @Override
  public void late(Collection<Settlement> settlements, Collection<Rest> rests) {
    call(() -> {
      memory.late(settlements, rests);
      tell(settlements);
      world.laws().check();
      return settlements;
    });
  }

  @Override
  public Set<RunId> finish(List<Run> runs) {
    return call(() -> memory.finish(runs));
  }

  @Override
  public Map<RunId, RunProgress> pause(List<Run> runs) {
    return call(() -> world.waves().paused(memory.pause(runs)));
  }

  @Override
  public KnownMessages known(String target, Collection<String> messageIds, Instant since) {
    return call(() -> memory.known(target, messageIds, since));
  }

  @Override
  public boolean isRecorded(String messageId) {
    return call(() -> memory.isRecorded(messageId));
  }

  @Override
  public List<Addressee> sent(RunId run, List<Long> from) {
    return call(() -> memory.sent(run, from));
  }

  @Override
  public Optional<ShownContent> echo(RunId run) {
    var echo = call(() -> memory.echo(run));
    return switch (world.mutant()) {
      case NO_ECHO, TRUSTS_WORDS -> Optional.empty();
      default -> echo;
    };
  }

  @Override
  public Contact contact(String target) {
    return call(() -> memory.contact(target));
  }

  @Override
  public Optional<Control> control(RunId run, Target.Kind kind) {
    return call(() -> memory.control(run, kind));
  }
}
