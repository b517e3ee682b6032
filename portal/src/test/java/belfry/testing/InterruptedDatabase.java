package belfry.testing;

import belfry.storage.CommitListener;
import belfry.storage.Database;
import belfry.storage.Work;
import java.util.function.Consumer;

/** A database in which somebody else writes once, just before it is first written to. */
public class InterruptedDatabase implements Database {
  private final Database database;
  private Runnable before;

  /** The same database, but for that; closing it closes that one. */
  public InterruptedDatabase(Database database, Runnable before) {
    this.database = database;
    this.before = before;
  }

  @Override
  public <T> T write(Work<T> work) {
    var now = before;
    before = () -> {};
    now.run();
    return database.write(work);
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
