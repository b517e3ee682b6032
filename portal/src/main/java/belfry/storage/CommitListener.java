package belfry.storage;

import java.time.Duration;

/** Learns of each commit, for those who watch the database. */
@FunctionalInterface
public interface CommitListener {
  CommitListener NONE = (_, _) -> {};

  /**
   * Called once a commit is durable, by the thread that made it; must not wait.
   *
   * @param writes how many writes were committed together
   * @param taken from the beginning of the transaction
   */
  void committed(int writes, Duration taken);
}
