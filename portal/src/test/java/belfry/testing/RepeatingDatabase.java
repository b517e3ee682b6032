package belfry.testing;

import belfry.storage.CommitListener;
import belfry.storage.Database;
import belfry.storage.Work;
import java.util.function.Consumer;

/** A database that runs each work that writes twice, since the first commit of it fails. */
public final class RepeatingDatabase implements Database {
  private final Database database;
  private final Runnable between;

  /** The same database, but for that; closing it closes that one. */
  public RepeatingDatabase(Database database) {
    this(database, () -> {});
  }

  /** Likewise, and something happens between the two. */
  public RepeatingDatabase(Database database, Runnable between) {
    this.database = database;
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

  @Override
  public <T> T read(Work<T> work) {
    return database.read(work);
  }

  @Override
  public boolean exclusive() {
    return database.exclusive();
  }

  @Override
  public void tellOthers(String word) {
    database.tellOthers(word);
  }

  @Override
  public void onCommit(CommitListener listener) {
    database.onCommit(listener);
  }

  @Override
  public void onWord(Consumer<String> heard) {
    database.onWord(heard);
  }

  @Override
  public String engine() {
    return database.engine();
  }

  @Override
  public void close() {
    database.close();
  }
}
