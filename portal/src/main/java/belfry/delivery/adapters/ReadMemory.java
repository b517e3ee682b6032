package belfry.delivery.adapters;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Loop;
import belfry.base.Outage;
import belfry.base.Pulse;
import belfry.delivery.foundation.Infrastructure;
import belfry.pace.RequestThrottle;
import belfry.platform.wire.ReadPaces;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.StorageException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Stores the learned pace of a bot's read requests: the owner of its lane saves it, and the next
 * owner continues with it.
 */
public final class ReadMemory {
  private static final Logger LOG = LoggerFactory.getLogger(ReadMemory.class);
  private static final Duration BETWEEN = Duration.ofSeconds(10);

  private final Apps apps;
  private final Predicate<App> owned;
  private final ReadPaces paces;
  private final Database database;
  private final Loop loop;
  private final Map<AppName, Map<String, RequestThrottle.Learned>> written =
      new ConcurrentHashMap<>();

  /** Starts nothing yet; {@code owned} says which lanes this process owns. */
  public ReadMemory(Infrastructure below, Apps apps, Predicate<App> owned) {
    this.apps = apps;
    this.owned = owned;
    paces = below.platform().readPaces();
    database = below.database();
    loop = new Loop("read-memory", below.time(), this::writeAll);
  }

  public void start() {
    loop.start();
  }

  public Pulse pulse() {
    return loop.pulse();
  }

  /** A lane was taken or given up; the next owner continues with what is known here. */
  public void moved(AppName name) {
    apps.find(name)
        .ifPresent(app -> {
          if (owned.test(app)) {
            goOn(app);
          } else {
            write(app);
          }
        });
  }

  private void goOn(App app) {
    try {
      read(app).forEach((resource, learned) -> paces.remember(app.botToken(), resource, learned));
    } catch (StorageException e) {
      LOG.warn(
          "App {}: the learned pace of its read requests could not be loaded ({}). It is learned anew",
          app.name(),
          e.getMessage());
    }
  }

  private Map<String, RequestThrottle.Learned> read(App app) {
    return database.read(handle ->
        handle
            .createQuery("SELECT resource, learned FROM read_pace WHERE app = ?")
            .bind(0, app.name())
            .reduceRows(
                new HashMap<>(),
                (all, row) -> {
                  all.put(
                      row.getColumn("resource", String.class),
                      Json.read(
                          row.getColumn("learned", String.class), RequestThrottle.Learned.class));
                  return all;
                }));
  }

  private Duration writeAll() {
    apps.all().stream().filter(owned).forEach(this::write);
    return BETWEEN;
  }

  private void write(App app) {
    var learned = paces.learned(app.botToken());
    try {
      if (!learned.equals(written.getOrDefault(app.name(), Map.of()))) {
        write(app, learned);
        written.put(app.name(), learned);
      }
    } catch (StorageException e) {
      LOG.atLevel(Outage.level(e, Level.WARN))
          .log(
              "App {}: the learned pace of its read requests could not be saved ({}). Retrying",
              app.name(),
              e.getMessage());
    }
  }

  private void write(App app, Map<String, RequestThrottle.Learned> learned) {
    database.write(handle -> {
      learned.forEach((resource, what) ->
          handle.execute(
              """
              INSERT INTO read_pace (app, resource, learned) VALUES (?, ?, ?)
              ON CONFLICT (app, resource) DO UPDATE SET learned = excluded.learned
              """,
              app.name(),
              resource,
              Json.write(what)));
      return learned.size();
    });
  }

  /** Each lane that is given up saves its own pace. */
  public void stop() {
    loop.stop();
  }
}
