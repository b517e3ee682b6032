package belfry.storage;

import belfry.base.Pulse;
import java.util.List;
import java.util.function.Consumer;

/**
 * One database with two doors: reads see the last commit, writes are one transaction each.
 *
 * <p>All SQL is one text for SQLite and PostgreSQL. Instants are {@code BIGINT} milliseconds since
 * the epoch, JSON is {@code TEXT}, and search keys are folded in Java, because SQLite folds ASCII
 * only.
 */
public interface Database extends AutoCloseable {

  /**
   * Runs {@code work} outside any transaction of ours.
   *
   * @throws StorageException when the database cannot answer
   */
  <T> T read(Work<T> work);

  /**
   * Runs {@code work} as one transaction and returns after its commit is durable. What {@code work}
   * throws rolls back its own changes, nobody else's, and comes out unchanged.
   *
   * @throws StorageException when the database cannot answer or cannot commit
   */
  <T> T write(Work<T> work);

  /** True when no other process can use this database while we do. */
  boolean exclusive();

  /**
   * Tells the other nodes on this database a short word without spaces, soon. They may not hear it:
   * it may hasten a look that is due anyway, and nothing else.
   */
  void tellOthers(String word);

  /** Says who is told the words of other nodes; once, at the start. */
  void onWord(Consumer<String> heard);

  /** The engine and its version, for people: {@code SQLite 3.54.1}. */
  String engine();

  /**
   * What a crash could take back although it was committed, and what to do about it, for people;
   * empty where the engine's settings leave nothing to chance.
   */
  default List<String> risks() {
    return List.of();
  }

  /** Whether the threads that everybody's writes depend on still come round. */
  default List<Pulse> pulses() {
    return List.of();
  }

  @Override
  void close();
}
