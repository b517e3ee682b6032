package belfry.testing;

import belfry.storage.CommitListener;
import belfry.storage.Database;
import belfry.storage.Work;
import java.util.function.Consumer;

/** Another database, of which a test changes something; closing it closes that one. */
abstract class WrappedDatabase implements Database {
  final Database database;

  WrappedDatabase(Database database) {
    this.database = database;
  }

  @Override
  public <T> T write(Work<T> work) {
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
