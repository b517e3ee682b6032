package belfry.storage;

import belfry.base.Pulse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A database: reads see the last commit, and each write is one transaction.
 *
 * <p>The same SQL text runs on SQLite and PostgreSQL. Instants are {@code BIGINT} milliseconds
 * since the epoch, JSON is {@code TEXT}, and search keys are folded in Java, because SQLite folds
 * ASCII only.
 */
public interface Database extends AutoCloseable {

  /**
   * Runs {@code work} without a transaction.
   *
   * @throws StorageException when the database cannot answer
   */
  <T> T read(Work<T> work);

  /**
   * Runs {@code work} as one transaction and returns when its commit is durable. If {@code work}
   * throws, only its own changes are rolled back, and the exception is passed on unchanged.
   *
   * @throws StorageException when the database cannot answer or cannot commit
   */
  <T> T write(Work<T> work);

  /** Whether this process is the only one that can use the database. */
  boolean exclusive();

  /**
   * How many commits were tried since it was opened, counted before their callers learn of them;
   * empty unless it is {@link #exclusive}, because others commit as well.
   */
  default OptionalLong commits() {
    return OptionalLong.empty();
  }

  /** From now on, processes with the same data directory can tell whether this node runs. */
  default void runs(String node) {}

  /** Whether this node has certainly ended; false where that cannot be seen. */
  default boolean hasEnded(String node) {
    return false;
  }

  /**
   * Sends a short word without spaces to the other nodes on this database, soon. It may get lost,
   * so it may only speed up a check that is due anyway.
   */
  void tellOthers(String word);

  /** Sets the receiver of words from other nodes; called once, at the start. */
  void onWord(Consumer<String> heard);

  /** Sets who learns of each commit; called once, at the start. */
  void onCommit(CommitListener listener);

  /** The engine and its version, for people: {@code SQLite 3.54.1}. */
  String engine();

  /**
   * Settings with which a crash could lose commits, and what to do about them, for people; empty if
   * there are none.
   */
  default List<String> risks() {
    return List.of();
  }

  /** Why it could not be used the last time, for people; empty if it could. */
  default Optional<String> trouble() {
    return Optional.empty();
  }

  /** The pulses of the threads that all writes depend on. */
  default List<Pulse> pulses() {
    return List.of();
  }

  @Override
  void close();
}
