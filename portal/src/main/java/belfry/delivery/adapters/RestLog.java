package belfry.delivery.adapters;

import belfry.apps.AppName;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Rest;
import belfry.pace.RetryAfter;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** The rests that the platform asked bots for, as rows; kept for a while. */
public final class RestLog {
  public static final Duration KEPT = Duration.ofDays(90);

  private static final int MOST_SHOWN = 200;

  private static final int MOST_COMPARED = 1_000;

  /** Whatever is refused at once rests at once. */
  private static final Duration AT_ONCE = Duration.ofMillis(100);

  /** What was on its way when the first one was refused is answered by then. */
  private static final Duration ANSWERED = Duration.ofSeconds(2);

  /** As for whoever sends for all of them ({@link belfry.pace.SharedLimit}). */
  private static final int CERTAIN = 3;

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

  /**
   * The apps of which bots seem to be limited together, whoever sends for them: again and again one
   * was refused while another had been resting for a while, and so prolonged the rest of all.
   *
   * @param lanes those to compare
   */
  public static Set<AppName> interfering(Handle handle, Collection<LaneId> lanes, Instant since) {
    var rests = new HashMap<AppName, List<Rested>>();
    handle
        .createQuery(
            """
            SELECT app, began, ended FROM rest WHERE app IN (<lanes>) AND began > :since
            ORDER BY began DESC LIMIT :most
            """)
        .bindList("lanes", List.copyOf(lanes))
        .bind("since", since)
        .bind("most", MOST_COMPARED)
        .map((row, _) ->
            new Rested(
                LaneId.parse(row.getString("app")),
                new Rest(Moments.at(row, "began"), Moments.at(row, "ended"))))
        .list()
        .reversed()
        .forEach(one -> rests.computeIfAbsent(one.lane.app(), _ -> new ArrayList<>()).add(one));
    return rests.entrySet().stream()
        .filter(app -> prolongOneAnother(app.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private record Rested(LaneId lane, Rest rest) {
    boolean prolongs(Rested other) {
      return !lane.equals(other.lane)
          && !rest.from().isBefore(other.rest.from().plus(AT_ONCE))
          && rest.from().isBefore(other.rest.until())
          && rest.until().isAfter(other.rest.until().plus(AT_ONCE));
    }
  }

  /**
   * Rests of which each prolonged the one before. Of bots with windows of their own, one may
   * prolong another's, but then that one sends for a while.
   */
  private record Chain(Instant from, Rested last, int times) {
    Chain then(Rested next) {
      return new Chain(from, next, times + 1);
    }

    boolean isCertain() {
      return times >= CERTAIN && !last.rest.from().isBefore(from.plus(ANSWERED));
    }
  }

  private static boolean prolongOneAnother(List<Rested> rests) {
    var chains = new ArrayList<Chain>();
    for (var one : rests) {
      chains.add(
          chains.stream()
              .filter(chain -> one.prolongs(chain.last))
              .max(Comparator.comparingInt(Chain::times))
              .map(chain -> chain.then(one))
              .orElseGet(() -> new Chain(one.rest.from(), one, 0)));
    }
    return chains.stream().anyMatch(Chain::isCertain);
  }

  /** Deletes those that are too old at {@code now}. */
  public static void forget(Database database, Instant now) {
    database.write(handle -> handle.execute("DELETE FROM rest WHERE ended < ?", now.minus(KEPT)));
  }
}
