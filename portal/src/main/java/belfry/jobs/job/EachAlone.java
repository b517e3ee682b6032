package belfry.jobs.job;

import belfry.apps.AppName;
import belfry.base.Time;
import belfry.storage.Database;
import belfry.storage.Unreadable;
import belfry.storage.UnreadableRows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.jdbi.v3.core.Handle;

/**
 * Does the same with several rows in one transaction. If one of them cannot be read, each has a
 * transaction of its own, and that one is left alone for a while.
 */
public final class EachAlone<K> {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

  private final Database database;
  private final Time time;
  private final String table;
  private final ToLongFunction<K> number;
  private final UnreadableRows unreadable;
  private final Map<K, Long> aside = new ConcurrentHashMap<>();

  public EachAlone(Database database, Time time, String table, ToLongFunction<K> number) {
    this.database = database;
    this.time = time;
    this.table = table;
    this.number = number;
    unreadable = database.read(UnreadableRows::of);
  }

  /** How many are left alone now. */
  public int aside() {
    aside.values().removeIf(until -> time.nanos() - until >= 0);
    return aside.size();
  }

  /** Those of them that are not left alone, at most so many. */
  public List<K> among(List<K> keys, int most) {
    return keys.stream().filter(key -> !aside.containsKey(key)).limit(most).toList();
  }

  public void take(AppName app, List<K> keys, BiConsumer<Handle, K> step) {
    if (keys.isEmpty()) {
      return;
    }
    try {
      together(keys, step);
    } catch (RuntimeException e) {
      if (!Unreadable.is(e)) {
        throw e;
      }
      keys.forEach(key -> alone(app, key, step));
    }
  }

  private void together(List<K> keys, BiConsumer<Handle, K> step) {
    database.write(handle -> {
      keys.forEach(key -> step.accept(handle, key));
      return keys.size();
    });
  }

  private void alone(AppName app, K key, BiConsumer<Handle, K> step) {
    try {
      together(List.of(key), step);
    } catch (RuntimeException e) {
      if (!Unreadable.is(e)) {
        throw e;
      }
      unreadable.note(new UnreadableRows.Row(table, number.applyAsLong(key), app.value()), e);
      aside.put(key, time.nanos() + LOOK_AGAIN.toNanos());
    }
  }
}
