package belfry.people.directory;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Outage;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Asks again about people whom somebody at a page waits for, but not long. What was begun goes on
 * alone, so that it is known the next time.
 */
final class Renewals {
  private static final Logger LOG = LoggerFactory.getLogger(Renewals.class);
  private static final int AT_ONCE = 8;

  private final Duration awaited;

  /** Of each app; otherwise a directory that does not answer would be asked ever more at once. */
  private final Map<AppName, Semaphore> places = new ConcurrentHashMap<>();

  /** {@code awaited} is how long somebody waits. */
  Renewals(Duration awaited) {
    this.awaited = awaited;
  }

  void within(App app, Runnable asking) {
    var free = places.computeIfAbsent(app.name(), _ -> new Semaphore(AT_ONCE));
    if (!free.tryAcquire()) {
      return;
    }
    var end = new CompletableFuture<Void>();
    Thread.ofVirtual()
        .name("whose addresses")
        .start(() -> {
          try {
            asking.run();
          } catch (RuntimeException e) {
            LOG.atLevel(Outage.level(e, Level.WARN))
                .log("People could not be asked about again", e);
          } finally {
            free.release();
            end.complete(null);
          }
        });
    end.completeOnTimeout(null, awaited.toMillis(), TimeUnit.MILLISECONDS).join();
  }
}
