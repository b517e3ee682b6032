package belfry.runs.recipients;

import belfry.apps.AppName;
import belfry.platform.ids.PlatformId;
import belfry.storage.Database;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/** How many people hear from which of an app's bots, and sharing them all out anew. */
public final class BotShares {
  private static final int STEP = 2_000;

  private final Database database;

  public BotShares(Database database) {
    this.database = database;
  }

  /**
   * How it is now.
   *
   * @param revision of how they are shared out; 0 if they never were anew
   * @param people how many hear from each bot, by its number
   * @param open how many of these were shared out anew, and have had no message since
   */
  public record Shares(long revision, SortedMap<Integer, Long> people, long open) {}

  public Shares of(AppName app) {
    return database.read(handle -> {
      var revision = revision(handle, app);
      var people = new TreeMap<Integer, Long>();
      var open =
          handle
              .createQuery(
                  """
                  SELECT bot, COUNT(*) AS n, SUM(CASE WHEN chosen < :revision THEN 1 ELSE 0 END) AS open
                  FROM person_bot WHERE app = :app GROUP BY bot
                  """)
              .bind("app", app)
              .bind("revision", revision)
              .map((row, _) -> {
                people.put(row.getInt("bot"), row.getLong("n"));
                return row.getLong("open");
              })
              .stream()
              .mapToLong(Long::longValue)
              .sum();
      return new Shares(revision, people, open);
    });
  }

  private static long revision(Handle handle, AppName app) {
    return handle
        .createQuery("SELECT at FROM bots_spread WHERE app = ?")
        .bind(0, app)
        .mapTo(Long.class)
        .findOne()
        .orElse(0L);
  }

  /**
   * How many would hear from another bot if all were shared out anew now. Whose bot is gone hears
   * from another one anyway, and who is in doubt goes on hearing from the bot that may have written
   * to them. Reads some thousand at a time: there may be a million.
   */
  public long moving(AppName app, BotChoice choice) {
    if (!choice.isAmongSeveral()) {
      return 0;
    }
    var revision = database.read(handle -> revision(handle, app));
    var moving = 0L;
    var after = "";
    for (var more = true; more; ) {
      var step = step(app, revision, after);
      moving += step.stream().filter(one -> moves(choice, one.bot, choice.ofNew(one.key))).count();
      more = step.size() == STEP;
      after = more ? step.getLast().key : after;
    }
    return moving + inDoubt(app, choice);
  }

  private static boolean moves(BotChoice choice, int from, int to) {
    return choice.isThere(from) && from != to;
  }

  private record Kept(String key, int bot) {}

  private List<Kept> step(AppName app, long revision, String after) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT person_key, bot FROM person_bot
                WHERE app = :app AND person_key > :after AND chosen >= :revision
                ORDER BY person_key LIMIT :step
                """)
            .bind("app", app)
            .bind("after", after)
            .bind("revision", revision)
            .bind("step", STEP)
            .map((row, _) -> new Kept(row.getString("person_key"), row.getInt("bot")))
            .list());
  }

  /** How many more of those in doubt would move than if they were in none. */
  private long inDoubt(AppName app, BotChoice choice) {
    var more = 0L;
    var after = "";
    for (var targets = unsettled(app, after); !targets.isEmpty(); ) {
      var some = targets;
      more +=
          database.read(handle -> {
            var sum = 0L;
            var kept = PersonBots.kept(handle, app, some);
            for (var one : PersonBots.unsettled(handle, app, kept.keySet()).entrySet()) {
              var own = kept.getOrDefault(one.getKey(), one.getValue());
              var fresh = choice.ofNew(PlatformId.key(one.getKey()));
              var stays = choice.isThere(one.getValue()) ? one.getValue() : fresh;
              sum += (moves(choice, own, stays) ? 1 : 0) - (moves(choice, own, fresh) ? 1 : 0);
            }
            return sum;
          });
      after = targets.getLast();
      targets = unsettled(app, after);
    }
    return more;
  }

  private List<String> unsettled(AppName app, String after) {
    return database.read(handle -> PersonBots.unsettled(handle, app, after, STEP));
  }

  /**
   * Has everybody's bot chosen anew when they are next written to. False, and nothing is changed,
   * if that was done since this revision.
   */
  public static boolean spread(Handle handle, AppName app, long revision, Instant now) {
    var at = Math.max(now.toEpochMilli(), revision + 1);
    return 1
        == (revision == 0
            ? handle.execute(
                "INSERT INTO bots_spread (app, at) VALUES (?, ?) ON CONFLICT (app) DO NOTHING",
                app,
                at)
            : handle.execute(
                "UPDATE bots_spread SET at = ? WHERE app = ? AND at = ?", at, app, revision));
  }
}
