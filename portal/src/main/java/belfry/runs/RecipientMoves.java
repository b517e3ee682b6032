package belfry.runs;

import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Dating;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.BotChoice;
import belfry.runs.recipients.Chosen;
import belfry.runs.recipients.Claimed;
import belfry.runs.recipients.Decision;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.NamedRecipient;
import belfry.runs.recipients.Reasons;
import belfry.runs.recipients.RecipientLife;
import belfry.runs.recipients.RecipientLife.Event;
import belfry.runs.recipients.RecipientRecord;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.RunLanes;
import belfry.runs.recipients.Settlement;
import belfry.runs.recipients.Settlements;
import belfry.runs.recipients.Taken;
import belfry.runs.recipients.Tally;
import belfry.runs.recipients.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.jdbi.v3.core.Handle;

/**
 * Moves recipients within one transaction, according to {@link RecipientLife}; {@link #count} then
 * updates the counts once for each run.
 */
public final class RecipientMoves {
  private static final int SKIPPED_AT_ONCE = 5_000;

  private final Handle handle;
  private final Runs runs;
  private final int lane;
  private final Instant now;
  private final Map<RunId, Tally.Moves> moves = new LinkedHashMap<>();

  /** The moves that attempts caused; a person's decision is not a delivery. */
  private final Map<RunId, Tally.Moves> plotted = new HashMap<>();

  private final Map<RunId, Long> nextSeq = new HashMap<>();

  /** Those of them that several bots send. */
  private final Set<RunId> split = new HashSet<>();

  private final List<Claimed> claimed = new ArrayList<>();
  private final Map<RunId, List<Long>> deferred = new HashMap<>();
  private final List<Doubtful> doubts = new ArrayList<>();
  private final List<Doubtful> contested = new ArrayList<>();

  /** The targets of the claims and doubts of this transaction. */
  private final Set<String> taken = new HashSet<>();

  /** For what no lane does. */
  public RecipientMoves(Handle handle, Runs runs, Instant now) {
    this(handle, runs, 0, now);
  }

  /** {@code lane} is the number of the bot that sends. */
  public RecipientMoves(Handle handle, Runs runs, int lane, Instant now) {
    this.handle = handle;
    this.runs = runs;
    this.lane = lane;
    this.now = now;
  }

  /**
   * Nothing of this attempt was sent: its transaction seemed to fail. Whom it brought into doubt
   * stays there.
   */
  public void abandon(RunId run, long attemptId) {
    var to = RecipientLife.after(RecipientState.SENDING, new Event.Abandoned());
    var count =
        handle.execute(
            """
            UPDATE recipient SET state = ?, attempt = attempt - 1
            WHERE run = ? AND state = 'sending' AND attempt_id = ? AND lane = ?
            """,
            to.word(),
            run.value(),
            attemptId,
            lane);
    moved(run, RecipientState.SENDING, to, count);
    RecipientRecord.doubtful(handle, run, lane).stream()
        .filter(doubt -> doubt.attemptId() == attemptId)
        .forEach(doubt -> doubted(doubt, doubts));
  }

  /**
   * Most are still sending. The few that a change of owner made unknown are found by a second
   * query. Anything else was settled before.
   *
   * @param bot the bot that sent them; empty while unknown
   */
  public void settle(Collection<Settlement> settlements, Optional<PersonId> bot) {
    var rows = new Settlements(handle, bot, now);
    var recorded = rows.recorded(settlements);
    settle(rows, Settlements.without(settlements, recorded));
    contest(rows, recorded);
  }

  private void settle(Settlements rows, List<Settlement> settlements) {
    var answered = settled(rows, settlements, RecipientState.SENDING);
    settled(rows, Settlements.without(settlements, answered), RecipientState.UNKNOWN);
  }

  /** The platform names a message that is another recipient's. */
  private void contest(Settlements rows, List<Settlement> settlements) {
    contested(rows, settlements, RecipientState.UNKNOWN);
    var inDoubt = contested(rows, settlements, RecipientState.SENDING);
    inDoubt.stream()
        .map(Settlement::run)
        .distinct()
        .flatMap(run -> RecipientRecord.doubtful(handle, run, lane).stream())
        .filter(doubt -> inDoubt.stream().anyMatch(doubt::isOf))
        .forEach(doubt -> doubted(doubt, contested));
  }

  /** The lane does not know of it yet, so nothing else may be claimed to the same target. */
  private void doubted(Doubtful one, List<Doubtful> some) {
    some.add(one);
    taken.add(one.target());
  }

  private List<Settlement> contested(
      Settlements rows, List<Settlement> settlements, RecipientState from) {
    return settled(rows, settlements.stream().map(one -> one.contested(from)).toList(), from);
  }

  private List<Settlement> settled(
      Settlements rows, List<Settlement> settlements, RecipientState from) {
    var written = rows.write(settlements, from);
    for (var settlement : written) {
      var run = settlement.run();
      moved(run, from, settlement.to(), 1);
      NamedRecipient.forgetGone(handle, settlement);
      NamedRecipient.of(handle, settlement, now)
          .ifPresent(spare -> moved(run, spare, RecipientState.SKIPPED, 1));
      plotted.computeIfAbsent(run, _ -> new Tally.Moves()).move(from, settlement.to(), 1);
    }
    return written;
  }

  /**
   * Skips the next waiting recipients of a cancelled run. Those who may have been sent to since a
   * backup that was restored are looked up first.
   */
  public void skip(RunId run, Intent intent) {
    var from = runs.progress(handle, run, lane).front();
    Unaccounted.of(handle, run, lane, now)
        .ifPresent(them -> {
          doubt(run, them, Waiting.retries(lane), intent, Set.of());
          doubt(run, them, Waiting.fresh(lane, from, from + SKIPPED_AT_ONCE), intent, Set.of());
        });
    var skipped = RecipientLife.after(RecipientState.RETRY, new Event.Cancelled());
    var waiting =
        handle.execute(
            """
            UPDATE recipient SET state = ?, reason = ?, settled_at = ?
            WHERE run = ? AND seq IN (
              SELECT seq FROM recipient WHERE run = ? AND state = 'retry' AND lane = ? ORDER BY seq LIMIT ?)
            """,
            skipped.word(),
            Reasons.CANCELLED.english(),
            now,
            run.value(),
            run.value(),
            lane,
            SKIPPED_AT_ONCE);
    moved(run, RecipientState.RETRY, skipped, waiting);
    var never = RecipientLife.after(RecipientState.PENDING, new Event.Cancelled());
    var fresh =
        handle.execute(
            """
            UPDATE recipient SET state = ?, reason = ?, settled_at = ?
            WHERE run = ? AND seq >= ? AND seq < ? AND state = 'pending' AND lane = ?
            """,
            never.word(),
            Reasons.CANCELLED.english(),
            now,
            run.value(),
            from,
            from + SKIPPED_AT_ONCE,
            lane);
    moved(run, RecipientState.PENDING, never, fresh);
    nextSeq.put(run, from + SKIPPED_AT_ONCE);
    if (RunLanes.isSplit(handle, run, lane)) {
      split.add(run);
    }
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
      long attemptId, Dating dated, long epoch, Set<String> busy, Optional<PersonId> bot) {
    /** The same, with more targets that are not claimed. */
    public Intent alsoBusy(Set<String> more) {
      var all = new HashSet<>(busy);
      all.addAll(more);
      return new Intent(attemptId, dated, epoch, all, bot);
    }
  }

  /**
   * Claims recipients of a run for an attempt, if its gate is open.
   *
   * @param retries the numbers of those set to retry
   * @param fresh how many that were never tried
   */
  public void claim(RunId run, List<Long> retries, int fresh, Intent intent) {
    var passed = runs.pass(handle, run, lane, intent.bot, now);
    if (passed.isEmpty()) {
      return;
    }
    var from = passed.get().from();
    var until = Math.min(from + fresh, passed.get().until());
    if (passed.get().split()) {
      split.add(run);
      RunLanes.sentBy(handle, run, lane, intent.bot);
      until = RunLanes.reach(handle, run, lane, from, passed.get().until(), fresh);
    }
    if (passed.get().reminds().isPresent()) {
      var reminded = passed.get().reminds().get();
      Acknowledgements.lock(handle, reminded);
      skipUnneeded(run, reminded, RecipientState.RETRY, retries);
      skipUnneeded(run, reminded, RecipientState.PENDING, range(from, until));
    }
    var again = retries;
    if (passed.get().restored()) {
      var some = List.of(Waiting.retries(lane, retries), Waiting.fresh(lane, from, until));
      again = new ArrayList<>(retries);
      again.removeAll(lookUpFirst(run, some, intent));
    }
    if (!again.isEmpty()) {
      take(run, Waiting.retries(lane, again), intent);
    }
    if (from < until) {
      take(run, Waiting.fresh(lane, from, until), intent);
      nextSeq.put(run, until);
    }
  }

  /**
   * Brings those into doubt who may have been sent to since a backup that was restored. Returns the
   * numbers of those who wait because something to the same person is unsettled.
   */
  private List<Long> lookUpFirst(RunId run, List<Waiting> some, Intent intent) {
    var them = Unaccounted.of(handle, run, lane, now).orElseThrow();
    var waiting = new ArrayList<Long>();
    for (var which : some) {
      var busy = new HashSet<>(intent.busy);
      busy.addAll(taken);
      doubt(run, them, which, intent, busy);
      var left = them.defer(which);
      moved(
          run,
          which.state(),
          RecipientLife.after(which.state(), new Event.Deferred()),
          left.size());
      waiting.addAll(left);
    }
    deferred.computeIfAbsent(run, _ -> new ArrayList<>()).addAll(waiting);
    return waiting;
  }

  private void doubt(RunId run, Unaccounted them, Waiting which, Intent intent, Set<String> busy) {
    var found = them.doubt(which, intent, busy);
    moved(
        run,
        which.state(),
        RecipientLife.after(which.state(), new Event.Unaccounted()),
        found.size());
    found.forEach(one -> doubted(one, doubts));
  }

  private static List<Long> range(long from, long until) {
    return LongStream.range(from, until).boxed().toList();
  }

  /** Nobody is reminded who has acknowledged, or no longer has the message. */
  private void skipUnneeded(RunId run, RunId reminded, RecipientState from, List<Long> numbers) {
    var to = RecipientLife.after(from, new Event.Cancelled());
    moved(run, from, to, Acknowledgements.skip(handle, run, reminded, from, to, numbers, now));
  }

  /**
   * Gives some of those who wait for this bot to the app's others, because it can send to nobody
   * any more; returns how many. They stay where they are in the order, but as if they had been
   * tried: their new bot may be beyond their numbers.
   */
  public int passOn(RunId run, BotChoice others) {
    var passed = runs.pass(handle, run, lane, Optional.empty(), now);
    if (passed.isEmpty() || passed.get().restored()) {
      // Who may have been sent to since the backup can only be looked for by this bot.
      return 0;
    }
    var from = passed.get().from();
    var end = Math.min(from + SKIPPED_AT_ONCE, passed.get().until());
    var given = new LinkedHashMap<>(passOn(run, Waiting.retries(lane), others));
    given.putAll(passOn(run, Waiting.fresh(lane, from, end), others));
    RunLanes.join(handle, run, lane, from, given.values());
    split.add(run);
    nextSeq.put(run, Math.max(from, end));
    return given.size();
  }

  private Map<Long, Integer> passOn(RunId run, Waiting which, BotChoice others) {
    var select =
        handle.createQuery(
            "SELECT seq, kind, target FROM recipient WHERE %s ORDER BY seq LIMIT %d"
                .formatted(which.condition(), SKIPPED_AT_ONCE));
    var targets = new LinkedHashMap<Long, Target>();
    which
        .bound(select, run)
        .map((row, _) ->
            targets.put(
                row.getLong("seq"),
                new Target(RecipientRows.kind(row), row.getString("target"), "", "")))
        .list();
    if (targets.isEmpty()) {
      return Map.of();
    }
    var to = RecipientLife.after(which.state(), new Event.Deferred());
    var batch =
        handle.prepareBatch(
            "UPDATE recipient SET state = :to, lane = :lane WHERE run = :run AND seq = :seq");
    var lanes = others.among(handle, List.copyOf(targets.values()), now).iterator();
    var given = new LinkedHashMap<Long, Integer>();
    for (var seq : targets.keySet()) {
      var next = lanes.next();
      given.put(seq, next);
      batch
          .bind("to", to.word())
          .bind("lane", next)
          .bind("run", run.value())
          .bind("seq", seq)
          .add();
    }
    batch.execute();
    moved(run, which.state(), to, given.size());
    return given;
  }

  private void take(RunId run, Waiting which, Intent intent) {
    var to = RecipientLife.after(which.state(), new Event.Intended());
    var leeway = Duration.between(intent.dated.possible(), intent.dated.certain());
    var update =
        handle
            .createQuery(
                """
                UPDATE recipient SET state = :to, attempt = attempt + 1, attempt_id = :attempt,
                  intent_at = :intent, intent_leeway = :leeway, epoch = :epoch
                WHERE %s RETURNING seq, kind, target, attempt, personal, message_id
                """
                    .formatted(which.condition()))
            .bind("to", to.word())
            .bind("attempt", intent.attemptId)
            .bind("intent", intent.dated.certain())
            .bind("leeway", leeway.toMillis())
            .bind("epoch", intent.epoch);
    var rows = which.bound(update, run).map((row, _) -> Taken.read(run, row)).list();
    for (var one : rows) {
      one.message()
          .ifPresent(message -> {
            throw new InvariantBreach(
                run,
                "recipient %d waits to be sent to, and has the message %s"
                    .formatted(one.seq(), message));
          });
      if (one.claim().isEmpty()) {
        refuse(run, one.seq(), which.state());
        continue;
      }
      var row = one.claim().get();
      if (intent.busy.contains(row.target()) || !taken.add(row.target())) {
        defer(row, which.state());
      } else {
        claimed.add(row);
        moved(run, which.state(), to, 1);
      }
    }
  }

  /** What they are to get cannot be read, so nothing is sent to them until somebody tries again. */
  private void refuse(RunId run, long seq, RecipientState from) {
    var why = Reasons.NOT_READABLE.english();
    var refused = new Event.Answered(new Outcome.Refused(Reasons.NOT_THE_PLATFORMS, why));
    var to = RecipientLife.after(RecipientState.SENDING, refused);
    var sql =
        "UPDATE recipient SET state = ?, attempt = attempt - 1, reason = ? WHERE run = ? AND seq ="
            + " ?";
    handle.execute(sql, to.word(), why, run.value(), seq);
    moved(run, from, to, 1);
  }

  /** Something to the same person is still unsettled that this could be taken for, or in flight. */
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
            WHERE run = ? AND state = 'sending' AND epoch < ? AND lane = ?
            """,
            to.word(),
            bot.map(PersonId::value).orElse(""),
            run.value(),
            epoch,
            lane);
    moved(run, RecipientState.SENDING, to, orphans);
  }

  /** Moves all chosen recipients that are in the decision's state; returns how many. */
  public int decide(RunId run, Chosen chosen, Decision decision) {
    var count = decision.made(handle, run, chosen, now);
    moved(run, decision.from(), decision.to(), count);
    return count;
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

  /** Recipients who came into doubt and are to be looked up. */
  public List<Doubtful> doubts() {
    return doubts;
  }

  /** Recipients who came into doubt because their answer named a message on record. */
  public List<Doubtful> contested() {
    return contested;
  }

  /** Numbers set to retry because their target was busy, by run. */
  public Map<RunId, List<Long>> deferred() {
    return deferred;
  }

  /** Updates the counts; returns the progress of all runs concerned that can be read. */
  public Map<RunId, RunProgress> count() {
    var progresses = new LinkedHashMap<RunId, RunProgress>();
    Set<RunId> touched = new LinkedHashSet<>(moves.keySet());
    touched.addAll(nextSeq.keySet());
    for (var run : touched) {
      var reached = Optional.ofNullable(nextSeq.get(run)).map(seq -> reached(run, seq)).orElse(0L);
      var read = runs.count(handle, run, tally(moves, run), reached, lane, now);
      read.ifPresent(progress -> {
        progresses.put(run, progress);
        var ended = tally(plotted, run);
        if (ended.sent() > 0 || ended.failed() > 0) {
          progress.started().ifPresent(started -> Timeline.add(handle, run, started, now, ended));
        }
      });
    }
    return progresses;
  }

  private long reached(RunId run, long seq) {
    return split.contains(run) ? RunLanes.reached(handle, run, lane, seq) : seq;
  }

  private static Tally tally(Map<RunId, Tally.Moves> moves, RunId run) {
    return Optional.ofNullable(moves.get(run)).map(Tally.Moves::tally).orElse(Tally.NONE);
  }
}
