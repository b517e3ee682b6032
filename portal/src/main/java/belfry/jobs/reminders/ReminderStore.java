package belfry.jobs.reminders;

import belfry.apps.AppName;
import belfry.messages.Reminders;
import belfry.platform.ids.PersonId;
import belfry.runs.NoticeRuns;
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
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Reminders of announcements as rows. Whoever changes one has locked its job. */
public final class ReminderStore {
  private static final String SELECT =
      """
      SELECT job AS id, app, run, sender, sender_name, set_as, counted, asked, held, ended, times, due, left_out FROM reminder
      """;

  private ReminderStore() {}

  static Optional<PlannedReminders> find(Handle handle, JobId job) {
    return handle
        .createQuery(SELECT + "WHERE job = ?")
        .bind(0, job.value())
        .map(UnreadableRows.whole("reminder", ReminderStore::read))
        .findOne();
  }

  /** Empty also if they cannot be read. */
  static Optional<PlannedReminders> readable(Handle handle, JobId job) {
    return handle
        .createQuery(SELECT + "WHERE job = ?")
        .bind(0, job.value())
        .map(UnreadableRows.each("reminder", ReminderStore::read))
        .findOne()
        .flatMap(found -> found);
  }

  /** The run whose silent recipients are reminded, also of reminders that cannot be read. */
  public static Optional<RunId> run(Handle handle, JobId job) {
    return handle
        .createQuery("SELECT run FROM reminder WHERE job = ?")
        .bind(0, job.value())
        .map((row, _) -> new RunId(row.getLong("run")))
        .findOne();
  }

  /** Whether any are to come, or wait, also of reminders that cannot be read. */
  public static boolean isOpen(Handle handle, JobId job) {
    return handle
        .createQuery("SELECT 1 FROM reminder WHERE job = ? AND ended = ''")
        .bind(0, job.value())
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /** Ends them, also those that cannot be read; false if they have ended. */
  static boolean end(Handle handle, JobId job, ReminderEnd why) {
    answered(handle, job);
    return handle.execute(
            """
            UPDATE reminder SET held = 0, ended = ?, due = NULL
            WHERE job = ? AND ended = ''
            """,
            why.word(),
            job.value())
        == 1;
  }

  /** Somebody stops them, who may want them back. */
  static void stopped(Handle handle, JobId job, Instant now) {
    handle.execute(
        "UPDATE reminder SET asked = ? WHERE job = ? AND held = 0 AND ended = ''",
        now,
        job.value());
  }

  /** Whoever was told that they wait need not do anything any more. */
  private static void answered(Handle handle, JobId job) {
    handle
        .createQuery("SELECT 1 FROM reminder WHERE job = ? AND held = 1")
        .bind(0, job.value())
        .mapTo(Integer.class)
        .findOne()
        .ifPresent(_ -> NoticeRuns.withdraw(handle, job));
  }

  /** Replaces those of the same job. */
  static void write(Handle handle, PlannedReminders reminders) {
    if (!reminders.held()) {
      answered(handle, reminders.job());
    }
    handle
        .createUpdate(
            """
            INSERT INTO reminder (job, app, run, sender, sender_name, set_as, counted, asked, held, ended, times, due, left_out)
            VALUES (:job, :app, :run, :sender, :senderName, :setAs, :counted, :asked, :held, :ended, :times, :due, :leftOut)
            ON CONFLICT (job) DO UPDATE SET run = :run, sender = :sender, sender_name = :senderName,
              set_as = :setAs, counted = :counted, asked = :asked, held = :held, ended = :ended, times = :times, due = :due,
              left_out = :leftOut
            """)
        .bind("job", reminders.job().value())
        .bind("app", reminders.app())
        .bind("run", reminders.run().value())
        .bind("sender", reminders.sender())
        .bind("senderName", reminders.senderName())
        .bind("setAs", Json.write(reminders.set()))
        .bind("counted", reminders.counted().map(Instant::toEpochMilli).orElse(null))
        .bind("asked", reminders.asked().map(Instant::toEpochMilli).orElse(null))
        .bind("held", reminders.held() ? 1 : 0)
        .bind("ended", reminders.ended().map(ReminderEnd::word).orElse(""))
        .bind("times", Json.write(reminders.times().stream().map(Instant::toString).toList()))
        .bind("due", reminders.due().map(Instant::toEpochMilli).orElse(null))
        .bind(
            "leftOut",
            Json.write(reminders.leftOut().stream().map(LeftOutReminder::written).toList()))
        .execute();
  }

  public static void delete(Handle handle, JobId job) {
    handle.execute("DELETE FROM reminder WHERE job = ?", job.value());
  }

  /** The jobs of this app whose reminders are due, the oldest first. */
  static List<JobId> due(Database database, AppName app, Instant now, int most) {
    return database.read(handle ->
        handle
            .createQuery(
                "SELECT job FROM reminder WHERE app = ? AND due <= ? ORDER BY due, job LIMIT ?")
            .bind(0, app)
            .bind(1, now)
            .bind(2, most)
            .map((row, _) -> new JobId(row.getLong("job")))
            .list());
  }

  /** When the next one of this app is due. */
  public static Optional<Instant> next(Handle handle, AppName app) {
    return handle
        .createQuery(
            "SELECT due FROM reminder WHERE app = ? AND due IS NOT NULL ORDER BY due LIMIT 1")
        .bind(0, app)
        .mapTo(Instant.class)
        .findOne();
  }

  /** The jobs whose reminders this person set and that are still to come. */
  static List<JobId> setBy(Database database, AppName app, PersonId sender) {
    return database.read(handle ->
        handle
            .createQuery(
                "SELECT job FROM reminder WHERE app = ? AND due IS NOT NULL AND sender = ? ORDER BY job")
            .bind(0, app)
            .bind(1, sender)
            .map((row, _) -> new JobId(row.getLong("job")))
            .list());
  }

  /** Those of a run, oldest first: jobs that stand for a time of its job and remind of it. */
  public static List<BegunReminder> begun(Handle handle, JobId job, RunId run) {
    return handle
        .createQuery(
            """
            SELECT job.id, job.run, job.planned, job.state, run.sent FROM job JOIN run ON run.id = job.run
            WHERE job.series = ? AND run.reminds = ? ORDER BY job.planned
            """)
        .bind(0, job.value())
        .bind(1, run.value())
        .map((row, _) ->
            new BegunReminder(
                new JobId(row.getLong("id")),
                new RunId(row.getLong("run")),
                Moments.at(row, "planned"),
                row.getString("state"),
                row.getLong("sent")))
        .list();
  }

  private static PlannedReminders read(ResultSet row) throws SQLException {
    var ended = row.getString("ended");
    return new PlannedReminders(
        new JobId(row.getLong("id")),
        new AppName(row.getString("app")),
        new RunId(row.getLong("run")),
        new PersonId(row.getString("sender")),
        row.getString("sender_name"),
        Json.read(row.getString("set_as"), Reminders.class),
        Moments.find(row, "counted"),
        Moments.find(row, "asked"),
        row.getInt("held") == 1,
        ended.isEmpty() ? Optional.empty() : Optional.of(ReminderEnd.read(ended)),
        times(row),
        Moments.find(row, "due"),
        Arrays.stream(Json.read(row.getString("left_out"), String[].class))
            .map(LeftOutReminder::read)
            .toList());
  }

  /** Those still to come, in order. */
  public static List<Instant> times(ResultSet row) throws SQLException {
    return Arrays.stream(Json.read(row.getString("times"), String[].class))
        .map(Instant::parse)
        .toList();
  }
}
