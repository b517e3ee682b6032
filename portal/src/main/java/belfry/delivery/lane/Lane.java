package belfry.delivery.lane;

import belfry.base.Time;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.Tuning;
import belfry.pace.SharedLimit;
import belfry.platform.Outcome;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RecipientLife;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Settlement;
import belfry.storage.StorageException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sending queue of one bot. Each turn takes in answers, settles and claims recipients in one
 * transaction, and hands the claimed ones to the wire. An intent is committed before the first byte
 * leaves.
 *
 * <p>{@link #turn} and all state belong to one thread; answers arrive through {@link #deliver}. The
 * lane does not block and starts no thread, so that a test can control its time.
 */
public final class Lane {
  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

  /** Nothing more is sent while so many messages are in doubt: each takes looks of its own. */
  static final int MOST_DOUBTS = 1_000;

  /** With thousands of runs, reading them takes long, so it may use at most a tenth of the time. */
  private static final int RESTS_FOR_EACH_REFRESH = 9;

  private static final Duration REFRESH = Duration.ofSeconds(1);

  private final LaneId lane;
  private final Ledger ledger;
  private final Wire wire;
  private final Surroundings around;
  private final Tuning tuning;
  private final Time time;
  private final RunTurns turns;
  private final Reconciler reconciler;
  private final OtherSenders others;
  private final Inquiry inquiry;
  private final BotWatch bot;
  private final HandOver handOver;
  private final StorageRest storage;
  private final LanePace pace;
  private final Outbox outbox = new Outbox();
  private final Flights flights;
  private final LaneLooks looks;
  private final TurnPlan orders;
  private final LaneFollowUps followUps;
  private final RunClosing endings;
  private final Queue<LaneEvent> mailbox = new ConcurrentLinkedQueue<>();
  private volatile Runnable bell = () -> {};

  /** Also read by the wire's threads, when they are about to write. */
  private volatile Optional<Lease> lease = Optional.empty();

  private volatile boolean elsewhere;

  private long renewedAt;
  private long refreshAt;
  private long mayRefreshAt;
  private boolean draining;

  /** Whether recipients were waiting when the last turn ended, so that the rate was fully used. */
  private boolean busy;

  public Lane(
      LaneId lane,
      Ledger ledger,
      Wire wire,
      FollowUpPorts afterwards,
      Surroundings around,
      SharedLimit limit) {
    this.lane = lane;
    this.ledger = ledger;
    this.wire = wire;
    this.around = around;
    tuning = around.tuning();
    time = around.time();
    turns = new RunTurns(ledger, time);
    reconciler = new Reconciler(tuning, time);
    others = new OtherSenders(lane, ledger, wire, turns, around);
    inquiry = new Inquiry(ledger, wire, others);
    bot = new BotWatch(lane, tuning, time);
    handOver = new HandOver(tuning, time);
    storage = new StorageRest(lane, time);
    pace = new LanePace(lane, around, bot, limit);
    flights = new Flights(wire, pace, around, this::lease, this::deliver);
    var parts =
        new LaneParts(
            lane, wire, tuning, turns, reconciler, inquiry, others, bot, outbox, flights, pace);
    looks = new LaneLooks(parts, time, this::deliver);
    orders = new TurnPlan(parts, time);
    followUps = new LaneFollowUps(parts, afterwards, around, this::deliver);
    endings = new RunClosing(parts, ledger, around.news());
    refreshAt = time.nanos();
    mayRefreshAt = refreshAt;
  }

  /** Delivers an event to the lane; may be called from any thread. */
  public void deliver(LaneEvent event) {
    mailbox.add(event);
    bell.run();
  }

  /** Sets a callback for delivered events, whose receiver must call {@link #turn}. */
  public void onDelivery(Runnable ring) {
    bell = ring;
  }

  /** Its current lease; may be called from any thread. */
  public Optional<Lease> lease() {
    return lease;
  }

  /** Whether another node had it at the last look. May be called from any thread. */
  public boolean isElsewhere() {
    return elsewhere;
  }

  /** Why nothing can be written now; empty if it can. May be called from any thread. */
  public Optional<String> storageTrouble() {
    return storage.trouble();
  }

  /** What comes instead of answers, while there are none. May be called from any thread. */
  public Optional<String> silence() {
    return bot.silence();
  }

  /** Who waits in it. Other threads may only ask it until when somebody does. */
  public RunTurns turns() {
    return turns;
  }

  /** Whether a stop has nothing left to wait for. */
  public boolean drained() {
    return draining && lease.isEmpty() && isIdle();
  }

  private boolean isIdle() {
    return flights.isEmpty() && outbox.isEmpty() && followUps.isIdle();
  }

  /** Takes one turn; returns when the next is due at the latest, on the monotonic clock. */
  public long turn() {
    receive();
    if (!storage.isOver()) {
      return storage.endsAt();
    }
    try {
      if (lease.isPresent()) {
        work();
      } else if (draining || !acquire()) {
        recordLate();
        storage.works();
        return time.nanos() + tuning.acquiring().toNanos();
      }
      var next = next();
      storage.works();
      return next;
    } catch (StorageException e) {
      storage.failed(e);
      return storage.endsAt();
    }
  }

  /** Takes the lane, and what an earlier owner left in doubt; false while another node holds it. */
  private boolean acquire() {
    recordLate();
    var acquired = ledger.acquire(around.owner());
    elsewhere = acquired.isEmpty();
    var doubts = acquired.flatMap(taken -> ledger.takeOver(taken.lease()));
    if (doubts.isEmpty() || !followUps.taken(acquired.get().lease())) {
      return false;
    }
    pace.taken(acquired.get(), wire.platformTime(), bot.works());
    renewedAt = time.nanos();
    lease = acquired.map(Ledger.Acquired::lease);
    inquiry.taken(acquired.get().kept());
    others.taken(acquired.get().kept());
    reconciler.remember(acquired.get().kept().lag());
    looks.taken(doubts.get());
    around.moved().accept(lane.app());
    refresh();
    return true;
  }

  private void work() {
    if (time.nanos() - refreshAt >= 0) {
      refresh();
    }
    looks.judge();
    if (wire.isRefused()) {
      bot.refusedElsewhere();
    }
    if (bot.tryBeginCheck()) {
      wire.check(check -> deliver(new LaneEvent.Checked(check)));
    }
    // Of a bot that is gone, each ends at once: nothing leaves for it.
    var mayChange = !givesUp() && (bot.works() || bot.isGone());
    if (!followUps.work(lease.orElseThrow(), mayChange, this::leftToFollowUps)) {
      lost();
      return;
    }
    var order = orders.next(lease.orElseThrow(), maySend());
    if (!order.isEmpty() || bot.hasNews() || others.hasNews() || mustRenew()) {
      commit(order);
    } else {
      pace.tookNone();
    }
    looks.ask(orders.busyTargets());
    endings.take();
    if (givesUp() && isIdle()) {
      lease.ifPresent(this::release);
    }
  }

  private boolean givesUp() {
    return draining || handsOver();
  }

  /** Not during a rest, which is measured by this clock here and by another one there. */
  private boolean handsOver() {
    var calm = reconciler.size() == 0 && !turns.isPreparing();
    return handOver.isDue(calm || bot.isCutOff()) && !pace.rests();
  }

  private void release(Lease held) {
    ledger.release(held);
    if (!draining) {
      LOG.info("App {}: its lane is handed to another node, which asked for it", lane);
    }
    forget();
    around.moved().accept(lane.app());
  }

  /** The lane is no longer ours; the next owner finds everything open in the ledger. */
  private void forget() {
    lease = Optional.empty();
    handOver.asked(false);
    bot.laneLeft();
    pace.laneLeft();
    reconciler.clear();
    others.clear();
    looks.clear();
    turns.clear();
    followUps.clear();
  }

  private void refresh() {
    var began = time.nanos();
    turns.refresh(ledger.open(), ledger.quietUntil());
    followUps.refresh();
    refreshAt = time.nanos() + REFRESH.toNanos();
    mayRefreshAt = time.nanos() + RESTS_FOR_EACH_REFRESH * (time.nanos() - began);
  }

  // What comes in ----------------------------------------------------------------------------

  private void receive() {
    for (var event = mailbox.poll(); event != null; event = mailbox.poll()) {
      switch (event) {
        case LaneEvent.Answered answered -> answered(answered);
        case LaneEvent.Looked looked -> looks.received(looked);
        case LaneEvent.Probed one -> looks.received(one);
        case LaneEvent.FollowedUp one -> followUps.received(one, busy);
        case LaneEvent.Shown shown -> followUps.received(shown);
        case LaneEvent.Checked(var check) -> checked(check);
        case LaneEvent.Changed() ->
            refreshAt = Math.min(refreshAt, Math.max(mayRefreshAt, time.nanos()));
        case LaneEvent.Drain() -> draining = true;
      }
    }
  }

  private void checked(Wire.Check check) {
    bot.answered(check);
    if (check instanceof Wire.Check.Works) {
      pace.told(wire.platformTime());
    }
  }

  private void answered(LaneEvent.Answered answered) {
    var flight = answered.flight();
    var outcome = answered.outcome();
    var ours = flights.landed(flight);
    var to = RecipientLife.after(RecipientState.SENDING, new RecipientLife.Event.Answered(outcome));
    outbox.add(flight.settled(to, outcome));
    if (ours && to == RecipientState.UNKNOWN) {
      reconciler.doubt(flight.doubt(wire.bot(), outcome), flight.intentNanos());
    }
    switch (outcome) {
      case Outcome.Accepted accepted -> {
        reconciler.accepted(flight.kind(), flight.control(accepted), flight.intentNanos());
        turns.shown(flight, accepted.shown()).ifPresent(outbox::add);
      }
      case Outcome.Unreadable _ -> reconciler.misunderstood(flight.key());
      case Outcome.Refused _, Outcome.Unauthorized _ -> reconciler.understood(flight.key());
      // Of this message a limit says nothing, whoever answers to the next attempt.
      case Outcome.Throttled _, Outcome.NotSent _, Outcome.Unknown _ -> {}
    }
    bot.answered(answered);
    pace.answered(answered, busy, flights.manyAreRefused()).ifPresent(outbox::add);
  }

  // What goes out ----------------------------------------------------------------------------

  private boolean maySend() {
    return !givesUp() && bot.works() && reconciler.size() < MOST_DOUBTS;
  }

  private int leftToFollowUps(int permits) {
    return maySend() ? turns.leftToFollowUps(permits, orders.roomForFiles()) : permits;
  }

  /** If no other process can take the lane, it is not renewed while nothing happens. */
  private boolean mustRenew() {
    return !around.exclusive() && time.nanos() - renewAt() >= 0;
  }

  private long renewAt() {
    return renewedAt + tuning.renewing().toNanos();
  }

  private void commit(Ledger.Order order) {
    var intentNanos = time.nanos();
    Ledger.Turn turn;
    try {
      turn = ledger.turn(lease.orElseThrow(), order);
    } catch (StorageException e) {
      // It may still have been committed. Before anything new begins, it is recorded that nothing
      // of it was sent.
      outbox.abandon(order);
      throw e;
    }
    switch (turn) {
      case Ledger.Turn.Lost() -> lost();
      case Ledger.Turn.Done done -> committed(order, done, intentNanos);
    }
  }

  private void committed(Ledger.Order order, Ledger.Turn.Done done, long intentNanos) {
    renewedAt = intentNanos;
    handOver.asked(done.wanted());
    outbox.written(order);
    flights.recorded();
    bot.written();
    others.written();
    done.written(order).forEach(this::settled);
    looks.doubted(done);
    order
        .skip()
        .forEach(run ->
            Optional.ofNullable(done.progresses().get(run))
                .ifPresent(now -> turns.skipped(run, now)));
    done.progresses().forEach(turns::stands);
    done.deferred().forEach(this::defer);
    pace.began(done.claimed().size(), intentNanos);
    for (var claimed : done.claimed()) {
      others.intended(claimed.run(), wire.platformTime());
      flights.launch(
          Flight.of(claimed, order, intentNanos), turns.content(claimed.run(), claimed.values()));
    }
    if (!done.progresses().isEmpty()) {
      around.news().accept(lane.app());
    }
  }

  private void settled(Settlement settlement) {
    var key = new Reconciler.Key(settlement.run(), settlement.seq());
    if (settlement.to() != RecipientState.UNKNOWN) {
      reconciler.forget(settlement.run(), settlement.seq(), settlement.attemptId());
    }
    if (settlement.to() == RecipientState.RETRY) {
      turns.retry(key, flights.waitOf(key));
    } else if (settlement.to() == RecipientState.SENT) {
      reconciler.understood(key);
    }
  }

  /** Something to the same person is unsettled, so these wait a little. */
  private void defer(RunId run, List<Long> seqs) {
    var readyAt = time.nanos() + REFRESH.toNanos();
    seqs.forEach(seq -> turns.retry(run, seq, readyAt));
  }

  // When things go wrong ---------------------------------------------------------------------

  private void lost() {
    LOG.warn(
        "App {}: another node has taken this lane. Nothing new is sent here; late answers are still recorded",
        lane);
    forget();
    flights.clear();
    outbox.laneLost();
    recordLate();
  }

  private void recordLate() {
    followUps.recordLate();
    if (!outbox.isEmpty()) {
      ledger.late(outbox.settlements(), outbox.rests());
      outbox.lateWritten();
    }
  }

  private long next() {
    var now = time.nanos();
    busy = lease.isPresent() && (followUps.hasWork() || turns.hasWork(orders.roomForFiles()));
    pace.hurries(busy && turns.isUrgent(orders.roomForFiles()));
    if (lease.isEmpty()
        || !mailbox.isEmpty()
        || looks.isPending()
        || !turns.toSkip().isEmpty()
        || endings.areDue()) {
      return now;
    }
    var next = followUps.nextOr(looks.nextOr(bot.nextOr(refreshAt)));
    next = Math.min(next, turns.nextRetry().orElse(next));
    next = around.exclusive() ? next : Math.min(next, renewAt());
    var permit = busy && maySend() ? pace.nextPermit(flights.size()) : Optional.<Long>empty();
    return Math.min(next, permit.orElse(next));
  }
}
