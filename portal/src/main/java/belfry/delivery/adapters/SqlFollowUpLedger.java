package belfry.delivery.adapters;

import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.base.Time;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Lease;
import belfry.delivery.lane.FollowUpLedger;
import belfry.runs.Runs;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpId;
import belfry.runs.followups.FollowUpMoves;
import belfry.runs.followups.FollowUpTally;
import belfry.runs.followups.FollowUpTask;
import belfry.runs.followups.FollowUps;
import belfry.runs.ids.RunId;
import belfry.storage.CachedRead;
import belfry.storage.Database;
import belfry.storage.Unreadable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps follow-ups in the database; each transaction is fenced by the lane's row. */
public final class SqlFollowUpLedger implements FollowUpLedger {
  private static final Logger LOG = LoggerFactory.getLogger(SqlFollowUpLedger.class);
  private final LaneId lane;
  private final AppName app;
  private final Database database;
  private final FollowUps followUps;
  private final Runs runs;
  private final Time time;
  private final Duration leaseTtl;
  private final CachedRead<List<FollowUp>> open;

  /** Those set aside because they contradict themselves; until their counts change. */
  private final Map<FollowUpId, Unsound> unsound = new ConcurrentHashMap<>();

  /**
   * One that contradicts itself.
   *
   * @param tally at that time
   * @param why in words for operators, with the numbers
   */
  private record Unsound(FollowUp followUp, FollowUpTally tally, String why) {}

  /** What a transaction closed, and what it did not because that contradicts itself. */
  private record Ends(List<FollowUpId> closed, List<Unsound> wrong) {
    Ends() {
      this(new ArrayList<>(), new ArrayList<>());
    }
  }

  public SqlFollowUpLedger(LaneId lane, Database database, Time time, Duration leaseTtl) {
    this.lane = lane;
    app = lane.app();
    this.database = database;
    this.time = time;
    this.leaseTtl = leaseTtl;
    followUps = new FollowUps(database);
    runs = new Runs(database);
    open = new CachedRead<>(database, handle -> FollowUps.open(handle, app));
  }

  @Override
  public List<FollowUp> open() {
    var all = open.get();
    all.stream()
        .filter(one -> !one.tally().isSound() && !isSetAside(one))
        .forEach(one -> setAside(new Unsound(one, one.tally(), "its counts say " + one.tally())));
    var sound = all.stream().filter(one -> !isSetAside(one)).toList();
    unsound.keySet().retainAll(all.stream().filter(this::isSetAside).map(FollowUp::id).toList());
    return sound;
  }

  private boolean isSetAside(FollowUp followUp) {
    return Optional.ofNullable(unsound.get(followUp.id()))
        .filter(one -> one.tally.equals(followUp.tally()))
        .isPresent();
  }

  private void setAside(Unsound found) {
    if (!found.equals(unsound.put(found.followUp.id(), found))) {
      LOG.error(
          "App {}: {} {} contradicts itself: {}. It is set aside until its counts change or Belfry starts again; all others go on. Please report this",
          app,
          EnumWord.of(found.followUp.kind()),
          found.followUp.id(),
          found.why);
    }
  }

  /** Those that are set aside and why, as sentences for operators. */
  public List<String> setAside() {
    return unsound.values().stream()
        .map(one ->
            "%s %s of %s: %s"
                .formatted(EnumWord.of(one.followUp.kind()), one.followUp.id(), app, one.why))
        .sorted()
        .toList();
  }

  @Override
  public Optional<Sent> sent(RunId run) {
    try {
      return runs.find(run)
          .map(found -> new Sent(found, followUps.bot(run, lane.bot()), corrections(run)));
    } catch (Unreadable _) {
      // What is to be done with its messages waits, and nothing else.
      return Optional.empty();
    }
  }

  private List<String> corrections(RunId run) {
    return database.read(handle -> FollowUps.of(handle, run)).stream()
        .map(FollowUp::markdown)
        .filter(markdown -> !markdown.isEmpty())
        .toList();
  }

  @Override
  public Optional<List<FollowUpTask>> takeOver(Lease lease) {
    var open = followUps.open(app);
    var now = time.now();
    if (open.isEmpty()) {
      return Optional.of(List.of());
    }
    return database.write(handle -> {
      if (!lease.renew(handle, now.plus(leaseTtl))) {
        return Optional.empty();
      }
      var moves = new FollowUpMoves(handle, lane.bot(), now);
      var unknown = new ArrayList<FollowUpTask>();
      open.forEach(followUp -> unknown.addAll(moves.orphan(followUp, lease.epoch())));
      moves.count();
      return Optional.of(unknown);
    });
  }

  @Override
  public Optional<List<FollowUpTask>> turn(Lease lease, Order order) {
    var now = time.now();
    var ends = new Ends();
    var claims = database.write(handle -> claimed(handle, lease, order, now, ends));
    ends.closed.forEach(id -> LOG.info("App {}: follow-up {} is finished", app, id));
    ends.wrong.forEach(this::setAside);
    return claims;
  }

  private Optional<List<FollowUpTask>> claimed(
      Handle handle, Lease lease, Order order, Instant now, Ends ends) {
    // A transaction may be run again.
    ends.closed.clear();
    ends.wrong.clear();
    if (!lease.renew(handle, now.plus(leaseTtl))) {
      return Optional.empty();
    }
    var moves = new FollowUpMoves(handle, lane.bot(), now);
    order.abandoned().forEach(one -> moves.abandon(one.followUp(), one.attemptId()));
    moves.settle(order.settlements());
    order.skip().forEach(moves::skip);
    var intent = new FollowUpMoves.Intent(order.attemptId(), lease.epoch());
    var claimed = new ArrayList<FollowUpTask>();
    order
        .claims()
        .forEach((followUp, claim) ->
            claimed.addAll(moves.claim(followUp, claim.most(), claim.waiting(), intent)));
    moves.count();
    order.close().forEach(id -> close(handle, id, now, ends));
    return Optional.of(claimed);
  }

  /** Closes it, if it does not contradict itself. */
  private static void close(Handle handle, FollowUpId id, Instant now, Ends ends) {
    var counted = FollowUps.counted(handle, id);
    var wrong =
        FollowUps.find(handle, id)
            .filter(one -> !one.tally().equals(counted))
            .map(one ->
                new Unsound(
                    one,
                    one.tally(),
                    "its rows say %s, its counts say %s".formatted(counted, one.tally())));
    if (wrong.isPresent()) {
      ends.wrong.add(wrong.get());
    } else if (FollowUps.close(handle, id, now)) {
      ends.closed.add(id);
    }
  }

  @Override
  public void late(List<FollowUpTask.Settled> settlements) {
    database.write(handle -> {
      var moves = new FollowUpMoves(handle, lane.bot(), time.now());
      moves.settle(settlements);
      return moves.count();
    });
  }
}
