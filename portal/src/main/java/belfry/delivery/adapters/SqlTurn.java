package belfry.delivery.adapters;

import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.Rest;
import belfry.delivery.lane.Ledger;
import belfry.runs.RecipientMoves;
import belfry.runs.Runs;
import belfry.runs.recipients.Settlement;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** A lane's turn inside its transaction. */
final class SqlTurn {
  private final Handle handle;
  private final Lease lease;
  private final RecipientMoves moves;

  SqlTurn(Handle handle, Runs runs, Lease lease, Instant now) {
    this.handle = handle;
    this.lease = lease;
    moves = new RecipientMoves(handle, runs, lease.lane().bot(), now);
  }

  /** Executes the order; {@code wanted} says whether another node asks for the lane. */
  Ledger.Turn.Done done(Ledger.Order order, boolean wanted) {
    order.abandoned().forEach(one -> moves.abandon(one.run(), one.attemptId()));
    moves.settle(order.settlements(), order.kept().bot());
    var intent =
        new RecipientMoves.Intent(
            order.attemptId(), order.dated(), lease.epoch(), order.busy(), order.kept().bot());
    order.skip().forEach(run -> moves.skip(run, intent));
    order
        .claims()
        .forEach(claim ->
            moves.claim(
                claim.run(), claim.retries(), claim.fresh(), intent.alsoBusy(claim.busy())));
    order.rests().forEach(rest -> RestLog.write(handle, lease.lane(), rest));
    order.echoes().forEach((run, shown) -> Runs.keepEcho(handle, run, shown));
    return new Ledger.Turn.Done(
        moves.claimed(),
        moves.doubts(),
        moves.contested(),
        moves.deferred(),
        moves.count(),
        wanted);
  }

  boolean late(Collection<Settlement> settlements, Collection<Rest> rests) {
    moves.settle(settlements, Optional.empty());
    rests.forEach(rest -> RestLog.write(handle, lease.lane(), rest));
    moves.count();
    return true;
  }
}
