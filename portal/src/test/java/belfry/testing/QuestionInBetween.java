package belfry.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * A question of a paused run that is asked just after somebody has read its job, and just before
 * they read its run. On PostgreSQL, where the second of them can be made to wait.
 */
public final class QuestionInBetween implements AutoCloseable {
  private static final String QUESTION = "It would go to 5, but it was meant for 25.";

  private final Connection connection;

  /** From now on whoever reads a run waits. */
  public QuestionInBetween(TestPortal portal) {
    try {
      connection =
          DriverManager.getConnection(portal.settings().databaseUrl().orElseThrow().reveal());
      connection.setAutoCommit(false);
      execute("LOCK TABLE run IN ACCESS EXCLUSIVE MODE");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Asks as soon as somebody who asked for a single run waits. */
  public void ask() {
    Await.until(this::isAwaited);
    execute("UPDATE job SET revision = revision + 1 WHERE state = 'paused'");
    execute("UPDATE run SET question = '" + QUESTION + "' WHERE gate = 'paused'");
    try {
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean isAwaited() {
    // What others do is looked up once in a transaction.
    execute("SELECT pg_stat_clear_snapshot()");
    try (var query = connection.createStatement();
        var found =
            query.executeQuery(
                """
                SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
                  AND wait_event_type = 'Lock' AND query LIKE 'SELECT id, app, job%FROM run%WHERE id %'
                """)) {
      return found.next() && found.getInt(1) > 0;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void execute(String sql) {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
