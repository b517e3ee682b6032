package belfry.storage;

import belfry.base.Secret;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** One real PostgreSQL for all tests of this process, and a fresh database for whoever asks. */
public final class TestPostgres {
  /** Only one that hangs takes so long, however many processes start one at once. */
  static final Duration STARTS_WITHIN = Duration.ofMinutes(3);

  /** More than any test opens again after it closed them. Each takes 10 MB of a disk in memory. */
  private static final int KEPT = 20;

  private static final EmbeddedPostgres SERVER = start();
  private static final Connection ADMIN = connected();
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final Queue<String> HANDED_OUT = new ConcurrentLinkedQueue<>();

  static {
    // Migrated once; every fresh database is a copy of it.
    var template = created("belfry_template", "template1");
    Databases.open(Optional.of(template), Path.of("unused")).close();
  }

  private TestPostgres() {}

  /** The address of a database that nobody has used yet, with the schema in it. */
  public static Secret freshDatabase() {
    return handedOut("belfry_template");
  }

  /** The address of a database without any table. */
  public static Secret emptyDatabase() {
    return handedOut("template1");
  }

  private static Secret handedOut(String template) {
    var name = "belfry_" + COUNT.incrementAndGet();
    var database = created(name, template);
    HANDED_OUT.add(name);
    if (HANDED_OUT.size() > KEPT) {
      dropUnlessInUse(HANDED_OUT.remove());
    }
    return database;
  }

  private static Secret created(String name, String template) {
    try {
      // Faster than through the log where nothing waits for the disk.
      execute("CREATE DATABASE " + name + " TEMPLATE " + template + " STRATEGY FILE_COPY");
      return new Secret(SERVER.getJdbcUrl("postgres", name));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void dropUnlessInUse(String name) {
    try {
      if (!isInUse(name)) {
        execute("DROP DATABASE " + name);
        return;
      }
    } catch (SQLException e) {
      // Somebody has come back to it in between.
    }
    HANDED_OUT.add(name);
  }

  private static synchronized boolean isInUse(String name) throws SQLException {
    try (var query =
        ADMIN.prepareStatement("SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = ?)")) {
      query.setString(1, name);
      var answer = query.executeQuery();
      return answer.next() && answer.getBoolean(1);
    }
  }

  private static synchronized void execute(String sql) throws SQLException {
    try (var statement = ADMIN.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Connection connected() {
    try {
      return SERVER.getPostgresDatabase().getConnection();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static EmbeddedPostgres start() {
    try {
      return EmbeddedPostgres.builder()
          .setPGStartupWait(STARTS_WITHIN)
          .setServerConfig("max_connections", "200")
          .setServerConfig("fsync", "off")
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
