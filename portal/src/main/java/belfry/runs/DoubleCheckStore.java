package belfry.runs;

import belfry.apps.AppName;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Addressee;
import belfry.runs.recipients.Reasons;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.RecipientState;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.jdbi.v3.core.Handle;

/**
 * The double checks of finished runs, as rows: which are due, whom to check, and what was found.
 */
public final class DoubleCheckStore {
  /** How many recipients who were in doubt are checked at most; of the others only a sample is. */
  private static final int MOST_DOUBTED = 500;

  private static final int SAMPLE = 50;

  /** Records of runs that ended longer ago than this are ignored. */
  private static final Duration LOOKED_BACK = Duration.ofDays(1);

  private final Database database;
  private final Runs runs;

  public DoubleCheckStore(Database database) {
    this.database = database;
    runs = new Runs(database);
  }

  /**
   * The result of a double check.
   *
   * @param looked how many conversations were read
   * @param left how many recipients in doubt were not checked, because they could not be or were
   *     too many
   * @param doubled how many got the message more than once
   */
  public record Result(Instant at, long looked, long left, long doubled) {}

  /**
   * Data about a run besides its progress.
   *
   * @param sendingEnded when nobody was to be sent to any more, also while some were still in doubt
   * @param waited how long it was paused, or waited for a decision or the end of quiet hours, after
   *     it had begun
   */
  public record After(
      int wave, Optional<Instant> sendingEnded, Duration waited, Optional<Result> result) {}

  public After after(RunId run) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT wave, sending_ended, waited, double_checked, checked_looked, checked_left, checked_doubled
                FROM run WHERE id = ?
                """)
            .bind(0, run.value())
            .map((row, _) ->
                new After(
                    row.getInt("wave"),
                    Moments.find(row, "sending_ended"),
                    Duration.ofMillis(row.getLong("waited")),
                    result(row)))
            .one());
  }

  private static Optional<Result> result(ResultSet row) throws SQLException {
    var at = Moments.unlessZero(row, "double_checked");
    return at.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Result(
                at.get(),
                row.getLong("checked_looked"),
                row.getLong("checked_left"),
                row.getLong("checked_doubled")));
  }

  /** Runs of this app that were finished at {@code end} and not checked yet, oldest end first. */
  public List<Run> due(AppName app, Instant end, int most) {
    var ids =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT id FROM run
                    WHERE app = ? AND kind = 'job' AND gate = 'closed' AND double_checked IS NULL
                      AND finished <= ? AND id NOT IN (SELECT run FROM deleted_run)
                    ORDER BY finished LIMIT ?
                    """)
                .bind(0, app)
                .bind(1, end)
                .bind(2, most)
                .map((row, _) -> new RunId(row.getLong("id")))
                .list());
    return ids.stream().flatMap(id -> runs.find(id).stream()).toList();
  }

  /**
   * Somebody to check.
   *
   * @param bot the number of the bot that sent to them
   */
  public record Subject(Addressee person, int bot) {}

  /**
   * Whom to check.
   *
   * @param left those in doubt who are not checked: spaces, which a bot cannot list, and those
   *     beyond the limit
   */
  public record Subjects(List<Subject> chosen, long left) {}

  /** Everybody who was ever in doubt and counts as sent, and a sample of the others. */
  public Subjects subjects(Run run) {
    var doubted =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT seq, target, personal, lane FROM recipient
                    WHERE run = ? AND doubted = 1 AND kind = 'person' AND state = 'sent'
                    ORDER BY seq LIMIT ?
                    """)
                .bind(0, run.id().value())
                .bind(1, MOST_DOUBTED)
                .map((row, _) -> new Subject(RecipientRows.addressee(row), row.getInt("lane")))
                .list());
    var all =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT COUNT(*) FROM recipient
                    WHERE run = ? AND doubted = 1 AND (state = 'sent' OR state = 'held')
                    """)
                .bind(0, run.id().value())
                .mapTo(Long.class)
                .one());
    var chosen = new ArrayList<>(doubted);
    chosen.addAll(sample(run));
    return new Subjects(chosen, all - doubted.size());
  }

  /** Spread evenly over the run, so that no part of it is left out. */
  private List<Subject> sample(Run run) {
    var total = run.progress().total();
    var seqs =
        LongStream.range(0, Math.min(SAMPLE, total))
            .map(i -> i * total / Math.min(SAMPLE, total))
            .boxed()
            .toList();
    if (seqs.isEmpty()) {
      return List.of();
    }
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT seq, target, personal, lane FROM recipient
                WHERE run = :run AND seq IN (<seqs>)
                  AND doubted = 0 AND kind = 'person' AND state = 'sent'
                ORDER BY seq
                """)
            .bind("run", run.id().value())
            .bindList("seqs", seqs)
            .map((row, _) -> new Subject(RecipientRows.addressee(row), row.getInt("lane")))
            .list());
  }

  /**
   * What our own records say about a recipient, of the conversation with that bot alone.
   *
   * @param recorded ids of messages on record, whatever the run
   * @param vouched how many messages with this content may exist without an id, because a person
   *     said so, has yet to decide, or had it sent again anyway
   * @param open whether something with this content is being sent to them right now
   */
  public record Known(Set<String> recorded, long vouched, boolean open) {}

  public Known known(Run run, Subject subject) {
    var person = subject.person;
    var content = run.content().filled(person.values());
    var recorded = new HashSet<String>();
    var vouched = new long[1];
    var open = new boolean[1];
    database.read(handle ->
        handle
            .createQuery(
                """
                SELECT r.state, r.message_id, r.warned, r.personal, run.markdown, run.attachment, run.card
                FROM run
                JOIN recipient r ON r.run = run.id AND r.target = ? AND r.lane = ?
                WHERE run.app = ? AND (run.finished IS NULL OR run.finished >= ?)
                """)
            .bind(0, person.person())
            .bind(1, subject.bot)
            .bind(2, run.app())
            .bind(3, run.created().minus(LOOKED_BACK))
            .map((row, _) -> {
              var message = row.getString("message_id");
              var state = RecipientState.read(row.getString("state"));
              var same =
                  ContentColumns.content(row).filled(RecipientRows.values(row)).looksLike(content);
              vouched[0] += same ? row.getLong("warned") : 0;
              // Of whoever is in doubt, it is what an answer named, and may be another's.
              if (message != null && state != RecipientState.UNKNOWN) {
                recorded.add(message);
              } else if (same) {
                open[0] |= state == RecipientState.SENDING || state == RecipientState.UNKNOWN;
                vouched[0] += state == RecipientState.SENT || state == RecipientState.HELD ? 1 : 0;
              }
              return state;
            })
            .list());
    return new Known(recorded, vouched[0], open[0]);
  }

  /** Records the result; false if the run was opened again meanwhile. */
  public static boolean write(Handle handle, Run run, Result result, List<Subject> doubled) {
    var written =
        handle.execute(
            """
            UPDATE run SET double_checked = ?, checked_looked = ?, checked_left = ?, checked_doubled = ?
            WHERE id = ? AND gate = 'closed' AND double_checked IS NULL AND finished = ?
            """,
            result.at,
            result.looked,
            result.left,
            result.doubled,
            run.id().value(),
            run.finished().orElseThrow());
    if (written == 1) {
      for (var one : doubled) {
        handle.execute(
            "UPDATE recipient SET reason = ? WHERE run = ? AND seq = ?",
            Reasons.TWICE.english(),
            run.id().value(),
            one.person.seq());
      }
    }
    return written == 1;
  }
}
