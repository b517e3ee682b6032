package belfry.delivery;

import belfry.delivery.RecipientLife.Event;
import belfry.jobs.RecipientState;
import belfry.jobs.RunId;
import belfry.jobs.RunProgress;
import belfry.jobs.Runs;
import belfry.jobs.Tally;
import belfry.platform.ShownContent;
import belfry.storage.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** One turn of a lane inside its transaction: it collects what moved and counts it once a run. */
final class SqlTurn {
  private static final int SKIPPED_AT_ONCE = 5_000;
  private static final Duration STEP = Duration.ofSeconds(5);

  private final Handle handle;
  private final Runs runs;
  private final Lease lease;
  private final Instant now;
  private final Map<RunId, Tally.Moves> moves = new LinkedHashMap<>();
  private final Map<RunId, Long> nextSeq = new HashMap<>();
  private String bot = "";
  private final List<Ledger.Claimed> claimed = new ArrayList<>();
  private final Map<RunId, List<Long>> deferred = new HashMap<>();

  SqlTurn(Handle handle, Runs runs, Lease lease, Instant now) {
    this.handle = handle;
    this.runs = runs;
    this.lease = lease;
    this.now = now;
  }

  /** Does all of the order; {@code wanted} is whether another node asks for the lane. */
  Ledger.Turn.Done done(Ledger.Order order, boolean wanted) {
    bot = order.kept().bot();
    order.abandoned().forEach(this::abandon);
    settle(order.settlements());
    order.skip().forEach(this::skip);
    order.claims().forEach(claim -> claim(claim, order));
    order.rests().forEach(this::rest);
    order.echoes().forEach(this::echo);
    return new Ledger.Turn.Done(claimed, deferred, count(), wanted);
  }

  boolean late(Collection<Settlement> settlements, Collection<Rest> rests) {
    settle(settlements);
    rests.forEach(this::rest);
    count();
    return true;
  }

  /** Nothing of these attempts was sent: their transaction seemed to fail. */
  private void abandon(Ledger.Abandoned attempt) {
    var to = RecipientLife.after(RecipientState.SENDING, new Event.Abandoned());
    var count =
        handle.execute(
            """
            UPDATE recipient SET state = ?, attempt = attempt - 1
            WHERE run = ? AND state = 'sending' AND attempt_id = ?
            """,
            to.word(),
            attempt.run().value(),
            attempt.attemptId());
    moved(attempt.run(), RecipientState.SENDING, to, count);
  }

  /**
   * Most are still sending; the few that an owner change made unknown are found by a second look.
   * What is neither was settled before.
   */
  private void settle(Collection<Settlement> settlements) {
    var notSending = settle(settlements, RecipientState.SENDING);
    settle(notSending, RecipientState.UNKNOWN);
  }

  private List<Settlement> settle(Collection<Settlement> settlements, RecipientState from) {
    if (settlements.isEmpty()) {
      return List.of();
    }
    var batch =
        handle.prepareBatch(
            """
            UPDATE recipient SET state = ?, message_id = NULLIF(?, ''), room_id = NULLIF(?, ''),
              email = CASE WHEN email = '' THEN ? ELSE email END, reason = ?, settled_at = ?,
              doubted = CASE WHEN ? = 'unknown' THEN 1 ELSE doubted END,
              bot = CASE WHEN ? = 'unknown' AND ? <> '' THEN ? ELSE bot END
            WHERE run = ? AND seq = ? AND attempt_id = ? AND state = ?
            """);
    for (var settlement : settlements) {
      batch.add(
          settlement.to().word(),
          settlement.messageId(),
          settlement.roomId(),
          settlement.email(),
          settlement.reason(),
          now,
          settlement.to().word(),
          settlement.to().word(),
          bot,
          bot,
          settlement.run().value(),
          settlement.seq(),
          settlement.attemptId(),
          from.word());
    }
    var counts = batch.execute();
    var others = new ArrayList<Settlement>();
    var i = 0;
    for (var settlement : settlements) {
      if (counts[i++] == 0) {
        others.add(settlement);
      } else {
        moved(settlement.run(), from, settlement.to(), 1);
      }
    }
    return others;
  }

  private void skip(RunId run) {
    var skipped = RecipientLife.after(RecipientState.RETRY, new Event.Cancelled());
    var waiting =
        handle.execute(
            """
            UPDATE recipient SET state = ?, reason = 'Cancelled before it was sent.', settled_at = ?
            WHERE run = ? AND seq IN (
              SELECT seq FROM recipient WHERE run = ? AND state = 'retry' ORDER BY seq LIMIT ?)
            """,
            skipped.word(),
            now,
            run.value(),
            run.value(),
            SKIPPED_AT_ONCE);
    moved(run, RecipientState.RETRY, skipped, waiting);
    var from = runs.standing(handle, run).nextSeq();
    var never = RecipientLife.after(RecipientState.PENDING, new Event.Cancelled());
    var fresh =
        handle.execute(
            """
            UPDATE recipient SET state = ?, reason = 'Cancelled before it was sent.', settled_at = ?
            WHERE run = ? AND seq >= ? AND seq < ? AND state = 'pending'
            """,
            never.word(),
            now,
            run.value(),
            from,
            from + SKIPPED_AT_ONCE);
    moved(run, RecipientState.PENDING, never, fresh);
    nextSeq.put(run, from + SKIPPED_AT_ONCE);
  }

  private void claim(Ledger.Claim claim, Ledger.Order order) {
    var next = runs.pass(handle, claim.run());
    if (next.isEmpty()) {
      return;
    }
    if (!claim.retries().isEmpty()) {
      var again =
          handle
              .createQuery(
                  """
                  UPDATE recipient SET state = :to, attempt = attempt + 1,
                    attempt_id = :attempt, intent_at = :intent, intent_leeway = :leeway,
                    epoch = :epoch
                  WHERE run = :run AND seq IN (<seqs>) AND state = 'retry'
                  RETURNING seq, kind, target, attempt
                  """)
              .bindList("seqs", claim.retries());
      take(claim.run(), RecipientState.RETRY, again, order);
    }
    if (claim.fresh() > 0) {
      // A range, not a LIMIT: PostgreSQL plans it well right after the bulk insert too.
      var fresh =
          handle
              .createQuery(
                  """
                  UPDATE recipient SET state = :to, attempt = attempt + 1,
                    attempt_id = :attempt, intent_at = :intent, intent_leeway = :leeway,
                    epoch = :epoch
                  WHERE run = :run AND seq >= :from AND seq < :until AND state = 'pending'
                  RETURNING seq, kind, target, attempt
                  """)
              .bind("from", next.get())
              .bind("until", next.get() + claim.fresh());
      take(claim.run(), RecipientState.PENDING, fresh, order);
      nextSeq.put(claim.run(), next.get() + claim.fresh());
    }
  }

  private void take(RunId run, RecipientState from, Query update, Ledger.Order order) {
    var to = RecipientLife.after(from, new Event.Intended());
    var rows =
        update
            .bind("to", to.word())
            .bind("attempt", order.attemptId())
            .bind("intent", order.dated().certain())
            .bind("leeway", SqlLedger.leeway(order.dated()))
            .bind("epoch", lease.epoch())
            .bind("run", run.value())
            .map((row, _) ->
                new Ledger.Claimed(
                    run,
                    row.getLong("seq"),
                    SqlLedger.kind(row),
                    row.getString("target"),
                    row.getInt("attempt")))
            .list();
    var taken = claimed.stream().map(Ledger.Claimed::target).collect(Collectors.toSet());
    for (var row : rows) {
      if (order.busy().contains(row.target()) || !taken.add(row.target())) {
        defer(row, from);
      } else {
        claimed.add(row);
        moved(run, from, to, 1);
      }
    }
  }

  /** Something to the same person is still unsettled: one outstanding message for each. */
  private void defer(Ledger.Claimed row, RecipientState from) {
    var to = RecipientLife.after(from, new Event.Deferred());
    handle.execute(
        "UPDATE recipient SET state = ?, attempt = attempt - 1 WHERE run = ? AND seq = ?",
        to.word(),
        row.run().value(),
        row.seq());
    moved(row.run(), from, to, 1);
    deferred.computeIfAbsent(row.run(), _ -> new ArrayList<>()).add(row.seq());
  }

  private void rest(Rest rest) {
    handle.execute(
        """
        INSERT INTO rest (app, began, ended) VALUES (?, ?, ?)
        ON CONFLICT (app, began) DO UPDATE SET ended = excluded.ended
        """,
        lease.app(),
        rest.from(),
        rest.until());
  }

  /** The first is kept: what is compared with it must not change. */
  private void echo(RunId run, ShownContent shown) {
    handle.execute(
        "UPDATE run SET echo = ? WHERE id = ? AND echo = ''", Json.write(shown), run.value());
  }

  private void moved(RunId run, RecipientState from, RecipientState to, long count) {
    if (count > 0) {
      moves.computeIfAbsent(run, _ -> new Tally.Moves()).move(from, to, count);
    }
  }

  private Map<RunId, RunProgress> count() {
    var standings = new LinkedHashMap<RunId, RunProgress>();
    Set<RunId> touched = new LinkedHashSet<>(moves.keySet());
    touched.addAll(nextSeq.keySet());
    for (var run : touched) {
      var change = moves.containsKey(run) ? moves.get(run).tally() : Tally.NONE;
      var standing = runs.count(handle, run, change, nextSeq.getOrDefault(run, 0L), now);
      standings.put(run, standing);
      if (change.sent() > 0 || change.failed() > 0) {
        standing.started().ifPresent(started -> plot(run, started, change));
      }
    }
    return standings;
  }

  private void plot(RunId run, Instant started, Tally change) {
    handle.execute(
        """
        INSERT INTO timeline (run, step, sent, failed) VALUES (?, ?, ?, ?)
        ON CONFLICT (run, step) DO UPDATE
          SET sent = timeline.sent + excluded.sent, failed = timeline.failed + excluded.failed
        """,
        run.value(),
        Math.max(0, Duration.between(started, now).dividedBy(STEP)),
        change.sent(),
        change.failed());
  }
}
