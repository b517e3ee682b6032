package belfry.testing;

import belfry.storage.Database;
import belfry.storage.Work;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementContext;

/** A database that counts the statements it is asked to carry out, or has others follow each. */
public final class CountingDatabase extends WrappedDatabase {
  private final AtomicInteger statements = new AtomicInteger();
  private final Runnable afterEach;

  /** The same database; closing this one closes that one. */
  public CountingDatabase(Database database) {
    this(database, () -> {});
  }

  /** {@code afterEach} is done after each statement, as if somebody else did it meanwhile. */
  public CountingDatabase(Database database, Runnable afterEach) {
    super(database);
    this.afterEach = afterEach;
  }

  /** How many there were so far. */
  public int statements() {
    return statements.get();
  }

  private <T> T counted(Work<T> work, Handle handle) {
    var before = handle.getConfig(SqlStatements.class).getSqlLogger();
    handle.setSqlLogger(
        new SqlLogger() {
          @Override
          public void logBeforeExecution(StatementContext context) {
            statements.incrementAndGet();
          }

          @Override
          public void logAfterExecution(StatementContext context) {
            afterEach.run();
          }
        });
    try {
      return work.in(handle);
    } finally {
      handle.setSqlLogger(before);
    }
  }

  @Override
  public <T> T read(Work<T> work) {
    return database.read(handle -> counted(work, handle));
  }

  @Override
  public <T> T write(Work<T> work) {
    return database.write(handle -> counted(work, handle));
  }
}
