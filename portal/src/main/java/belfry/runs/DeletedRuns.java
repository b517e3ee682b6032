package belfry.runs;

import belfry.base.Time;
import belfry.runs.followups.FollowUps;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.RunLanes;
import belfry.storage.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Deletes what deleted jobs leave behind: recipients, timelines and runs. Works in steps, between
 * which others can write.
 */
public final class DeletedRuns {
  /**
   * How long rows are kept, because other runs' messages are distinguished from these by their
   * records, and a platform may show a message long after it was sent.
   */
  static final Duration KEPT = Duration.ofDays(1);

  static final int AT_ONCE = 500;

  private final Database database;
  private final Time time;

  public DeletedRuns(Database database, Time time) {
    this.database = database;
    this.time = time;
  }

  /** Marks the runs of a deleted job for later deletion. */
  public static void mark(Handle handle, JobId job, Instant now) {
    handle.execute(
        "INSERT INTO deleted_run (run, deleted) SELECT id, ? FROM run WHERE job = ?",
        now,
        job.value());
  }

  /** Does one step; false if nothing is left to do. */
  public boolean step() {
    var run = next();
    run.ifPresent(this::delete);
    return run.isPresent();
  }

  /**
   * A run that has been closed long enough, while no overlapping run of its app is open or still to
   * be checked; those runs' messages are distinguished from its own by these rows.
   */
  private Optional<RunId> next() {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT deleted_run.run FROM deleted_run
                JOIN run ON run.id = deleted_run.run AND run.gate = 'closed'
                WHERE deleted_run.deleted < :before AND COALESCE(run.finished, run.created) < :before
                  AND NOT EXISTS (
                    SELECT 1 FROM run other
                    WHERE other.app = run.app AND other.gate <> 'closed'
                      AND other.created <= COALESCE(run.finished, run.created))
                  AND NOT EXISTS (
                    SELECT 1 FROM run other
                    WHERE other.app = run.app AND other.kind = 'job' AND other.gate = 'closed'
                      AND other.double_checked IS NULL AND other.finished >= :before
                      AND other.created <= COALESCE(run.finished, run.created))
                ORDER BY deleted_run.run LIMIT 1
                """)
            .bind("before", time.now().minus(KEPT))
            .map((row, _) -> new RunId(row.getLong("run")))
            .findOne());
  }

  private void delete(RunId run) {
    database.write(handle -> {
      // If two nodes do this, one waits here; otherwise rows being deleted by the other would look
      // as if there were none.
      var held =
          handle.execute("UPDATE deleted_run SET deleted = deleted WHERE run = ?", run.value());
      if (held == 1
          && FollowUps.delete(handle, run, AT_ONCE) == 0
          && RecipientRows.delete(handle, run, AT_ONCE) == 0) {
        // Last, because as long as the run exists, its rows can be found.
        Timeline.delete(handle, run);
        RunLanes.delete(handle, run);
        handle.execute("DELETE FROM run WHERE id = ?", run.value());
        handle.execute("DELETE FROM deleted_run WHERE run = ?", run.value());
      }
      return run;
    });
  }
}
