package belfry.jobs.job;

import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.jobs.schedule.Schedule;
import belfry.messages.Acknowledgement;
import belfry.messages.CardDesign;
import belfry.messages.MessageText;
import belfry.people.audience.Audience;
import belfry.platform.ids.PersonId;
import belfry.runs.ContentColumns;
import belfry.runs.RunWaves;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.OnUnknown;
import belfry.storage.Json;
import belfry.storage.Moments;
import belfry.storage.UnreadableRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
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
        new Draft(
            new MessageText(row.getString("markdown")),
            Optional.empty(),
            Optional.empty(),
            new Audience(List.of()),
            OnUnknown.HOLD,
            Optional.empty(),
            Optional.empty()),
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
        new Draft(
            new MessageText(row.getString("markdown")),
            ContentColumns.attachment(row),
            card(row),
            Json.read(row.getString("audience"), Audience.class),
            EnumWord.read(OnUnknown.class, row.getString("on_unknown")),
            RunWaves.read(row.getString("first_wave")),
            Acknowledgement.read(row.getString("acknowledge"))),
        row.getLong("people"),
        row.getLong("spaces"),
        Schedule.read(row),
        occurrence(row),
        row.getString("tested"),
        row.getString("reference"),
        Moments.at(row, "created"),
        Moments.at(row, "changed"));
  }

  private static Optional<CardDesign> card(ResultSet row) throws SQLException {
    var kept = row.getString("card");
    return kept.isEmpty() ? Optional.empty() : Optional.of(CardDesign.read(kept));
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
