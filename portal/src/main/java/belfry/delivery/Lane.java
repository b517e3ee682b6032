package belfry.delivery;

import belfry.base.Time;
import belfry.jobs.RecipientState;
import belfry.jobs.Run;
import belfry.jobs.RunId;
import belfry.platform.Outcome;
import belfry.storage.StorageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One bot's way out. Each turn takes in what came back, settles and claims in one transaction, and
 * hands what was claimed to the wire: an intent is committed before the first byte leaves.
 *
 * <p>{@link #turn} and all state belong to one thread; answers come in through {@link #deliver}.
 * The lane does not wait and starts no thread, so that a test can own its time.
 */
final class Lane {
  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
  private static final int MOST_CLAIMS = 256;
  private static final int MOST_DOUBTS = 1_000;
  private static final int LOOKS_AT_ONCE = 8;
  private static final Duration REFRESH = Duration.ofSeconds(1);
  private static final Duration CHECK = Duration.ofSeconds(15);
  private static final Duration STORAGE_REST = Duration.ofMillis(500);
  private static final Duration LONGEST_REST = Duration.ofSeconds(30);

  private final String app;
  private final String owner;
  private final Ledger ledger;
  private final Wire wire;
  private final Tuning tuning;
  private final Time time;
  private final RandomGenerator random;
  private final Consumer<String> news;
  private final boolean exclusive;
  private final Backlog backlog;
  private final Reconciler reconciler;
  private final Queue<Event> mailbox = new ConcurrentLinkedQueue<>();
  private volatile Runnable bell = () -> {};
  private final Map<Reconciler.Key, Flight> flights = new HashMap<>();
  private final List<Settlement> settlements = new ArrayList<>();
  private final List<Ledger.Abandoned> abandoned = new ArrayList<>();
  private final List<Rest> rests = new ArrayList<>();
  private Pacer pacer;

  /** Read by the wire's threads too, as they are about to write. */
  private volatile Optional<Lease> lease = Optional.empty();

  private long renewedAt;
  private long refreshAt;
  private long storageOpensAt;
  private int storageFailures;
  private int silences;
  private long attempts;
  private boolean checked;
  private boolean checking;
  private long checkAt;
  private String trouble = "";
  private boolean troubleKept = true;

  /** Whether somebody was waiting when the last turn ended: then what is accepted used the rate. */
  private boolean busy;

  private boolean draining;

  /** What reaches a lane from outside. */
  sealed interface Event {
    record Answered(Flight flight, Outcome outcome, long nanos) implements Event {}

    record Looked(Reconciler.Doubt doubt, Finding finding) implements Event {}

    record Checked(boolean works) implements Event {}

    /** Something about the app's runs changed. */
    record Changed() implements Event {}

    /** No new intents; what is in flight is awaited. */
    record Drain() implements Event {}
  }

  /** What a lane needs besides its ledger and its wire. */
  record Surroundings(
      String owner,
      Tuning tuning,
      Time time,
      RandomGenerator random,
      boolean exclusive,
      Consumer<String> news) {}

  Lane(String app, Ledger ledger, Wire wire, Surroundings surroundings) {
    this.app = app;
    this.ledger = ledger;
    this.wire = wire;
    owner = surroundings.owner();
    tuning = surroundings.tuning();
    time = surroundings.time();
    random = surroundings.random();
    exclusive = surroundings.exclusive();
    news = surroundings.news();
    backlog = new Backlog(ledger, time);
    reconciler = new Reconciler(tuning, time);
    pacer = new Pacer(Pacer.unknown(), time.nanos());
    var now = time.nanos();
    refreshAt = now;
    storageOpensAt = now;
    checkAt = now;
  }

  /** Hands something to the lane; from any thread. */
  void deliver(Event event) {
    mailbox.add(event);
    bell.run();
  }

  /** Says whom to tell that something was delivered, so that they call {@link #turn}. */
  void onDelivery(Runnable ring) {
    bell = ring;
  }

  /** What it holds; from any thread. */
  Optional<Lease> lease() {
    return lease;
  }

  /** Whether a stop has nothing left to wait for. */
  boolean drained() {
    return draining && flights.isEmpty() && settlements.isEmpty() && lease.isEmpty();
  }

  /** One turn; returns the moment on the monotonic clock when the next is due at the latest. */
  long turn() {
    receive();
    var now = time.nanos();
    if (now - storageOpensAt < 0) {
      return storageOpensAt;
    }
    try {
      if (lease.isEmpty()) {
        return draining ? now + REFRESH.toNanos() : acquire();
      }
      work();
      storageFailures = 0;
    } catch (StorageException e) {
      storageTrouble(e);
    }
    return next();
  }

  private long acquire() {
    recordLate();
    var acquired = ledger.acquire(owner);
    if (acquired.isEmpty()) {
      return time.nanos() + tuning.leaseTtl().toNanos() / 10;
    }
    var taken = acquired.get().lease();
    var doubts = ledger.takeOver(taken);
    if (doubts.isEmpty()) {
      return time.nanos() + tuning.leaseTtl().toNanos() / 10;
    }
    pacer = new Pacer(acquired.get().pace().orElseGet(Pacer::unknown), time.nanos());
    renewedAt = time.nanos();
    lease = Optional.of(taken);
    doubts.get().forEach(reconciler::doubt);
    if (!doubts.get().isEmpty()) {
      LOG.info(
          "App {}: {} sends of an earlier owner are unsure; each is looked for before anything is sent again",
          app,
          doubts.get().size());
    }
    refresh();
    return time.nanos();
  }

  private void work() {
    if (time.nanos() - refreshAt >= 0) {
      refresh();
    }
    check();
    var order = order();
    if (!isEmpty(order) || !troubleKept || mustRenew()) {
      commit(order);
    }
    look();
    finish();
    if (draining && flights.isEmpty() && settlements.isEmpty()) {
      ledger.release(lease.orElseThrow());
      lease = Optional.empty();
    }
  }

  private void refresh() {
    backlog.refresh(ledger.open());
    refreshAt = time.nanos() + REFRESH.toNanos();
  }

  // What comes in ---------------------------------------------------------------------------

  private void receive() {
    for (var event = mailbox.poll(); event != null; event = mailbox.poll()) {
      switch (event) {
        case Event.Answered(var flight, var outcome, var nanos) -> answered(flight, outcome, nanos);
        case Event.Looked(var doubt, var finding) ->
            reconciler
                .looked(doubt, finding, onUnknown(doubt.what().run()))
                .ifPresent(settlements::add);
        case Event.Checked(var works) -> checked(works);
        case Event.Changed() -> refreshAt = time.nanos();
        case Event.Drain() -> draining = true;
      }
    }
  }

  private Run.OnUnknown onUnknown(RunId run) {
    return backlog.run(run).map(Run::onUnknown).orElse(Run.OnUnknown.HOLD);
  }

  private void answered(Flight flight, Outcome outcome, long nanos) {
    var key = new Reconciler.Key(flight.run(), flight.seq());
    var ours = flights.remove(key, flight);
    var to = RecipientLife.after(RecipientState.SENDING, new RecipientLife.Event.Answered(outcome));
    settlements.add(Reasons.settlement(flight, to, outcome));
    if (ours && to == RecipientState.UNKNOWN) {
      reconciler.doubt(
          new Ledger.Doubtful(
              flight.run(),
              flight.seq(),
              flight.attemptId(),
              flight.kind(),
              flight.target(),
              flight.intentAt()));
    }
    pace(flight, outcome, nanos);
  }

  private void pace(Flight flight, Outcome outcome, long nanos) {
    switch (outcome) {
      case Outcome.Accepted _ -> {
        silences = 0;
        pacer.accepted(flight.intentNanos(), nanos, busy);
      }
      case Outcome.Refused _ -> {
        silences = 0;
        pacer.accepted(flight.intentNanos(), nanos, false);
      }
      case Outcome.Throttled(var rest) -> {
        silences = 0;
        var length = pacer.throttled(flight.intentNanos(), rest, random.nextDouble(), time.nanos());
        var now = time.now();
        rests.add(new Rest(now, now.plus(length)));
      }
      case Outcome.Unauthorized(var words) -> stopBot(words);
      case Outcome.NotSent(var why) -> {
        if (time.nanos() - flight.intentNanos() < tuning.dispatchDeadline().toNanos()) {
          silence(why);
        }
      }
      case Outcome.Unknown(var why) -> silence(why);
    }
  }

  /** One lost answer is an accident; several in a row are a platform in trouble. */
  private void silence(String why) {
    silences++;
    if (silences < 5 || pacer.resting(time.nanos())) {
      return;
    }
    var rest = longer(Duration.ofMillis(500), silences - 5);
    pacer.unreachable(rest, time.nanos());
    LOG.warn(
        "App {}: Webex does not answer ({}). Sending goes on in {} ms", app, why, rest.toMillis());
  }

  private static Duration longer(Duration first, int times) {
    var rest = first.multipliedBy(1L << Math.min(times, 10));
    return rest.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : rest;
  }

  // The bot -----------------------------------------------------------------------------------

  private void stopBot(String words) {
    if (trouble.isEmpty()) {
      trouble = words;
      troubleKept = false;
      checked = false;
      checkAt = time.nanos() + CHECK.toNanos();
      LOG.error(
          "App {}: Webex does not accept the bot's token ({}). Nothing is lost: sending goes on by itself when the token works again",
          app,
          words);
    }
  }

  /** Before the first send and after a refusal: whose token is it, and what time is it there? */
  private void check() {
    if (!checked && !checking && time.nanos() - checkAt >= 0) {
      checking = true;
      wire.check(works -> deliver(new Event.Checked(works)));
    }
  }

  private void checked(boolean works) {
    checking = false;
    checked = works;
    checkAt = time.nanos() + CHECK.toNanos();
    if (works && !trouble.isEmpty()) {
      LOG.info("App {}: the bot's token works again; sending goes on", app);
      trouble = "";
      troubleKept = false;
    }
  }

  // What goes out -----------------------------------------------------------------------------

  private Ledger.Order order() {
    var busy = new HashSet<>(reconciler.targets());
    flights.values().forEach(flight -> busy.add(flight.target()));
    return new Ledger.Order(
        lease.orElseThrow().epoch() << 32 | ++attempts,
        wire.platformTime(),
        List.copyOf(settlements),
        List.copyOf(abandoned),
        backlog.claims(permits()),
        busy,
        backlog.toSkip(),
        pacer.memory(),
        trouble,
        List.copyOf(rests));
  }

  private int permits() {
    if (draining || !checked || !trouble.isEmpty() || reconciler.size() >= MOST_DOUBTS) {
      return 0;
    }
    var room = Math.min(pacer.window() - flights.size(), MOST_CLAIMS);
    return Math.min(room, pacer.permits(time.nanos()));
  }

  private static boolean isEmpty(Ledger.Order order) {
    return order.settlements().isEmpty()
        && order.abandoned().isEmpty()
        && order.claims().isEmpty()
        && order.skip().isEmpty()
        && order.rests().isEmpty();
  }

  /** Where no other process can take the lane, nothing is renewed while nothing happens. */
  private boolean mustRenew() {
    return !exclusive && time.nanos() - renewedAt >= tuning.leaseTtl().toNanos() / 3;
  }

  private void commit(Ledger.Order order) {
    var intentNanos = time.nanos();
    Ledger.Turn turn;
    try {
      turn = ledger.turn(lease.orElseThrow(), order);
    } catch (StorageException e) {
      // It may have been committed all the same. Nothing of it was sent, and that is written down
      // before anything new begins.
      order
          .claims()
          .forEach(claim -> abandoned.add(new Ledger.Abandoned(claim.run(), order.attemptId())));
      throw e;
    }
    switch (turn) {
      case Ledger.Turn.Lost() -> lost();
      case Ledger.Turn.Done done -> {
        renewedAt = intentNanos;
        settlements.subList(0, order.settlements().size()).clear();
        abandoned.subList(0, order.abandoned().size()).clear();
        rests.subList(0, order.rests().size()).clear();
        troubleKept = true;
        order.settlements().forEach(this::settled);
        done.standings().forEach(backlog::stands);
        done.deferred().forEach(this::defer);
        pacer.began(done.claimed().size());
        done.claimed().forEach(claimed -> launch(claimed, order, intentNanos));
        if (!done.standings().isEmpty()) {
          news.accept(app);
        }
      }
    }
  }

  private void settled(Settlement settlement) {
    if (settlement.to() != RecipientState.UNKNOWN) {
      reconciler.forget(settlement.run(), settlement.seq(), settlement.attemptId());
    }
    if (settlement.to() == RecipientState.RETRY) {
      backlog.retry(settlement.run(), settlement.seq(), time.nanos());
    }
  }

  private void defer(RunId run, List<Long> seqs) {
    var readyAt = time.nanos() + REFRESH.toNanos();
    seqs.forEach(seq -> backlog.retry(run, seq, readyAt));
  }

  private void launch(Ledger.Claimed claimed, Ledger.Order order, long intentNanos) {
    var flight =
        new Flight(
            claimed.run(),
            claimed.seq(),
            order.attemptId(),
            claimed.kind(),
            claimed.target(),
            claimed.attempt(),
            order.intentAt(),
            intentNanos);
    flights.put(new Reconciler.Key(flight.run(), flight.seq()), flight);
    var held = lease;
    wire.send(
        flight.kind(),
        flight.target(),
        backlog.run(flight.run()).orElseThrow().markdown(),
        () -> mayLeave(held, intentNanos),
        outcome -> deliver(new Event.Answered(flight, outcome, time.nanos())));
  }

  /** A process that was stopped or slow writes nothing late, and nothing for a lost lane. */
  private boolean mayLeave(Optional<Lease> held, long intentNanos) {
    var age = time.nanos() - intentNanos;
    return age <= tuning.dispatchDeadline().toNanos()
        && age <= tuning.leaseTtl().toNanos() * 4 / 5
        && lease.equals(held);
  }

  private void look() {
    for (var doubt : reconciler.due(LOOKS_AT_ONCE)) {
      var what = doubt.what();
      var markdown = backlog.run(what.run()).map(Run::markdown);
      if (markdown.isEmpty()) {
        deliver(new Event.Looked(doubt, new Finding.NotListable("its run is not open")));
        continue;
      }
      var question =
          new Wire.Question(
              what.kind(),
              what.target(),
              markdown.get(),
              what.intentAt(),
              ledger.recorded(what.target(), what.intentAt().minus(Evidence.SKEW)));
      wire.look(question, finding -> deliver(new Event.Looked(doubt, finding)));
    }
  }

  private void finish() {
    for (var run : backlog.settled()) {
      if (ledger.finish(run)) {
        LOG.info("App {}: run {} is finished", app, run.id());
      }
      backlog.remove(run.id());
      news.accept(app);
    }
  }

  // When things go wrong -----------------------------------------------------------------------

  private void lost() {
    LOG.warn(
        "App {}: another node has taken this lane. Nothing new is sent here; late answers are still recorded",
        app);
    lease = Optional.empty();
    reconciler.clear();
    backlog.clear();
    abandoned.clear();
    flights.clear();
    recordLate();
  }

  private void recordLate() {
    if (!settlements.isEmpty()) {
      ledger.late(settlements);
      settlements.clear();
    }
  }

  private void storageTrouble(StorageException e) {
    var rest = longer(STORAGE_REST, storageFailures++);
    storageOpensAt = time.nanos() + rest.toNanos();
    LOG.warn(
        "App {}: the database failed ({}). Nothing new is sent; outcomes are kept and written in {} ms",
        app,
        e.getMessage(),
        rest.toMillis());
  }

  // When to come back ----------------------------------------------------------------------------

  private long next() {
    var now = time.nanos();
    if (now - storageOpensAt < 0) {
      return storageOpensAt;
    }
    var next = Math.min(refreshAt, now + REFRESH.toNanos());
    if (lease.isEmpty() || !mailbox.isEmpty() || !backlog.toSkip().isEmpty()) {
      return now;
    }
    if (!checked && !checking) {
      next = Math.min(next, checkAt);
    }
    next = Math.min(next, reconciler.next().orElse(next));
    next = Math.min(next, backlog.nextRetry().orElse(next));
    if (permitsUseful()) {
      next = Math.min(next, pacer.nextPermit(now));
    }
    return next;
  }

  private boolean permitsUseful() {
    busy = backlog.hasWork();
    return busy
        && !draining
        && checked
        && trouble.isEmpty()
        && flights.size() < pacer.window()
        && reconciler.size() < MOST_DOUBTS;
  }
}
