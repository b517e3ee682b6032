package belfry.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.base.Secret;
import belfry.testing.Await;
import belfry.testing.Heard;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.Executors;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** A new version starts while a node of the one before uses the tables that it changes. */
@Tag("whole")
class CollidingMigrationTest {
  /** The next changes job, recipient and run, in this order. */
  private static final String BEFORE = "34";

  private final Secret url = TestPostgres.emptyDatabase();
  private final Migrations migrations = Migrations.ofPostgres(source(url));
  private final Heard log = new Heard(Migrations.class.getName());

  @AfterEach
  void unheard() {
    log.close();
  }

  private static PGSimpleDataSource source(Secret url) {
    var source = new PGSimpleDataSource();
    source.setUrl(url.reveal());
    return source;
  }

  private Connection connection() throws SQLException {
    return DriverManager.getConnection(url.reveal());
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * The migration waits for {@code job}, and the old node, which reads {@code run}, queues behind
   * it there. Once it has {@code job}, it wants {@code run}.
   */
  @Test
  void aDeadlockWithANodeThatRunsDoesNotFailTheStart() throws Exception {
    migrations.applyUpTo(BEFORE);
    try (var before = connection();
        var node = connection();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      // Whoever finds the deadlock is broken off: it shall be the migration.
      execute(node, "SET deadlock_timeout = '1h'");
      before.setAutoCommit(false);
      execute(before, "SELECT * FROM job");
      node.setAutoCommit(false);
      execute(node, "SELECT * FROM run");

      var migration = threads.submit(migrations::apply);
      awaitWaiting("AccessExclusiveLock");
      var reading =
          threads.submit(() -> {
            execute(node, "SELECT * FROM job");
            node.commit();
            return true;
          });
      awaitWaiting("AccessShareLock");
      before.commit();

      assertThat(reading.get()).isTrue();
      migration.get();
    }

    assertThat(log.words())
        .containsExactly(
            "A step of bringing the database's schema up to date was broken off (ERROR: deadlock detected), because another node was in its way. It is undone, and tried again now (2 of 5)");
    try (var connection = connection()) {
      execute(connection, "SELECT acknowledged, hook.id FROM run, hook");
    }
  }

  /** Until somebody waits for such a lock of {@code job}. */
  private void awaitWaiting(String mode) {
    var sql =
        "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'job'::regclass AND mode = '%s'"
            .formatted(mode);
    try (var handle = Jdbi.create(url.reveal()).open()) {
      Await.until(() -> handle.createQuery(sql).mapTo(Integer.class).findFirst().isPresent());
    }
  }

  @Test
  void whoIsAlwaysInTheWayFailsTheStartAndNothingIsHalfDone() throws SQLException {
    migrations.applyUpTo(BEFORE);
    try (var connection = connection()) {
      execute(
          connection,
          """
          CREATE FUNCTION break_off() RETURNS event_trigger LANGUAGE plpgsql AS $$
          BEGIN
            RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001';
          END $$;
          CREATE EVENT TRIGGER in_the_way ON ddl_command_end WHEN TAG IN ('ALTER TABLE')
          EXECUTE FUNCTION break_off()
          """);

      assertThatThrownBy(migrations::apply)
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("in the way 5 times (ERROR: could not serialize access)")
          .hasMessageContaining("start Belfry again");
      assertThat(log.words()).hasSize(4).last().asString().endsWith("(5 of 5)");

      execute(connection, "DROP EVENT TRIGGER in_the_way");
    }
    migrations.apply();
  }

  @Test
  void whatWouldFailAgainIsNotTriedAgain() throws SQLException {
    migrations.applyUpTo(BEFORE);
    try (var connection = connection()) {
      execute(connection, "ALTER TABLE job ADD COLUMN acknowledge TEXT");
    }

    assertThatThrownBy(migrations::apply)
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("already exists");
    assertThat(log.words()).isEmpty();
  }
}
