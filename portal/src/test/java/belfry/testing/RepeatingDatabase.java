package belfry.testing;

import belfry.storage.Database;
import belfry.storage.Work;

/** A database that runs each work that writes twice, since the first commit of it fails. */
public final class RepeatingDatabase extends WrappedDatabase {
  private final Runnable between;

  /** The same database, but for that; closing it closes that one. */
  public RepeatingDatabase(Database database) {
    this(database, () -> {});
  }

  /** Likewise, and something happens between the two. */
  public RepeatingDatabase(Database database, Runnable between) {
    super(database);
    this.between = between;
  }

  /** Why nothing of the first run stays. */
  private static final class CommitFailed extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  @Override
  public <T> T write(Work<T> work) {
    try {
      return database.write(handle -> {
        work.in(handle);
        throw new CommitFailed();
      });
    } catch (CommitFailed _) {
      between.run();
      return database.write(work);
    }
  }
}
