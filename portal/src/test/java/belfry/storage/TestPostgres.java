package belfry.storage;

import belfry.base.Secret;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** One real PostgreSQL for all tests of this process, and a fresh database for whoever asks. */
public final class TestPostgres {
  private static final EmbeddedPostgres SERVER = start();
  private static final AtomicInteger COUNT = new AtomicInteger();

  private TestPostgres() {}

  /** The address of a database nobody has used yet. */
  public static Secret freshDatabase() {
    var name = "belfry_" + COUNT.incrementAndGet();
    try (var connection = SERVER.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
      return new Secret(SERVER.getJdbcUrl("postgres", name));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static EmbeddedPostgres start() {
    try {
      return EmbeddedPostgres.builder()
          .setServerConfig("max_connections", "200")
          .setServerConfig("fsync", "off")
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
