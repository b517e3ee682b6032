package belfry.testing;

import belfry.storage.Database;
import belfry.storage.Work;

/** A database in which somebody else writes once, just before it is first written to. */
public class InterruptedDatabase extends WrappedDatabase {
  private Runnable before;

  /** The same database, but for that; closing it closes that one. */
  public InterruptedDatabase(Database database, Runnable before) {
    super(database);
    this.before = before;
  }

  @Override
  public <T> T write(Work<T> work) {
    var now = before;
    before = () -> {};
    now.run();
    return database.write(work);
  }
}
