package belfry.storage;

import belfry.base.Secret;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** One real PostgreSQL for all tests of this process, and a fresh database for whoever asks. */
public final class TestPostgres {
  private static final EmbeddedPostgres SERVER = start();
  private static final AtomicInteger COUNT = new AtomicInteger();

  static {
    // Migrated once; every fresh database is a copy of it.
    var template = created("belfry_template", "template1");
    Databases.open(Optional.of(template), Path.of("unused")).close();
  }

  private TestPostgres() {}

  /** The address of a database that nobody has used yet, with the schema in it. */
  public static Secret freshDatabase() {
    return created("belfry_" + COUNT.incrementAndGet(), "belfry_template");
  }

  /** The address of a database without any table. */
  public static Secret emptyDatabase() {
    return created("belfry_" + COUNT.incrementAndGet(), "template1");
  }

  private static Secret created(String name, String template) {
    try (var connection = SERVER.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      // Faster than through the log where nothing waits for the disk.
      statement.execute(
          "CREATE DATABASE " + name + " TEMPLATE " + template + " STRATEGY FILE_COPY");
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
