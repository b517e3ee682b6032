package belfry.answers;

import belfry.answers.ReceivedAnswer.Done;
import belfry.answers.ReceivedAnswer.Kind;
import belfry.answers.ReceivedAnswer.Said;
import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.base.Folded;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.Moments;
import belfry.storage.UnreadableRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;

/** Answers as rows. Each is stored once, however often and by whichever way it is heard of. */
public final class AnswerStore {
  static final String SELECT =
      """
      SELECT id, app, kind, source, job, run, recipient, person, name, email, text, inputs, files, readable,
        written, received, done_at, done_by, done_by_name
      FROM answer
      """;

  /** Rows deleted in one transaction. */
  private static final int AT_ONCE = 500;

  private final Database database;
  private final List<AnswerListener> listeners = new CopyOnWriteArrayList<>();

  public AnswerStore(Database database) {
    this.database = database;
  }

  /** From now on this listener learns of each new answer. Called while the portal is wired. */
  public void onNew(AnswerListener listener) {
    listeners.add(listener);
  }

  /** Stores an answer and tells the listeners; false if it is stored already. */
  public boolean add(Handle handle, ReceivedAnswer answer) {
    var isNew = insert(handle, answer);
    if (isNew) {
      count(handle, answer);
      listeners.forEach(listener -> listener.answered(handle, answer));
    }
    return isNew;
  }

  private static boolean insert(Handle handle, ReceivedAnswer answer) {
    return handle.execute(
            """
            INSERT INTO answer (id, app, kind, source, job, run, recipient, person, person_key, name,
              name_key, email, text, inputs, files, readable, written, received, done_at, done_by, done_by_name)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, kind, source) DO NOTHING
            """,
            answer.id().value(),
            answer.app(),
            EnumWord.of(answer.said().kind()),
            PlatformId.key(answer.source()),
            answer.about().job().value(),
            answer.about().run().value(),
            answer.about().recipient(),
            answer.from().id(),
            PlatformId.key(answer.from().id()),
            answer.from().name(),
            Folded.of(answer.from().name()),
            answer.from().email(),
            answer.said().text(),
            answer.said().inputs(),
            answer.said().files(),
            answer.said().readable() ? 1 : 0,
            answer.written(),
            answer.received(),
            answer.done().map(Done::at).orElse(null),
            answer.done().flatMap(Done::by).map(PersonId::value).orElse(null),
            answer.done().map(Done::name).orElse(null))
        == 1;
  }

  private static void count(Handle handle, ReceivedAnswer answer) {
    handle
        .createUpdate(
            """
            INSERT INTO answer_count (run, app, job, written, pressed, unread, latest)
            VALUES (:run, :app, :job, :written, :pressed, :unread, :latest)
            ON CONFLICT (run) DO UPDATE SET
              written = answer_count.written + excluded.written,
              pressed = answer_count.pressed + excluded.pressed,
              unread = answer_count.unread + excluded.unread,
              latest = excluded.latest
            """)
        .bind("run", answer.about().run().value())
        .bind("app", answer.app())
        .bind("job", answer.about().job().value())
        .bind("written", answer.said().kind() == Kind.WRITTEN ? 1 : 0)
        .bind("pressed", answer.said().kind() == Kind.PRESS ? 1 : 0)
        .bind("unread", answer.done().isEmpty() ? 1 : 0)
        .bind("latest", answer.id().value())
        .execute();
  }

  /** Whether this message or press is stored already. */
  static boolean isKnown(Handle handle, AppName app, Kind kind, String source) {
    return bySource(handle, app, kind, source).isPresent();
  }

  static Optional<ReceivedAnswer> bySource(Handle handle, AppName app, Kind kind, String source) {
    return handle
        .createQuery(SELECT + "WHERE app = ? AND kind = ? AND source = ?")
        .bind(0, app)
        .bind(1, EnumWord.of(kind))
        .bind(2, PlatformId.key(source))
        .map(SEEN)
        .findOne();
  }

  /** Not one to what was deleted, which only waits to be swept. */
  public static Optional<ReceivedAnswer> find(Handle handle, AppName app, AnswerId id) {
    return handle
        .createQuery(
            SELECT
                + """
                WHERE id = ? AND app = ? AND EXISTS (SELECT 1 FROM job WHERE job.id = answer.job)
                """)
        .bind(0, id.value())
        .bind(1, app)
        .map(SEEN)
        .findOne();
  }

  /** An answer, locked until the transaction ends. */
  static Optional<ReceivedAnswer> lock(Handle handle, AppName app, AnswerId id) {
    handle.execute("UPDATE answer SET app = app WHERE id = ? AND app = ?", id.value(), app);
    return find(handle, app, id);
  }

  /** Marks an answer as done; false if it is already. */
  public static boolean done(Handle handle, ReceivedAnswer answer, Done done) {
    var changed =
        handle.execute(
            """
            UPDATE answer SET done_at = ?, done_by = ?, done_by_name = ?
            WHERE id = ? AND done_at IS NULL
            """,
            done.at(),
            done.by().map(PersonId::value).orElse(null),
            done.name(),
            answer.id().value());
    countUnread(handle, answer, -changed);
    return changed == 1;
  }

  /** Marks an answer as unread again; false if it is unread. */
  public static boolean undone(Handle handle, ReceivedAnswer answer) {
    var changed =
        handle.execute(
            """
            UPDATE answer SET done_at = NULL, done_by = NULL, done_by_name = NULL
            WHERE id = ? AND done_at IS NOT NULL
            """,
            answer.id().value());
    countUnread(handle, answer, changed);
    return changed == 1;
  }

  private static void countUnread(Handle handle, ReceivedAnswer answer, int change) {
    handle.execute(
        "UPDATE answer_count SET unread = unread + ? WHERE run = ?",
        change,
        answer.about().run().value());
  }

  /**
   * Deletes answers to announcements that are deleted, a step of them; false if there are none. An
   * announcement's results are kept as long as its job, and so are its answers.
   */
  public boolean forgetDeleted() {
    return database.write(handle -> {
      var gone =
          handle
              .createQuery(
                  """
                  SELECT job, run FROM answer_count
                  WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.id = answer_count.run)
                    OR EXISTS (SELECT 1 FROM deleted_run WHERE deleted_run.run = answer_count.run)
                  LIMIT 1
                  """)
              .map((row, _) -> Map.entry(row.getLong("job"), row.getLong("run")))
              .findOne();
      gone.ifPresent(one -> forget(handle, one.getKey(), one.getValue()));
      return gone.isPresent();
    });
  }

  private static void forget(Handle handle, long job, long run) {
    var rows =
        handle.execute(
            """
            DELETE FROM answer WHERE id IN (
              SELECT id FROM answer WHERE job = ? AND run = ? ORDER BY id LIMIT ?)
            """,
            job,
            run,
            AT_ONCE);
    if (rows < AT_ONCE) {
      handle.execute("DELETE FROM answer_count WHERE run = ?", run);
      Replies.forget(handle, run);
    }
  }

  /** Of one that cannot be read, only that it is there. */
  static final RowMapper<ReceivedAnswer> SEEN =
      UnreadableRows.seen(
          "answer",
          row -> read(row, said(row, kind(row).orElseThrow())),
          row -> read(row, Said.unreadable(kind(row).orElse(Kind.WRITTEN))));

  private static Optional<Kind> kind(ResultSet row) throws SQLException {
    var stored = row.getString("kind");
    return Arrays.stream(Kind.values())
        .filter(kind -> EnumWord.of(kind).equals(stored))
        .findFirst();
  }

  private static Said said(ResultSet row, Kind kind) throws SQLException {
    var stored = row.getString("inputs");
    // What was erased with a person.
    var inputs = stored.isEmpty() ? Said.NO_INPUTS : stored;
    if (kind == Kind.PRESS) {
      // They are shown as they are.
      var _ = Json.read(inputs, Object.class);
    }
    return new Said(
        kind, row.getString("text"), inputs, row.getInt("files"), row.getInt("readable") == 1);
  }

  private static ReceivedAnswer read(ResultSet row, Said said) throws SQLException {
    var done = row.getLong("done_at");
    var isDone = !row.wasNull();
    var by = Optional.ofNullable(row.getString("done_by")).map(PersonId::new);
    var name = row.getString("done_by_name");
    return new ReceivedAnswer(
        new AnswerId(row.getLong("id")),
        new AppName(row.getString("app")),
        row.getString("source"),
        new Announcement(
            new JobId(row.getLong("job")), new RunId(row.getLong("run")), row.getLong("recipient")),
        new Answerer(
            new PersonId(row.getString("person")), row.getString("name"), row.getString("email")),
        said,
        Moments.at(row, "written"),
        Moments.at(row, "received"),
        isDone
            ? Optional.of(new Done(Instant.ofEpochMilli(done), by, name == null ? "" : name))
            : Optional.empty());
  }
}
