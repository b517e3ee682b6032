package belfry.storage;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.replication.LogSequenceNumber;

/** What is said about a server that may forget, on one of this test's own whose settings change. */
class PostgresRisksTest {
  private static EmbeddedPostgres server;
  private static Database database;

  @BeforeAll
  static void start() throws IOException {
    server =
        EmbeddedPostgres.builder()
            .setPGStartupWait(TestPostgres.STARTS_WITHIN)
            .setServerConfig("fsync", "on")
            .start();
    database = open(new Secret(url()));
  }

  @AfterAll
  static void stop() throws IOException {
    database.close();
    server.close();
  }

  @AfterEach
  void backToNormal() throws SQLException {
    reconfigured("ALTER SYSTEM RESET ALL");
    assertThat(risksOnceThereAre(0)).isEmpty();
  }

  private static Database open(Secret url) {
    return Databases.open(Optional.of(url), Path.of("unused"));
  }

  @Test
  void nothingIsSaidOfASoundServer() {
    assertThat(database.risks()).isEmpty();
  }

  @Test
  void aServerThatDoesNotFlushIsNamed() {
    try (var unflushed = open(TestPostgres.freshDatabase())) {
      assertThat(unflushed.risks())
          .singleElement()
          .asString()
          .contains("fsync = off", "damaged beyond repair", "Set fsync = on");
    }
  }

  @Test
  void tornPagesAreNamed() throws SQLException {
    reconfigured("ALTER SYSTEM SET full_page_writes = off");

    assertThat(risksOnceThereAre(1))
        .singleElement()
        .asString()
        .contains("full_page_writes = off", "damaged", "Set full_page_writes = on");
  }

  @Test
  void aStandbyThatFollowsAsItLikesIsNamedUntilOneIsWaitedFor() throws SQLException {
    try (var standby = DriverManager.getConnection(url(), asStandby())) {
      follow(standby);
      assertThat(risksOnceThereAre(1))
          .singleElement()
          .asString()
          .contains("asynchronously", "last commits", "synchronous_standby_names");

      reconfigured("ALTER SYSTEM SET synchronous_standby_names = '*'");
      assertThat(risksOnceThereAre(0)).isEmpty();
      reconfigured("ALTER SYSTEM RESET ALL");
    }
  }

  private static String url() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  private static Properties asStandby() {
    var properties = new Properties();
    PGProperty.REPLICATION.set(properties, "true");
    PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
    PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "15");
    return properties;
  }

  /** Takes what the server writes and says that it has it; more a standby does not do for it. */
  private static void follow(Connection standby) throws SQLException {
    var written =
        LogSequenceNumber.valueOf(
            database.<String>read(handle ->
                handle
                    .createQuery("SELECT pg_current_wal_flush_lsn()::text")
                    .mapTo(String.class)
                    .one()));
    var stream =
        standby
            .unwrap(PGConnection.class)
            .getReplicationAPI()
            .replicationStream()
            .physical()
            .withStartPosition(written)
            .start();
    stream.setFlushedLSN(written);
    stream.forceUpdateStatus();
  }

  private static void reconfigured(String sql) throws SQLException {
    try (var connection = server.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
      statement.execute("SELECT pg_reload_conf()");
    }
  }

  /** The server's processes take up its settings one by one. */
  private static List<String> risksOnceThereAre(int count) {
    for (var i = 0; i < 200 && database.risks().size() != count; i++) {
      var waited =
          database.<Boolean>read(handle ->
              handle.createQuery("SELECT pg_sleep(0.05) IS NOT NULL").mapTo(Boolean.class).one());
      assertThat(waited).isTrue();
    }
    return database.risks();
  }
}
