package belfry.runs;

import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.OnUnknown;
import belfry.runs.recipients.RunLanes;
import belfry.runs.recipients.Tally;
import belfry.storage.Json;
import belfry.storage.Moments;
import belfry.storage.UnreadableRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;

/** Makes runs of rows. */
final class RunRows {
  /** Without those that cannot be read. */
  static final RowMapper<Optional<Run>> EACH = UnreadableRows.each("run", RunRows::readRow);

  /** None of which can be left out. */
  static final RowMapper<Run> WHOLE = UnreadableRows.whole("run", RunRows::readRow);

  private RunRows() {}

  private static Run readRow(ResultSet row) throws SQLException {
    return new Run(
        new RunId(row.getLong("id")),
        new AppName(row.getString("app")),
        new JobId(row.getLong("job")),
        Run.Kind.read(row.getString("kind"), row.getInt("notice") == 1),
        ContentColumns.content(row),
        EnumWord.read(OnUnknown.class, row.getString("on_unknown")),
        RunWaves.first(row),
        new PersonId(row.getString("started_by")),
        row.getInt("urgent") == 1,
        row.getInt("late") == 1,
        List.of(Json.read(row.getString("notes"), String[].class)),
        row.getString("question"),
        Moments.at(row, "created"),
        Moments.find(row, "finished"),
        progress(row));
  }

  /** What {@link #progress} reads. */
  static final String PROGRESS = progressTo("run.next_seq");

  /** Likewise, for the lane whose number is bound. */
  static final String PROGRESS_IN_LANE = progressTo(RunLanes.FRONT);

  /** Likewise, where the lane's row of {@code run_lane} is {@code ours}. */
  static final String PROGRESS_BESIDE_LANE = progressTo(RunLanes.FRONT_OF_OURS);

  private static String progressTo(String front) {
    return """
    gate, expanded, started, went_on, run.next_seq, total, wave_end, wave_size, wave_state, goes_on,
      pending, retry, sending, unknown, held, sent, failed, skipped, %s AS front
    """
        .formatted(front);
  }

  static RunProgress progress(ResultSet row) throws SQLException {
    return new RunProgress(
        EnumWord.read(Run.Gate.class, row.getString("gate")),
        row.getInt("expanded") == 1,
        Moments.find(row, "started"),
        Moments.find(row, "went_on"),
        row.getLong("next_seq"),
        row.getLong("total"),
        new Tally(
            row.getLong("pending"),
            row.getLong("retry"),
            row.getLong("sending"),
            row.getLong("unknown"),
            row.getLong("held"),
            row.getLong("sent"),
            row.getLong("failed"),
            row.getLong("skipped")),
        RunWaves.wave(row),
        row.getLong("front"));
  }

  /** The run that sent this job of this app; empty if there is none, or it was deleted. */
  static Optional<RunId> ofJob(Handle handle, AppName app, String job) {
    return JobId.parse(job)
        .flatMap(id ->
            handle
                .createQuery(
                    """
                    SELECT id FROM run WHERE job = ? AND app = ? AND kind = 'job'
                      AND id NOT IN (SELECT run FROM deleted_run)
                    ORDER BY id DESC LIMIT 1
                    """)
                .bind(0, id.value())
                .bind(1, app)
                .map((row, _) -> new RunId(row.getLong("id")))
                .findFirst());
  }
}
