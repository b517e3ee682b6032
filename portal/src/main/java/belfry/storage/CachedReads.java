package belfry.storage;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jdbi.v3.core.Handle;

/** The same question about each of a few, such as the apps, as a {@link CachedRead} of its own. */
public final class CachedReads<K, T> {
  private final Database database;
  private final BiFunction<Handle, K, T> work;
  private final Map<K, CachedRead<T>> reads = new ConcurrentHashMap<>();

  public CachedReads(Database database, BiFunction<Handle, K, T> work) {
    this.database = database;
    this.work = work;
  }

  /** May be called from any thread. Whatever was asked about is kept. */
  public T get(K key) {
    return reads
        .computeIfAbsent(key, one -> new CachedRead<>(database, handle -> work.apply(handle, one)))
        .get();
  }
}
