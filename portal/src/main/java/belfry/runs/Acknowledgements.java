package belfry.runs;

import belfry.base.Phrase;
import belfry.people.audience.Audience;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.NamedRecipient;
import belfry.runs.recipients.Reasons;
import belfry.runs.recipients.RecipientErasure;
import belfry.runs.recipients.RecipientState;
import belfry.storage.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Who has acknowledged a run's message, and how many have. It is written once for each person and
 * never taken back, in the transaction that stores their answer.
 */
public final class Acknowledgements {
  /** Why somebody who got the message is not reminded of it, and when that is so. */
  private record NotReminded(Phrase why, String when) {}

  /** Whoever has acknowledged what was recalled is told of as the former. */
  private static final List<NotReminded> NOT_REMINDED =
      List.of(
          new NotReminded(Reasons.ACKNOWLEDGED, "earlier.acknowledged IS NOT NULL"),
          // Also while the recall has not come to them.
          new NotReminded(
              Reasons.RECALLED,
              """
              (earlier.followed = 'recalled' OR EXISTS (
                SELECT 1 FROM follow_up JOIN follow_up_row ON follow_up_row.follow_up = follow_up.id
                WHERE follow_up.run = earlier.run AND follow_up.kind = 'recall'
                  AND follow_up_row.seq = earlier.seq
                  AND follow_up_row.state IN ('planned', 'retry', 'doing', 'unknown')))
              """));

  private Acknowledgements() {}

  /**
   * Notes that this person has acknowledged it, if they are a recipient, as often as they are;
   * false if that is known, or if they are none.
   */
  public static boolean add(Handle handle, RunId run, PersonId person, Instant at) {
    var noted =
        handle
            .createUpdate(
                """
                UPDATE recipient SET acknowledged = :at
                WHERE run = :run AND target IN (<targets>) AND kind = 'person' AND acknowledged IS NULL
                """)
            .bindList("targets", List.copyOf(NamedRecipient.targets(handle, person)))
            .bind("at", at)
            .bind("run", run.value())
            .execute();
    if (noted > 0) {
      handle.execute(
          "UPDATE run SET acknowledged = acknowledged + ? WHERE id = ?", noted, run.value());
    }
    return noted > 0;
  }

  /** How many have acknowledged it, if this person first did so then. */
  public static Optional<Long> countOf(Handle handle, RunId run, PersonId person, Instant first) {
    return handle
        .createQuery(
            """
            SELECT run.acknowledged FROM run JOIN recipient ON recipient.run = run.id
            WHERE run.id = :run AND recipient.target IN (<targets>) AND recipient.kind = 'person'
              AND recipient.acknowledged = :first
            """)
        .bindList("targets", List.copyOf(NamedRecipient.targets(handle, person)))
        .bind("run", run.value())
        .bind("first", first)
        .mapTo(Long.class)
        .findFirst();
  }

  /** The run of the message that a run for this audience is a reminder of. */
  static Optional<RunId> reminded(Handle handle, Run run, Audience audience) {
    return run.kind() != Run.Kind.JOB
        ? Optional.empty()
        : audience.reminded().flatMap(job -> RunRows.ofJob(handle, run.app(), job));
  }

  static Optional<RunId> reminds(ResultSet row) throws SQLException {
    var id = row.getLong("reminds");
    return row.wasNull() ? Optional.empty() : Optional.of(new RunId(id));
  }

  /** The run that this one reminds of; empty if it is no reminder. */
  public static Optional<RunId> reminds(Handle handle, RunId run) {
    return handle
        .createQuery("SELECT reminds FROM run WHERE id = ?")
        .bind(0, run.value())
        .map((row, _) -> reminds(row))
        .findOne()
        .flatMap(id -> id);
  }

  /**
   * From now on until the end of this transaction nobody can acknowledge it: whoever does waits,
   * because that changes the same row.
   */
  public static void lock(Handle handle, RunId run) {
    handle.execute("UPDATE run SET acknowledged = acknowledged WHERE id = ?", run.value());
  }

  /**
   * How many people still have a run's message.
   *
   * @param silent how many of them have not acknowledged it
   * @param unreached how many have not got it, and may still be sent to by somebody's decision
   */
  public record Standing(long reached, long silent, long unreached) {
    /** Whether nobody will be silent, whatever is decided. */
    public boolean isOver() {
      return silent == 0 && unreached == 0;
    }
  }

  public static Standing standing(Handle handle, RunId run) {
    return handle
        .createQuery(
            """
            SELECT COUNT(*) AS reached, COUNT(CASE WHEN acknowledged IS NULL THEN 1 END) AS silent,
              (SELECT COUNT(*) FROM recipient
                WHERE run = :run AND (state = 'failed' OR state = 'held') AND %1$s) AS unreached
            FROM recipient
            WHERE run = :run AND state = 'sent' AND COALESCE(followed, '') <> 'recalled' AND %1$s
            """
                .formatted(RecipientErasure.NOT_ERASED))
        .bind("run", run.value())
        .map((row, _) ->
            new Standing(row.getLong("reached"), row.getLong("silent"), row.getLong("unreached")))
        .one();
  }

  /** When the last of those got it who have got a run's message; empty if nobody has. */
  public static Optional<Instant> lastReached(Handle handle, RunId run) {
    return handle
        .createQuery(
            "SELECT MAX(COALESCE(dated, settled_at)) AS last FROM recipient WHERE run = ? AND state = 'sent'")
        .bind(0, run.value())
        .map((row, _) -> Moments.find(row, "last"))
        .one();
  }

  /**
   * Skips those of these recipients of a reminder who have acknowledged, or from whom the message
   * is recalled by now; returns how many.
   */
  static int skip(
      Handle handle,
      RunId run,
      RunId reminded,
      RecipientState from,
      RecipientState to,
      List<Long> numbers,
      Instant now) {
    if (numbers.isEmpty()) {
      return 0;
    }
    var skipped = 0;
    for (var reason : NOT_REMINDED) {
      skipped +=
          handle
              .createUpdate(
                  """
                  UPDATE recipient SET state = :to, reason = :why, settled_at = :now
                  WHERE run = :run AND seq IN (<numbers>) AND state = :from AND EXISTS (
                    SELECT 1 FROM recipient earlier WHERE earlier.run = :reminded
                      AND earlier.target = recipient.target AND <condition>)
                  """)
              .define("condition", reason.when)
              .bindList("numbers", numbers)
              .bind("to", to.word())
              .bind("why", reason.why.english())
              .bind("now", now)
              .bind("run", run.value())
              .bind("from", from.word())
              .bind("reminded", reminded.value())
              .execute();
    }
    return skipped;
  }
}
