package belfry.runs.followups;

import belfry.platform.ids.SpaceId;
import belfry.runs.followups.FollowUpLife.Event;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.RunLanes;
import belfry.storage.Unreadable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * Moves messages of follow-ups within one transaction, according to {@link FollowUpLife}; {@link
 * #count} then updates the counts once for each follow-up.
 */
public final class FollowUpMoves {
  private static final int SKIPPED_AT_ONCE = 5_000;

  private final Handle handle;
  private final int lane;
  private final Instant now;
  private final Map<FollowUpId, FollowUpTally.Moves> moves = new LinkedHashMap<>();
  private final Map<FollowUpId, Long> nextNumber = new HashMap<>();

  /** {@code lane} is the number of the bot that asks. */
  public FollowUpMoves(Handle handle, int lane, Instant now) {
    this.handle = handle;
    this.lane = lane;
    this.now = now;
  }

  /** Nothing of this attempt was sent: its transaction seemed to fail. */
  public void abandon(FollowUp followUp, long attemptId) {
    var to = after(followUp.kind(), FollowUpState.DOING, new Event.Abandoned());
    var count =
        handle.execute(
            """
            UPDATE follow_up_row SET state = ?, attempt = attempt - 1
            WHERE follow_up = ? AND state = 'doing' AND attempt_id = ? AND lane = ?
            """,
            to.word(),
            followUp.id().value(),
            attemptId,
            lane);
    moved(followUp.id(), FollowUpState.DOING, to, count);
  }

  /** Records results. Those that are settled already, or have another attempt, stay as they are. */
  public void settle(Collection<FollowUpTask.Settled> settlements) {
    var others = settle(settlements, FollowUpState.DOING);
    settle(others, FollowUpState.UNKNOWN);
  }

  private List<FollowUpTask.Settled> settle(
      Collection<FollowUpTask.Settled> settlements, FollowUpState from) {
    var others = new ArrayList<FollowUpTask.Settled>();
    for (var one : settlements) {
      var count =
          handle.execute(
              """
              UPDATE follow_up_row SET state = ?, reason = NULLIF(?, ''), settled_at = ?,
                doubted = CASE WHEN ? = 'unknown' THEN 1 WHEN ? = 1 THEN 0 ELSE doubted END,
                attempt = attempt - ?
              WHERE follow_up = ? AND number = ? AND attempt_id = ? AND state = ?
              """,
              one.to().word(),
              one.reason(),
              now,
              one.to().word(),
              one.cleared() ? 1 : 0,
              one.untried() ? 1 : 0,
              one.followUp().value(),
              one.number(),
              one.attemptId(),
              from.word());
      if (count == 0) {
        others.add(one);
      } else {
        moved(one.followUp(), from, one.to(), 1);
        if (one.to() == FollowUpState.DONE) {
          mark(one);
        }
      }
    }
    return others;
  }

  /** Recipients show what became of their message, and evidence does not rest on what is gone. */
  private void mark(FollowUpTask.Settled done) {
    handle.execute(
        """
        UPDATE recipient SET followed = (
          SELECT CASE WHEN kind = 'recall' THEN 'recalled' ELSE 'corrected' END
          FROM follow_up WHERE id = ?)
        WHERE run = (SELECT run FROM follow_up WHERE id = ?) AND seq = ?
        """,
        done.followUp().value(),
        done.followUp().value(),
        done.seq());
  }

  /** Skips the next messages of a stopped follow-up that were not begun. */
  public void skip(FollowUp followUp) {
    skip(followUp, FollowUpState.RETRY, true, 0, Long.MAX_VALUE);
    skip(followUp, FollowUpState.RETRY, false, 0, Long.MAX_VALUE);
    var at =
        handle
            .createQuery("SELECT next_number, " + SIZE + " AS size FROM follow_up WHERE id = ?")
            .bind(0, followUp.id().value())
            .map((row, _) -> new Passed(row.getLong("next_number"), row.getLong("size")))
            .one();
    // An earlier version may have gone past those that were written down behind them.
    firstPlanned(followUp.id(), at.next < at.size ? at.next : 0)
        .ifPresent(first -> {
          // Others may still be written down behind them.
          var until = Math.min(first + SKIPPED_AT_ONCE, at.size);
          skip(followUp, FollowUpState.PLANNED, false, first, until);
          nextNumber.put(followUp.id(), until);
        });
  }

  private void skip(
      FollowUp followUp, FollowUpState state, boolean doubted, long from, long until) {
    var to = after(followUp.kind(), state, new Event.Stopped(doubted));
    var reason = doubted ? FollowUpReasons.STOPPED_IN_DOUBT : FollowUpReasons.STOPPED;
    var skipped =
        handle
            .createUpdate(
                """
                UPDATE follow_up_row SET state = :to, reason = :reason, settled_at = :now
                WHERE follow_up = :id AND number >= :from AND number < :until
                  AND state = '%s' AND doubted = :doubted
                """
                    .formatted(state.word()))
            .bind("to", to.word())
            .bind("reason", reason.english())
            .bind("now", now)
            .bind("id", followUp.id().value())
            .bind("from", from)
            .bind("until", until)
            .bind("doubted", doubted ? 1 : 0)
            .execute();
    moved(followUp.id(), state, to, skipped);
  }

  /**
   * An attempt that is committed with its claims.
   *
   * @param epoch of the lane
   */
  public record Intent(long attemptId, long epoch) {}

  /** Claims messages; those that are to be tried again come first, except who must still wait. */
  public List<FollowUpTask> claim(FollowUp followUp, int most, Set<Long> waiting, Intent intent) {
    var passed = pass(followUp.id());
    if (passed.isEmpty()) {
      return List.of();
    }
    var claimed = new ArrayList<FollowUpTask>();
    var again = retries(followUp.id(), most + waiting.size());
    again = again.stream().filter(one -> !waiting.contains(one)).limit(most).toList();
    if (!again.isEmpty()) {
      var update =
          handle
              .createQuery(UPDATE + "number IN (<numbers>) AND state = 'retry'" + RETURNING)
              .bindList("numbers", again);
      claimed.addAll(take(followUp, FollowUpState.RETRY, update, intent));
    }
    var room = most - claimed.size();
    var next = planned(followUp.id(), passed.get().next, room);
    if (!next.isEmpty()) {
      var update =
          handle
              .createQuery(UPDATE + "number IN (<numbers>) AND state = 'planned'" + RETURNING)
              .bindList("numbers", next);
      claimed.addAll(take(followUp, FollowUpState.PLANNED, update, intent));
    }
    // The others' may lie before the next of this bot.
    if (room > 0 && !RunLanes.isSplit(handle, followUp.run(), lane)) {
      nextNumber.put(followUp.id(), next.size() < room ? passed.get().size : next.getLast() + 1);
    }
    return claimed;
  }

  private static final String UPDATE =
      """
      UPDATE follow_up_row SET state = :to, attempt = attempt + 1, attempt_id = :attempt, epoch = :epoch
      WHERE follow_up = :followUp AND \
      """;

  private static final String RETURNING = " RETURNING number, seq, attempt, attempt_id, doubted";

  private static final String SIZE =
      "planned + retry + doing + unknown + done + refused + unclear + skipped";

  private record Passed(long next, long size) {}

  /**
   * Locks the row until the transaction ends, so that no stop can intervene; empty if it may not go
   * on, or its counts are wrong.
   */
  private Optional<Passed> pass(FollowUpId id) {
    return handle
        .createQuery(
            """
            UPDATE follow_up SET gate = gate WHERE id = ? AND gate = 'open'
              AND planned >= 0 AND retry >= 0 AND doing >= 0 AND unknown >= 0 AND done >= 0
              AND refused >= 0 AND unclear >= 0 AND skipped >= 0
            RETURNING next_number, %s AS size
            """
                .formatted(SIZE))
        .bind(0, id.value())
        .map((row, _) -> new Passed(row.getLong("next_number"), row.getLong("size")))
        .findOne();
  }

  /** Whichever bot would have asked. */
  private Optional<Long> firstPlanned(FollowUpId id, long from) {
    return handle
        .createQuery(
            """
            SELECT number FROM follow_up_row
            WHERE follow_up = ? AND number >= ? AND state = 'planned' ORDER BY number LIMIT 1
            """)
        .bind(0, id.value())
        .bind(1, from)
        .mapTo(Long.class)
        .findOne();
  }

  /** Numbers in between may belong to messages that nothing can be done about. */
  private List<Long> planned(FollowUpId id, long from, int most) {
    return most == 0
        ? List.of()
        : handle
            .createQuery(
                """
                SELECT number FROM follow_up_row
                WHERE follow_up = ? AND lane = ? AND number >= ? AND state = 'planned'
                ORDER BY number LIMIT ?
                """)
            .bind(0, id.value())
            .bind(1, lane)
            .bind(2, from)
            .bind(3, most)
            .mapTo(Long.class)
            .list();
  }

  private List<Long> retries(FollowUpId id, int most) {
    return handle
        .createQuery(
            """
            SELECT number FROM follow_up_row WHERE follow_up = ? AND state = 'retry' AND lane = ?
            ORDER BY number LIMIT ?
            """)
        .bind(0, id.value())
        .bind(1, lane)
        .bind(2, most)
        .mapTo(Long.class)
        .list();
  }

  private List<FollowUpTask> take(
      FollowUp followUp, FollowUpState from, Query update, Intent intent) {
    var to = after(followUp.kind(), from, new Event.Intended());
    var taken =
        update
            .bind("to", to.word())
            .bind("attempt", intent.attemptId)
            .bind("epoch", intent.epoch)
            .bind("followUp", followUp.id().value())
            .map((row, _) -> row(row))
            .list();
    var tasks = tasks(followUp, taken);
    moved(followUp.id(), from, to, tasks.size());
    if (tasks.size() < taken.size()) {
      var read = tasks.stream().map(FollowUpTask::number).collect(Collectors.toSet());
      taken.stream()
          .filter(row -> !read.contains(row.number))
          .forEach(row -> leave(followUp, row, from));
    }
    return tasks;
  }

  /** Its recipient cannot be read, so it is left as it is. */
  private void leave(FollowUp followUp, Row row, FollowUpState from) {
    var to = after(followUp.kind(), from, new Event.Stopped(row.doubted));
    handle.execute(
        """
        UPDATE follow_up_row SET state = ?, attempt = attempt - 1, reason = ?, settled_at = ?
        WHERE follow_up = ? AND number = ?
        """,
        to.word(),
        FollowUpReasons.NOT_READABLE.english(),
        now,
        followUp.id().value(),
        row.number);
    moved(followUp.id(), from, to, 1);
  }

  private record Row(long number, long seq, int attempt, long attemptId, boolean doubted) {}

  private static Row row(ResultSet row) throws SQLException {
    return new Row(
        row.getLong("number"),
        row.getLong("seq"),
        row.getInt("attempt"),
        row.getLong("attempt_id"),
        row.getInt("doubted") == 1);
  }

  /** Without those whose recipients cannot be read. */
  private List<FollowUpTask> tasks(FollowUp followUp, List<Row> rows) {
    if (rows.isEmpty()) {
      return List.of();
    }
    var bySeq = new HashMap<Long, Row>();
    rows.forEach(row -> bySeq.put(row.seq, row));
    return handle
        .createQuery(
            """
            SELECT seq, kind, target, message_id, room_id, personal FROM recipient
            WHERE run = :run AND seq IN (<seqs>) ORDER BY seq
            """)
        .bind("run", followUp.run().value())
        .bindList("seqs", List.copyOf(bySeq.keySet()))
        .map((row, _) -> task(followUp, Objects.requireNonNull(bySeq.get(row.getLong("seq"))), row))
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<FollowUpTask> task(FollowUp followUp, Row one, ResultSet row)
      throws SQLException {
    try {
      return Optional.of(
          new FollowUpTask(
              followUp.id(),
              one.number,
              one.seq,
              one.attempt,
              one.attemptId,
              one.doubted,
              RecipientRows.kind(row),
              row.getString("target"),
              row.getString("message_id"),
              Optional.ofNullable(row.getString("room_id")).flatMap(SpaceId::parse),
              RecipientRows.values(row)));
    } catch (Unreadable | IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /**
   * Marks what an earlier owner of the lane had under way as unknown, because its answers are lost,
   * and returns everything unknown.
   */
  public List<FollowUpTask> orphan(FollowUp followUp, long epoch) {
    var to = after(followUp.kind(), FollowUpState.DOING, new Event.SenderLost());
    var orphans =
        handle.execute(
            """
            UPDATE follow_up_row SET state = ?, doubted = 1
            WHERE follow_up = ? AND state = 'doing' AND epoch < ? AND lane = ?
            """,
            to.word(),
            followUp.id().value(),
            epoch,
            lane);
    moved(followUp.id(), FollowUpState.DOING, to, orphans);
    var unknown =
        handle
            .createQuery(
                """
                SELECT number, seq, attempt, attempt_id, doubted FROM follow_up_row
                WHERE follow_up = ? AND state = 'unknown' AND lane = ? ORDER BY number
                """)
            .bind(0, followUp.id().value())
            .bind(1, lane)
            .map((row, _) -> row(row))
            .list();
    return tasks(followUp, unknown);
  }

  private static FollowUpState after(FollowUp.Kind kind, FollowUpState from, Event event) {
    return FollowUpLife.after(kind, from, event);
  }

  private void moved(FollowUpId id, FollowUpState from, FollowUpState to, long count) {
    if (count > 0) {
      moves.computeIfAbsent(id, _ -> new FollowUpTally.Moves()).move(from, to, count);
    }
  }

  /** Updates the counts of all follow-ups concerned; whether there were any. */
  public boolean count() {
    var touched = new LinkedHashSet<>(moves.keySet());
    touched.addAll(nextNumber.keySet());
    for (var id : touched) {
      var moved = Optional.ofNullable(moves.get(id)).map(FollowUpTally.Moves::tally);
      count(handle, id, moved.orElse(FollowUpTally.NONE), nextNumber.getOrDefault(id, 0L), now);
    }
    return !touched.isEmpty();
  }

  static void count(
      Handle handle, FollowUpId id, FollowUpTally change, long nextNumber, Instant now) {
    handle
        .createUpdate(
            """
            UPDATE follow_up SET
              planned = planned + :planned, retry = retry + :retry, doing = doing + :doing,
              unknown = unknown + :unknown, done = done + :done, refused = refused + :refused,
              unclear = unclear + :unclear, skipped = skipped + :skipped,
              next_number = CASE WHEN next_number < :next THEN :next ELSE next_number END,
              started = CASE WHEN started IS NULL AND :doing > 0 THEN :now ELSE started END
            WHERE id = :id
            """)
        .bindMethods(change)
        .bind("next", nextNumber)
        .bind("now", now)
        .bind("id", id.value())
        .execute();
  }
}
