package belfry.delivery.adapters;

import belfry.apps.AppName;
import belfry.delivery.foundation.Rest;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The rests that the platform asked bots for, as rows; kept for a while. */
public final class RestLog {
  public static final Duration KEPT = Duration.ofDays(90);

  private static final int MOST_SHOWN = 200;

  private RestLog() {}

  public static void write(Handle handle, AppName app, Rest rest) {
    handle.execute(
        """
        INSERT INTO rest (app, began, ended) VALUES (?, ?, ?)
        ON CONFLICT (app, began) DO UPDATE SET ended = excluded.ended
        """,
        app,
        rest.from(),
        rest.until());
  }

  /** When the last rest that began after {@code since} ends; possibly long ago. */
  public static Instant until(Handle handle, AppName app, Instant since) {
    return handle
        .createQuery(
            "SELECT ended FROM rest WHERE app = ? AND began > ? ORDER BY ended DESC LIMIT 1")
        .bind(0, app)
        .bind(1, since)
        .map((row, _) -> Moments.at(row, "ended"))
        .findOne()
        .orElse(Instant.EPOCH);
  }

  /** The rests within this time, latest first; at most {@value #MOST_SHOWN}. */
  public static List<Rest> between(Database database, AppName app, Instant from, Instant until) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT began, ended FROM rest WHERE app = ? AND ended >= ? AND began <= ?
                ORDER BY began DESC LIMIT ?
                """)
            .bind(0, app)
            .bind(1, from)
            .bind(2, until)
            .bind(3, MOST_SHOWN)
            .map((row, _) -> new Rest(Moments.at(row, "began"), Moments.at(row, "ended")))
            .list());
  }

  /** Deletes those that are too old at {@code now}. */
  public static void forget(Database database, Instant now) {
    database.write(handle -> handle.execute("DELETE FROM rest WHERE ended < ?", now.minus(KEPT)));
  }
}
