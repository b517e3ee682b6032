package belfry.runs;

import belfry.apps.AppName;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Runs that send nothing more from some moment on; {@link Runs#pass} keeps to it. */
public final class RunDeadlines {
  private RunDeadlines() {}

  /** Nothing of this run is sent from this moment on. */
  public static void set(Handle handle, RunId run, Instant end) {
    handle.execute("UPDATE run SET ends = ? WHERE id = ?", end, run.value());
  }

  /** Runs of this app whose end has come and that are still to be stopped. */
  public static List<RunId> over(Database database, AppName app, Instant now) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id FROM run
                WHERE app = ? AND gate <> 'closed' AND gate <> 'stopping' AND ends <= ? ORDER BY id
                """)
            .bind(0, app)
            .bind(1, now)
            .map((row, _) -> new RunId(row.getLong("id")))
            .list());
  }

  /** When the next run of this app is to be stopped. */
  public static Optional<Instant> next(Handle handle, AppName app) {
    return handle
        .createQuery(
            """
            SELECT ends FROM run
            WHERE app = ? AND gate <> 'closed' AND gate <> 'stopping' AND ends IS NOT NULL
            ORDER BY ends LIMIT 1
            """)
        .bind(0, app)
        .mapTo(Instant.class)
        .findOne();
  }
}
