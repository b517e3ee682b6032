package belfry.answers;

import belfry.apps.AppName;
import belfry.storage.Database;
import belfry.storage.Moments;
import belfry.storage.StorageException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** When a bot's webhooks last told of something, at whichever node. */
final class ToldByWebhooks {
  private static final Logger LOG = LoggerFactory.getLogger(ToldByWebhooks.class);

  private final Database database;
  private final Supplier<Instant> clock;
  private final Duration often;
  private final Map<Told, Instant> written = new ConcurrentHashMap<>();

  /**
   * Has been told of nothing yet.
   *
   * @param clock the platform's, which is the same for all nodes
   * @param often how exactly it is known
   */
  ToldByWebhooks(Database database, Supplier<Instant> clock, Duration often) {
    this.database = database;
    this.clock = clock;
    this.often = often;
  }

  /** A bot that was told of. */
  private record Told(AppName app, int bot) {}

  /**
   * Written now and then only: each message that the bot sends is told of as well. It is a note: a
   * letter that needs no database is not refused for it.
   */
  void now(AppName app, int bot) {
    var now = clock.get();
    var key = new Told(app, bot);
    var last = written.get(key);
    if (last == null || Duration.between(last, now).abs().compareTo(often) >= 0) {
      // Before it is tried, so that not every letter waits while nothing can be written.
      written.put(key, now);
      try {
        database.write(handle ->
            bot == 0
                ? handle.execute("UPDATE answer_watch SET told = ? WHERE app = ?", now, app)
                : handle.execute(
                    """
                    INSERT INTO answer_told (app, bot, told) VALUES (?, ?, ?)
                    ON CONFLICT (app, bot) DO UPDATE SET told = excluded.told
                    """,
                    app,
                    bot,
                    now));
      } catch (StorageException e) {
        LOG.debug("App {}: not noted that a webhook told of something: {}", app, e.getMessage());
      }
    }
  }

  /** Empty if they never have. */
  Optional<Instant> last(AppName app, int bot) {
    return database.read(handle ->
        handle
            .createQuery(
                bot == 0
                    ? "SELECT told FROM answer_watch WHERE app = :app"
                    : "SELECT told FROM answer_told WHERE app = :app AND bot = :bot")
            .bind("app", app)
            .bind("bot", bot)
            .map((row, _) -> Moments.find(row, "told"))
            .findOne()
            .flatMap(told -> told));
  }
}
