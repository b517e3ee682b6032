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

/** When an app's webhooks last told of something, at whichever node. */
final class ToldByWebhooks {
  private static final Logger LOG = LoggerFactory.getLogger(ToldByWebhooks.class);

  private final Database database;
  private final Supplier<Instant> clock;
  private final Duration often;
  private final Map<AppName, Instant> written = new ConcurrentHashMap<>();

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

  /**
   * Written now and then only: each message that the bot sends is told of as well. It is a note: a
   * letter that needs no database is not refused for it.
   */
  void now(AppName app) {
    var now = clock.get();
    var last = written.get(app);
    if (last == null || Duration.between(last, now).abs().compareTo(often) >= 0) {
      // Before it is tried, so that not every letter waits while nothing can be written.
      written.put(app, now);
      try {
        database.write(
            handle -> handle.execute("UPDATE answer_watch SET told = ? WHERE app = ?", now, app));
      } catch (StorageException e) {
        LOG.debug("App {}: not noted that a webhook told of something: {}", app, e.getMessage());
      }
    }
  }

  /** Empty if they never have. */
  Optional<Instant> last(AppName app) {
    return database.read(handle ->
        handle
            .createQuery("SELECT told FROM answer_watch WHERE app = ?")
            .bind(0, app)
            .map((row, _) -> Moments.find(row, "told"))
            .findOne()
            .flatMap(told -> told));
  }
}
