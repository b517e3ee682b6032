package belfry.runs;

import belfry.base.Time;
import belfry.storage.Database;
import java.time.Duration;
import java.util.Optional;

/**
 * Deletes what deleted jobs leave behind: recipients, timelines and runs. It does so in steps,
 * between which others write.
 */
public final class DeletedRuns {
  /**
   * Other runs' messages are told from these by what is recorded of them, and a platform may show a
   * message long after it was sent.
   */
  static final Duration KEPT = Duration.ofDays(1);

  static final int AT_ONCE = 500;

  private final Database database;
  private final Time time;

  public DeletedRuns(Database database, Time time) {
    this.database = database;
    this.time = time;
  }

  /** Takes one step; false when nothing is left to do. */
  public boolean step() {
    var run = next();
    run.ifPresent(this::delete);
    return run.isPresent();
  }

  /**
   * Closed for long, and no other run of its app is open or still to be checked that was there at
   * the same time: in conversations theirs are told from its messages.
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
                      AND other.audited IS NULL AND other.finished >= :before
                      AND other.created <= COALESCE(run.finished, run.created))
                ORDER BY deleted_run.run LIMIT 1
                """)
            .bind("before", time.now().minus(KEPT))
            .map((row, _) -> new RunId(row.getLong("run")))
            .findOne());
  }

  private void delete(RunId run) {
    database.write(handle -> {
      // Of two nodes one waits here: what the other is just deleting would look like nothing.
      var held =
          handle.execute("UPDATE deleted_run SET deleted = deleted WHERE run = ?", run.value());
      if (held == 1 && RecipientRows.delete(handle, run, AT_ONCE) == 0) {
        // Last, for as long as it is there its rows can be found.
        Timeline.delete(handle, run);
        handle.execute("DELETE FROM run WHERE id = ?", run.value());
        handle.execute("DELETE FROM deleted_run WHERE run = ?", run.value());
      }
      return run;
    });
  }
}
