package belfry.jobs.job;

import belfry.apps.AppName;
import belfry.jobs.schedule.Schedule;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.storage.Moments;
import belfry.storage.UnreadableRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jdbi.v3.core.mapper.RowMapper;

/** Makes jobs of rows, and of a row that cannot be read, what can. */
public final class JobRows {
  /** Without those that cannot be read. */
  public static final RowMapper<Optional<Job>> READABLE =
      UnreadableRows.each("job", JobRows::readRow);

  /** None of which can be left out. */
  static final RowMapper<Job> WHOLE = UnreadableRows.whole("job", JobRows::readRow);

  /** All of them; of those that cannot be read, what can. */
  static final RowMapper<Job> SEEN = UnreadableRows.seen("job", JobRows::readRow, JobRows::remains);

  /** What can be read of a job that cannot: enough to name it and to say where it stands. */
  private static Job remains(ResultSet row) throws SQLException {
    var changed = Moments.at(row, "changed");
    return new Job(
        new JobId(row.getLong("id")),
        new AppName(row.getString("app")),
        row.getLong("revision"),
        state(row, changed),
        new PersonId(row.getString("author")),
        row.getString("author_name"),
        new PersonId(row.getString("sender")),
        Draft.NONE.saying(row.getString("markdown")),
        row.getLong("people"),
        row.getLong("spaces"),
        Schedule.NONE,
        occurrence(row),
        "",
        row.getString("reference"),
        Moments.at(row, "created"),
        changed);
  }

  private static JobState state(ResultSet row, Instant otherwise) throws SQLException {
    var due = Moments.find(row, "due");
    try {
      return JobState.read(row.getString("state"), due, runId(row));
    } catch (IllegalArgumentException | NoSuchElementException _) {
      return new JobState.Held(due.orElse(otherwise));
    }
  }

  private JobRows() {}

  private static Job readRow(ResultSet row) throws SQLException {
    return new Job(
        new JobId(row.getLong("id")),
        new AppName(row.getString("app")),
        row.getLong("revision"),
        JobState.read(row.getString("state"), Moments.find(row, "due"), runId(row)),
        new PersonId(row.getString("author")),
        row.getString("author_name"),
        new PersonId(row.getString("sender")),
        Draft.read(row),
        row.getLong("people"),
        row.getLong("spaces"),
        Schedule.read(row),
        occurrence(row),
        row.getString("tested"),
        row.getString("reference"),
        Moments.at(row, "created"),
        Moments.at(row, "changed"));
  }

  private static Optional<Occurrence> occurrence(ResultSet row) throws SQLException {
    var series = row.getLong("series");
    return row.wasNull()
        ? Optional.empty()
        : Optional.of(new Occurrence(new JobId(series), Moments.find(row, "planned")));
  }

  private static Optional<RunId> runId(ResultSet row) throws SQLException {
    var run = row.getLong("run");
    return row.wasNull() ? Optional.empty() : Optional.of(new RunId(run));
  }
}
