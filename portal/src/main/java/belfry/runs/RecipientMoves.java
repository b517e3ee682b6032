package belfry.runs;

import belfry.platform.Dating;
import belfry.platform.PersonId;
import belfry.platform.SpaceId;
import belfry.runs.RecipientLife.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * Moves recipients within one transaction, according to {@link RecipientLife}; {@link #count} then
 * updates the counts once for each run.
 */
public final class RecipientMoves {
  private static final int SKIPPED_AT_ONCE = 5_000;
  private static final int NAMED_AT_ONCE = 500;

  private final Handle handle;
  private final Runs runs;
  private final Instant now;
  private final Map<RunId, Tally.Moves> moves = new LinkedHashMap<>();

  /** The moves that attempts caused; a person's decision is not a delivery. */
  private final Map<RunId, Tally.Moves> plotted = new HashMap<>();

  private final Map<RunId, Long> nextSeq = new HashMap<>();
  private final List<Claimed> claimed = new ArrayList<>();
  private final Map<RunId, List<Long>> deferred = new HashMap<>();

  public RecipientMoves(Handle handle, Runs runs, Instant now) {
    this.handle = handle;
    this.runs = runs;
    this.now = now;
  }

  /** Nothing of this attempt was sent: its transaction seemed to fail. */
  public void abandon(RunId run, long attemptId) {
    var to = RecipientLife.after(RecipientState.SENDING, new Event.Abandoned());
    var count =
        handle.execute(
            """
            UPDATE recipient SET state = ?, attempt = attempt - 1
            WHERE run = ? AND state = 'sending' AND attempt_id = ?
            """,
            to.word(),
            run.value(),
            attemptId);
    moved(run, RecipientState.SENDING, to, count);
  }

  /**
   * Most are still sending. The few that a change of owner made unknown are found by a second
   * query. Anything else was settled before.
   *
   * @param bot the bot that sent them; empty while unknown
   */
  public void settle(Collection<Settlement> settlements, Optional<PersonId> bot) {
    var notSending = settle(settlements, RecipientState.SENDING, bot);
    settle(notSending, RecipientState.UNKNOWN, bot);
  }

  private List<Settlement> settle(
      Collection<Settlement> settlements, RecipientState from, Optional<PersonId> bot) {
    if (settlements.isEmpty()) {
      return List.of();
    }
    var batch =
        handle.prepareBatch(
            """
            UPDATE recipient SET state = ?, message_id = NULLIF(?, ''), room_id = NULLIF(?, ''),
              email = CASE WHEN email = '' THEN ? ELSE email END, reason = ?, settled_at = ?, dated = ?,
              doubted = CASE WHEN ? = 'unknown' THEN 1 ELSE doubted END,
              bot = CASE WHEN ? = 'unknown' AND ? <> '' THEN ? ELSE bot END
            WHERE run = ? AND seq = ? AND attempt_id = ? AND state = ?
            """);
    var who = bot.map(PersonId::value).orElse("");
    for (var settlement : settlements) {
      batch.add(
          settlement.to().word(),
          settlement.messageId(),
          settlement.roomId().map(SpaceId::value).orElse(""),
          settlement.email(),
          settlement.reason(),
          now,
          settlement.dated().orElse(null),
          settlement.to().word(),
          settlement.to().word(),
          who,
          who,
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
        plotted
            .computeIfAbsent(settlement.run(), _ -> new Tally.Moves())
            .move(from, settlement.to(), 1);
      }
    }
    return others;
  }

  /** Skips the next waiting recipients of a cancelled run. */
  public void skip(RunId run) {
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
    var from = runs.progress(handle, run).nextSeq();
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

  /**
   * What the attempts of one transaction share.
   *
   * @param attemptId identifies them
   * @param dated the bounds of their messages' dates
   * @param epoch the epoch of the lane's owner
   * @param busy targets with something unsettled: these are not claimed, but set to retry
   */
  public record Intent(
      long attemptId, Dating dated, long epoch, Set<String> busy, Optional<PersonId> bot) {}

  /**
   * Claims recipients of a run for an attempt, if its gate is open.
   *
   * @param retries the numbers of those set to retry
   * @param fresh how many that were never tried
   */
  public void claim(RunId run, List<Long> retries, int fresh, Intent intent) {
    var passed = runs.pass(handle, run, intent.bot, now);
    if (passed.isEmpty()) {
      return;
    }
    var from = passed.get().from();
    var until = Math.min(from + fresh, passed.get().until());
    passed
        .get()
        .reminds()
        .ifPresent(reminded -> {
          Acknowledgements.lock(handle, reminded);
          skipAcknowledged(run, reminded, RecipientState.RETRY, retries);
          skipAcknowledged(run, reminded, RecipientState.PENDING, range(from, until));
        });
    if (!retries.isEmpty()) {
      var again =
          handle
              .createQuery(
                  """
                  UPDATE recipient SET state = :to, attempt = attempt + 1,
                    attempt_id = :attempt, intent_at = :intent, intent_leeway = :leeway,
                    epoch = :epoch
                  WHERE run = :run AND seq IN (<seqs>) AND state = 'retry'
                  RETURNING seq, kind, target, attempt, personal
                  """)
              .bindList("seqs", retries);
      take(run, RecipientState.RETRY, again, intent);
    }
    if (from < until) {
      // A range, not a LIMIT: PostgreSQL plans it well right after the bulk insert too.
      var never =
          handle
              .createQuery(
                  """
                  UPDATE recipient SET state = :to, attempt = attempt + 1,
                    attempt_id = :attempt, intent_at = :intent, intent_leeway = :leeway,
                    epoch = :epoch
                  WHERE run = :run AND seq >= :from AND seq < :until AND state = 'pending'
                  RETURNING seq, kind, target, attempt, personal
                  """)
              .bind("from", from)
              .bind("until", until);
      take(run, RecipientState.PENDING, never, intent);
      nextSeq.put(run, until);
    }
  }

  private static List<Long> range(long from, long until) {
    return LongStream.range(from, until).boxed().toList();
  }

  /** Nobody is reminded who has acknowledged by now. */
  private void skipAcknowledged(
      RunId run, RunId reminded, RecipientState from, List<Long> numbers) {
    var to = RecipientLife.after(from, new Event.Cancelled());
    moved(run, from, to, Acknowledgements.skip(handle, run, reminded, from, to, numbers, now));
  }

  private void take(RunId run, RecipientState from, Query update, Intent intent) {
    var to = RecipientLife.after(from, new Event.Intended());
    var leeway = Duration.between(intent.dated.possible(), intent.dated.certain());
    var rows =
        update
            .bind("to", to.word())
            .bind("attempt", intent.attemptId)
            .bind("intent", intent.dated.certain())
            .bind("leeway", leeway.toMillis())
            .bind("epoch", intent.epoch)
            .bind("run", run.value())
            .map((row, _) ->
                new Claimed(
                    run,
                    row.getLong("seq"),
                    RecipientRows.kind(row),
                    row.getString("target"),
                    row.getInt("attempt"),
                    RecipientRows.values(row)))
            .list();
    var taken = claimed.stream().map(Claimed::target).collect(Collectors.toSet());
    for (var row : rows) {
      if (intent.busy.contains(row.target()) || !taken.add(row.target())) {
        defer(row, from);
      } else {
        claimed.add(row);
        moved(run, from, to, 1);
      }
    }
  }

  /**
   * Something to the same person is still unsettled; each person has at most one outstanding
   * message.
   */
  private void defer(Claimed row, RecipientState from) {
    var to = RecipientLife.after(from, new Event.Deferred());
    handle.execute(
        "UPDATE recipient SET state = ?, attempt = attempt - 1 WHERE run = ? AND seq = ?",
        to.word(),
        row.run().value(),
        row.seq());
    moved(row.run(), from, to, 1);
    deferred.computeIfAbsent(row.run(), _ -> new ArrayList<>()).add(row.seq());
  }

  /** Marks sends of earlier owners of the lane as unknown, because their answers are lost. */
  public void orphan(RunId run, long epoch, Optional<PersonId> bot) {
    var to = RecipientLife.after(RecipientState.SENDING, new Event.SenderLost());
    var orphans =
        handle.execute(
            """
            UPDATE recipient SET state = ?, doubted = 1, bot = ?
            WHERE run = ? AND state = 'sending' AND epoch < ?
            """,
            to.word(),
            bot.map(PersonId::value).orElse(""),
            run.value(),
            epoch);
    moved(run, RecipientState.SENDING, to, orphans);
  }

  /**
   * A person's decision.
   *
   * @param reason recorded with each recipient
   */
  public record Decision(RecipientState from, RecipientState to, String reason) {}

  /** Moves all chosen recipients that are in the decision's state; returns how many. */
  public int decide(RunId run, Chosen chosen, Decision decision) {
    var count =
        switch (chosen) {
          case Chosen.All _ -> decide(run, decision, "", List.of());
          case Chosen.Because(var reasons) ->
              decide(run, decision, " AND reason IN (<chosen>)", reasons);
          case Chosen.Named(var ids) ->
              parts(ids).stream()
                  .mapToInt(part -> decide(run, decision, " AND target IN (<chosen>)", part))
                  .sum();
        };
    moved(run, decision.from, decision.to, count);
    return count;
  }

  private int decide(RunId run, Decision decision, String which, List<String> chosen) {
    var update =
        handle
            .createUpdate(
                "UPDATE recipient SET state = :to, reason = :reason, settled_at = :at, warned = warned + :warned"
                    + " WHERE run = :run AND state = :from"
                    + which)
            .bind("to", decision.to.word())
            .bind("reason", decision.reason)
            .bind("at", decision.to.isOpen() ? null : now.toEpochMilli())
            .bind("warned", decision.from == RecipientState.HELD && decision.to.isOpen() ? 1 : 0)
            .bind("run", run.value())
            .bind("from", decision.from.word());
    if (!which.isEmpty()) {
      update.bindList("chosen", chosen);
    }
    return update.execute();
  }

  /** Splits a list into parts that fit into a statement. */
  public static List<List<String>> parts(List<String> ids) {
    var distinct = List.copyOf(new LinkedHashSet<>(ids));
    var parts = new ArrayList<List<String>>();
    for (var from = 0; from < distinct.size(); from += NAMED_AT_ONCE) {
      parts.add(distinct.subList(from, Math.min(from + NAMED_AT_ONCE, distinct.size())));
    }
    return parts;
  }

  private void moved(RunId run, RecipientState from, RecipientState to, long count) {
    if (count > 0) {
      moves.computeIfAbsent(run, _ -> new Tally.Moves()).move(from, to, count);
    }
  }

  /** The recipients claimed so far. */
  public List<Claimed> claimed() {
    return claimed;
  }

  /** Numbers set to retry because their target was busy, by run. */
  public Map<RunId, List<Long>> deferred() {
    return deferred;
  }

  /** Updates the counts; returns the progress of all runs concerned. */
  public Map<RunId, RunProgress> count() {
    var progresses = new LinkedHashMap<RunId, RunProgress>();
    Set<RunId> touched = new LinkedHashSet<>(moves.keySet());
    touched.addAll(nextSeq.keySet());
    for (var run : touched) {
      var progress = runs.count(handle, run, tally(moves, run), nextSeq.getOrDefault(run, 0L), now);
      progresses.put(run, progress);
      var ended = tally(plotted, run);
      if (ended.sent() > 0 || ended.failed() > 0) {
        progress.started().ifPresent(started -> Timeline.add(handle, run, started, now, ended));
      }
    }
    return progresses;
  }

  private static Tally tally(Map<RunId, Tally.Moves> moves, RunId run) {
    return Optional.ofNullable(moves.get(run)).map(Tally.Moves::tally).orElse(Tally.NONE);
  }
}
