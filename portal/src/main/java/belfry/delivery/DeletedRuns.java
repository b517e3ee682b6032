package belfry.delivery;

import belfry.base.Time;
import belfry.jobs.RunId;
import belfry.storage.Database;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Deletes what deleted jobs leave behind: recipients, timelines and runs, and long after its end
 * when the platform made a bot wait. It does so in steps, between which others write.
 */
final class DeletedRuns {
  /**
   * Other runs' messages are told from these by what is recorded of them, and a platform may show a
   * message long after it was sent.
   */
  static final Duration KEPT = Duration.ofDays(1);

  static final Duration RESTS_KEPT = Duration.ofDays(90);
  static final int AT_ONCE = 500;

  private final Database database;
  private final Time time;

  DeletedRuns(Database database, Time time) {
    this.database = database;
    this.time = time;
  }

  /** Takes one step; false when nothing is left to do. */
  boolean step() {
    var run = next();
    run.ifPresentOrElse(this::delete, this::forgetRests);
    return run.isPresent();
  }

  private Optional<RunId> next() {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT deleted_run.run FROM deleted_run
                JOIN run ON run.id = deleted_run.run AND run.gate = 'closed'
                WHERE deleted_run.deleted < ? ORDER BY deleted_run.run LIMIT 1
                """)
            .bind(0, time.now().minus(KEPT))
            .map((row, _) -> new RunId(row.getLong("run")))
            .findOne());
  }

  private void delete(RunId run) {
    database.write(handle -> {
      if (recipients(handle, run) == 0) {
        // Last, for as long as it is there its rows can be found.
        List.of(
                "DELETE FROM timeline WHERE run = ?",
                "DELETE FROM run WHERE id = ?",
                "DELETE FROM deleted_run WHERE run = ?")
            .forEach(statement -> handle.execute(statement, run.value()));
      }
      return run;
    });
  }

  private static int recipients(Handle handle, RunId run) {
    return handle.execute(
        """
        DELETE FROM recipient WHERE run = ? AND seq IN (
          SELECT seq FROM recipient WHERE run = ? ORDER BY seq LIMIT ?)
        """,
        run.value(),
        run.value(),
        AT_ONCE);
  }

  private void forgetRests() {
    database.write(
        handle -> handle.execute("DELETE FROM rest WHERE ended < ?", time.now().minus(RESTS_KEPT)));
  }
}
