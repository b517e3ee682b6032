package belfry.delivery.adapters;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Loop;
import belfry.base.Outage;
import belfry.base.Pulse;
import belfry.base.Secret;
import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.LaneId;
import belfry.pace.RequestThrottle;
import belfry.platform.wire.ReadPaces;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.StorageException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
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
  private final Predicate<LaneId> owned;
  private final ReadPaces paces;
  private final Database database;
  private final Loop loop;
  private final Map<LaneId, Map<String, RequestThrottle.Learned>> written =
      new ConcurrentHashMap<>();

  /** Starts nothing yet; {@code owned} says which lanes this process owns. */
  public ReadMemory(Infrastructure below, Apps apps, Predicate<LaneId> owned) {
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

  /** Lanes were taken or given up; their next owners continue with what is known here. */
  public void moved(AppName name) {
    lanes(apps.find(name).stream())
        .forEach((lane, token) -> {
          if (owned.test(lane)) {
            goOn(lane, token);
          } else {
            write(lane, token);
          }
        });
  }

  private Map<LaneId, Secret> lanes(Stream<App> some) {
    var found = new LinkedHashMap<LaneId, Secret>();
    some.forEach(app ->
        apps.numbers(app)
            .forEach(number ->
                apps.token(app, number)
                    .ifPresent(token -> found.put(new LaneId(app.name(), number), token))));
    return found;
  }

  private void goOn(LaneId lane, Secret token) {
    try {
      read(lane).forEach((resource, learned) -> paces.remember(token, resource, learned));
    } catch (StorageException e) {
      LOG.warn(
          "App {}: the learned pace of its read requests could not be loaded ({}). It is learned anew",
          lane,
          e.getMessage());
    }
  }

  private Map<String, RequestThrottle.Learned> read(LaneId lane) {
    return database.read(handle ->
        handle
            .createQuery("SELECT resource, learned FROM read_pace WHERE app = ?")
            .bind(0, lane)
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
    lanes(apps.all().stream())
        .forEach((lane, token) -> {
          if (owned.test(lane)) {
            write(lane, token);
          }
        });
    return BETWEEN;
  }

  private void write(LaneId lane, Secret token) {
    var learned = paces.learned(token);
    try {
      if (!learned.equals(written.getOrDefault(lane, Map.of()))) {
        write(lane, learned);
        written.put(lane, learned);
      }
    } catch (StorageException e) {
      LOG.atLevel(Outage.level(e, Level.WARN))
          .log(
              "App {}: the learned pace of its read requests could not be saved ({}). Retrying",
              lane,
              e.getMessage());
    }
  }

  private void write(LaneId lane, Map<String, RequestThrottle.Learned> learned) {
    database.write(handle -> {
      learned.forEach((resource, what) ->
          handle.execute(
              """
              INSERT INTO read_pace (app, resource, learned) VALUES (?, ?, ?)
              ON CONFLICT (app, resource) DO UPDATE SET learned = excluded.learned
              """,
              lane,
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
