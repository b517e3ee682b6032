package belfry.runs;

import belfry.platform.ids.PersonId;
import belfry.platform.wire.Dating;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.Reasons;
import belfry.runs.recipients.RecipientLife;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.RunLanes;
import belfry.runs.recipients.Waiting;
import belfry.storage.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * Those recipients of a run who may have been sent to since a backup that was restored. Instead of
 * being claimed, they come into doubt, so that they are looked up before anything is sent to them.
 */
final class Unaccounted {
  /** How far apart the clocks of whoever made the backup and of this machine may be. */
  private static final Duration APART = Duration.ofMinutes(15);

  private static final String THEY = " AND COALESCE(epoch, 0) <= :restored";

  private final Handle handle;
  private final RunId run;
  private final long restored;
  private final Optional<PersonId> bot;
  private final Instant now;

  private Unaccounted(
      Handle handle, RunId run, long restored, Optional<PersonId> bot, Instant now) {
    this.handle = handle;
    this.run = run;
    this.restored = restored;
    this.bot = bot;
    this.now = now;
  }

  /** Those of this run; empty if everything about it is known. */
  static Optional<Unaccounted> of(Handle handle, RunId run, int lane, Instant now) {
    return handle
        .createQuery(
            "SELECT restored, %s AS bot FROM run WHERE id = :id AND restored >= 0"
                .formatted(RunLanes.BOT))
        .bind("id", run.value())
        .bind("lane", lane)
        .map((row, _) ->
            new Unaccounted(
                handle, run, row.getLong("restored"), PersonId.parse(row.getString("bot")), now))
        .findOne();
  }

  /** Moves them into doubt, except those whose target is among {@code busy}. */
  List<Doubtful> doubt(Waiting which, RecipientMoves.Intent intent, Set<String> busy) {
    var dated = dated(intent.dated());
    var to = RecipientLife.after(which.state(), new RecipientLife.Event.Unaccounted());
    var update =
        handle
            .createQuery(
                """
                UPDATE recipient SET state = :to, attempt_id = :attempt, intent_at = :intent,
                  intent_leeway = :leeway, epoch = :epoch, doubted = 1, bot = :bot, reason = :reason,
                  settled_at = :now
                WHERE %s%s%s
                RETURNING seq, kind, target, personal
                """
                    .formatted(
                        which.condition(),
                        THEY,
                        busy.isEmpty() ? "" : " AND target NOT IN (<busy>)"))
            .bind("to", to.word())
            .bind("attempt", intent.attemptId())
            .bind("intent", dated.certain())
            .bind("leeway", Duration.between(dated.possible(), dated.certain()).toMillis())
            .bind("epoch", intent.epoch())
            .bind("bot", bot.map(PersonId::value).orElse(""))
            .bind("reason", Reasons.RESTORED.english())
            .bind("now", now);
    if (!busy.isEmpty()) {
      update.bindList("busy", List.copyOf(busy));
    }
    return which
        .bound(update, run)
        .bind("restored", restored)
        .map((row, _) -> doubtful(row, intent.attemptId(), dated))
        .list();
  }

  /** Sets them to retry, and returns their numbers. */
  List<Long> defer(Waiting which) {
    var to = RecipientLife.after(which.state(), new RecipientLife.Event.Deferred());
    var update =
        handle
            .createQuery(
                "UPDATE recipient SET state = :to WHERE %s%s RETURNING seq"
                    .formatted(which.condition(), THEY))
            .bind("to", to.word());
    return which.bound(update, run).bind("restored", restored).mapTo(Long.class).list();
  }

  private Doubtful doubtful(ResultSet row, long attemptId, Dating dated) throws SQLException {
    return new Doubtful(
        run,
        row.getLong("seq"),
        attemptId,
        RecipientRows.kind(row),
        row.getString("target"),
        dated,
        bot,
        Optional.empty(),
        RecipientRows.values(row));
  }

  /**
   * The bounds of what may have been sent to them. They are wide, because everything of ours that
   * is older is on record.
   *
   * @param current the dating of what is written now, which says how the platform's clock differs
   */
  private Dating dated(Dating current) {
    if (current.equals(Dating.UNKNOWN)) {
      return current;
    }
    var behind = Duration.between(current.possible(), now);
    var began = began().minus(APART);
    return Dating.since(behind.isNegative() ? began : began.minus(behind));
  }

  /** When the first backup was made after which this run may have been sent. */
  private Instant began() {
    return handle
        .createQuery(
            """
            SELECT MIN(began) AS began FROM lost_time
            WHERE ended >= (SELECT created FROM run WHERE id = ?)
            """)
        .bind(0, run.value())
        .map((row, _) -> Moments.at(row, "began"))
        .one();
  }
}
