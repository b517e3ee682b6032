package belfry.delivery.adapters;

import belfry.apps.AppName;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Rest;
import belfry.pace.RetryAfter;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The rests that the platform asked bots for, as rows; kept for a while. */
public final class RestLog {
  public static final Duration KEPT = Duration.ofDays(90);

  private static final int MOST_SHOWN = 200;

  private RestLog() {}

  public static void write(Handle handle, LaneId lane, Rest rest) {
    handle.execute(
        """
        INSERT INTO rest (app, began, ended) VALUES (?, ?, ?)
        ON CONFLICT (app, began) DO UPDATE SET ended = excluded.ended
        """,
        lane,
        rest.from(),
        rest.until());
  }

  /** When the last rest that has begun at {@code now} ends; possibly long ago. */
  public static Instant until(Handle handle, LaneId lane, Instant now) {
    return handle
        .createQuery(
            """
            SELECT ended FROM rest WHERE app = ? AND began > ? AND began <= ?
            ORDER BY ended DESC LIMIT 1
            """)
        .bind(0, lane)
        .bind(1, now.minus(RetryAfter.LONGEST))
        .bind(2, now)
        .map((row, _) -> Moments.at(row, "ended"))
        .findOne()
        .orElse(Instant.EPOCH);
  }

  /** The same, of all bots of an app. */
  static Instant until(Handle handle, AppName app, Instant now) {
    return handle
        .createQuery("SELECT app FROM lane WHERE app = :first OR app LIKE :others")
        .bind("first", app)
        .bind("others", app + "#%")
        .map((row, _) -> LaneId.parse(row.getString("app")))
        .list()
        .stream()
        .filter(lane -> lane.app().equals(app))
        .map(lane -> until(handle, lane, now))
        .max(Comparator.naturalOrder())
        .orElse(Instant.EPOCH);
  }

  /**
   * Has rests that have not begun at {@code now} begin: they were written by a clock that was
   * ahead, before it was set right or on another node. Whoever takes the lane rests for as long as
   * was asked, and not for as long as the clock was wrong.
   */
  public static void setRight(Handle handle, LaneId lane, Instant now) {
    handle
        .createQuery("SELECT began, ended FROM rest WHERE app = ? AND began > ?")
        .bind(0, lane)
        .bind(1, now)
        .map((row, _) -> Duration.between(Moments.at(row, "began"), Moments.at(row, "ended")))
        .list()
        .stream()
        .max(Comparator.naturalOrder())
        .ifPresent(longest -> {
          var asked = now.plus(longest);
          var begun = until(handle, lane, now);
          handle.execute("DELETE FROM rest WHERE app = ? AND began > ?", lane, now);
          write(handle, lane, new Rest(now, begun.isAfter(asked) ? begun : asked));
        });
  }

  /** The rests within this time, latest first; at most {@value #MOST_SHOWN}. */
  public static List<Rest> between(Database database, LaneId lane, Instant from, Instant until) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT began, ended FROM rest WHERE app = ? AND ended >= ? AND began <= ?
                ORDER BY began DESC LIMIT ?
                """)
            .bind(0, lane)
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
