package belfry.delivery.adapters;

import belfry.apps.AppName;
import belfry.base.Time;
import belfry.delivery.foundation.Lease;
import belfry.delivery.lane.FollowUpLedger;
import belfry.runs.Runs;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpMoves;
import belfry.runs.followups.FollowUpTask;
import belfry.runs.followups.FollowUps;
import belfry.runs.ids.RunId;
import belfry.storage.CachedRead;
import belfry.storage.Database;
import belfry.storage.Unreadable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps follow-ups in the database; each transaction is fenced by the lane's row. */
public final class SqlFollowUpLedger implements FollowUpLedger {
  private final AppName app;
  private final Database database;
  private final FollowUps followUps;
  private final Runs runs;
  private final Time time;
  private final Duration leaseTtl;
  private final CachedRead<List<FollowUp>> open;

  public SqlFollowUpLedger(AppName app, Database database, Time time, Duration leaseTtl) {
    this.app = app;
    this.database = database;
    this.time = time;
    this.leaseTtl = leaseTtl;
    followUps = new FollowUps(database);
    runs = new Runs(database);
    open = new CachedRead<>(database, handle -> FollowUps.open(handle, app));
  }

  @Override
  public List<FollowUp> open() {
    return open.get();
  }

  @Override
  public Optional<Sent> sent(RunId run) {
    try {
      return runs.find(run).map(found -> new Sent(found, followUps.bot(run), corrections(run)));
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
      var moves = new FollowUpMoves(handle, now);
      var unknown = new ArrayList<FollowUpTask>();
      open.forEach(followUp -> unknown.addAll(moves.orphan(followUp, lease.epoch())));
      moves.count();
      return Optional.of(unknown);
    });
  }

  @Override
  public Optional<List<FollowUpTask>> turn(Lease lease, Order order) {
    var now = time.now();
    return database.write(handle -> {
      if (!lease.renew(handle, now.plus(leaseTtl))) {
        return Optional.empty();
      }
      var moves = new FollowUpMoves(handle, now);
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
      order.close().forEach(id -> FollowUps.close(handle, id, now));
      return Optional.of(claimed);
    });
  }

  @Override
  public void late(List<FollowUpTask.Settled> settlements) {
    database.write(handle -> {
      var moves = new FollowUpMoves(handle, time.now());
      moves.settle(settlements);
      return moves.count();
    });
  }
}
