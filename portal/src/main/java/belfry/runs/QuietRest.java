package belfry.runs;

import belfry.apps.AppName;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.time.Instant;

/** Notes when open runs begin and cease to rest in quiet hours: that is no sending time. */
public final class QuietRest {
  private QuietRest() {}

  /** A run that begins or ceases to rest. */
  private record Change(RunId run, boolean begins) {}

  /** Notes the changes; {@code quiet} says whether it is quiet hours now. */
  public static void note(Database database, AppName app, boolean quiet, Instant now) {
    var changes =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT id, waits_since FROM run
                    WHERE app = :app AND gate <> 'closed' AND gate = 'open'
                      AND started IS NOT NULL AND sending_ended IS NULL
                      AND ((waits_since IS NULL AND :quiet = 1 AND urgent = 0)
                        OR (waits_since IS NOT NULL AND (:quiet = 0 OR urgent = 1)))
                    """)
                .bind("app", app)
                .bind("quiet", quiet ? 1 : 0)
                .map((row, _) ->
                    new Change(
                        new RunId(row.getLong("id")), Moments.find(row, "waits_since").isEmpty()))
                .list());
    if (changes.isEmpty()) {
      return;
    }
    database.write(handle -> {
      for (var change : changes) {
        handle
            .createUpdate(
                change.begins
                    ? """
                    UPDATE run SET waits_since = :now
                    WHERE id = :run AND gate = 'open' AND waits_since IS NULL
                    """
                    : """
                    UPDATE run SET waited = waited + :now - waits_since, waits_since = NULL,
                        went_on = :now
                    WHERE id = :run AND gate = 'open' AND waits_since IS NOT NULL
                    """)
            .bind("now", now)
            .bind("run", change.run.value())
            .execute();
      }
      return true;
    });
  }
}
