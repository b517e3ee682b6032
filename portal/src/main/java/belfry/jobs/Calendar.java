package belfry.jobs;

import belfry.apps.AppName;
import belfry.base.Phrase;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.SendingRules;
import belfry.jobs.reminders.ReminderStore;
import belfry.jobs.schedule.QuietHours;
import belfry.jobs.schedule.Recurrence;
import belfry.jobs.schedule.Schedule;
import belfry.messages.MessageText;
import belfry.runs.ids.JobId;
import belfry.storage.Database;
import belfry.storage.Moments;
import belfry.storage.UnreadableRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * When the messages of an app go out: each time of each job that has not begun, and the reminders
 * of those that have.
 */
public final class Calendar {
  /** Nobody reads more than this in one span. */
  public static final int MOST = 1_000;

  private final Database database;
  private final SendingRules rules;

  public Calendar(Database database, SendingRules rules) {
    this.database = database;
    this.rules = rules;
  }

  /** What becomes of a time. */
  public enum Standing {
    SCHEDULED,
    HELD,
    MISSED,
    SKIPPED
  }

  /**
   * One time of one job.
   *
   * @param untitled stands for the title of an empty text
   * @param people how many there were at the last count; 0 for a reminder, which counts when it
   *     begins
   * @param repeats whether it is one of several times
   * @param reminder whether whoever has not acknowledged the job by then is reminded
   * @param quietUntil when it begins, if it is due in quiet hours and waits for their end
   */
  public record Entry(
      JobId job,
      Instant time,
      Standing standing,
      String title,
      Optional<Phrase> untitled,
      long people,
      long spaces,
      boolean repeats,
      boolean reminder,
      Optional<Instant> quietUntil) {}

  /** The times in a span, in order; {@code more} if some are left out because there are so many. */
  public record Span(List<Entry> entries, boolean more) {}

  /** The times of an app's jobs that are not before the one moment and before the other. */
  public Span between(AppName app, Instant from, Instant until) {
    var quiet = rules.of(app).quiet();
    var waiting = waiting(app, from, until);
    var reminders = reminders(app, until);
    var entries =
        Stream.concat(
                waiting.stream().flatMap(job -> job.entries(from, until, quiet)),
                reminders.stream().flatMap(one -> one.entries(from, until, quiet)))
            .sorted(
                Comparator.comparing(Entry::time).thenComparingLong(entry -> entry.job().value()))
            .limit(MOST + 1)
            .toList();
    return new Span(
        entries.stream().limit(MOST).toList(),
        entries.size() > MOST || waiting.size() > MOST || reminders.size() > MOST);
  }

  /** The reminders of which the next is due before a moment. */
  private List<Reminding> reminders(AppName app, Instant until) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT reminder.job AS id, reminder.app, reminder.times, job.markdown
                FROM reminder JOIN job ON job.id = reminder.job
                WHERE reminder.app = :app AND reminder.due < :until
                ORDER BY reminder.due, reminder.job LIMIT :most
                """)
            .bind("app", app)
            .bind("until", until)
            .bind("most", MOST + 1)
            .map(UnreadableRows.part("reminder", Reminding::read))
            .stream()
            .flatMap(Optional::stream)
            .toList());
  }

  /**
   * Those due in a span, those that repeat and are due before its end, and those with skipped
   * times, which may be in it although the job is due later. Jobs that wait are these two ranks of
   * {@link JobStore}, which an index finds. The audience, which may be long, is not read.
   */
  private List<Waiting> waiting(AppName app, Instant from, Instant until) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id, app, state, due, markdown, people, spaces, local_time, zone, rule,
                  grace, urgent, hurried_by, skipped, ahead
                FROM job
                WHERE app = :app AND list_rank IN (1, 2)
                  AND (due < :until OR skipped <> '')
                  AND (due >= :from OR (state = 'scheduled' AND rule <> ''))
                ORDER BY due, id LIMIT :most
                """)
            .bind("app", app)
            .bind("from", from)
            .bind("until", until)
            .bind("most", MOST + 1)
            .map(UnreadableRows.part("job", Waiting::read))
            .stream()
            .flatMap(Optional::stream)
            .toList());
  }

  /**
   * The reminders of a job that are still to come. They wait for quiet hours even if it did not.
   */
  private record Reminding(JobId job, MessageText text, List<Instant> times) {
    static Reminding read(ResultSet row) throws SQLException {
      return new Reminding(
          new JobId(row.getLong("id")),
          new MessageText(row.getString("markdown")),
          ReminderStore.times(row));
    }

    Stream<Entry> entries(Instant from, Instant until, Optional<QuietHours> quiet) {
      return times.stream()
          .filter(time -> !time.isBefore(from) && time.isBefore(until))
          .map(time ->
              new Entry(
                  job,
                  time,
                  Standing.SCHEDULED,
                  text.title(),
                  text.untitled(),
                  0,
                  0,
                  times.size() > 1,
                  true,
                  quiet.flatMap(hours -> hours.over(time))));
    }
  }

  /** What is known of a job that has not begun. */
  private record Waiting(
      JobId id,
      Standing standing,
      Instant due,
      String title,
      Optional<Phrase> untitled,
      long people,
      long spaces,
      Schedule schedule) {
    static Waiting read(ResultSet row) throws SQLException {
      var text = new MessageText(row.getString("markdown"));
      return new Waiting(
          new JobId(row.getLong("id")),
          switch (row.getString("state")) {
            case "held" -> Standing.HELD;
            case "missed" -> Standing.MISSED;
            default -> Standing.SCHEDULED;
          },
          Moments.at(row, "due"),
          text.title(),
          text.untitled(),
          row.getLong("people"),
          row.getLong("spaces"),
          Schedule.read(row));
    }

    Stream<Entry> entries(Instant from, Instant until, Optional<QuietHours> quiet) {
      var skipped =
          schedule.skipped().stream()
              .filter(time -> !time.isBefore(from) && time.isBefore(until))
              .map(time -> entry(time, Standing.SKIPPED, Optional.empty()));
      var times =
          times(from)
              .takeWhile(until::isAfter)
              .limit(MOST + 1)
              .map(time -> entry(time, standing, begins(time, quiet)));
      return Stream.concat(skipped, times);
    }

    /** Nothing goes out of a repeating job that is on hold, so only the time it is held at. */
    private Stream<Instant> times(Instant from) {
      try {
        var recurrence =
            standing == Standing.SCHEDULED ? schedule.recurrence() : Optional.<Recurrence>empty();
        return recurrence.map(all -> all.from(due, from)).orElseGet(() -> Stream.of(due));
      } catch (IllegalArgumentException _) {
        // A newer version no longer knows its zone or its rule. The job itself says so.
        return Stream.of(due).filter(time -> !time.isBefore(from));
      }
    }

    private Optional<Instant> begins(Instant time, Optional<QuietHours> quiet) {
      return standing == Standing.SCHEDULED ? schedule.held(time, quiet) : Optional.empty();
    }

    private Entry entry(Instant time, Standing what, Optional<Instant> quietUntil) {
      var repeats = !schedule.rule().isEmpty();
      return new Entry(id, time, what, title, untitled, people, spaces, repeats, false, quietUntil);
    }
  }
}
