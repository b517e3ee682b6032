package belfry.storage;

import belfry.base.FileTrouble;
import belfry.base.Secret;
import belfry.base.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What deleted and changed rows leave behind in the files of a database. Nobody sees it through the
 * database, but whoever reads the files does.
 */
public final class Remains {
  /** Rewriting more takes so long that people would notice that nobody can use the table. */
  private static final long MOST_REWRITTEN = 64L * 1024 * 1024;

  /** So long PostgreSQL is waited for until nobody sees the earlier rows any more. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration STEP = Duration.ofMillis(200);

  private Remains() {}

  /**
   * Clears it.
   *
   * @param wholly on PostgreSQL, rewrites large tables as well, which nobody can use meanwhile
   * @return what was done and what is left, for people
   */
  public static List<String> clear(Optional<Secret> url, Path data, boolean wholly, Time time) {
    try {
      return url.isPresent() ? ofPostgres(url.get(), wholly, time) : ofSqlite(data);
    } catch (SQLException e) {
      throw new StorageException(
          "The database's files could not be cleared, so they still have what was erased. Run it"
              + " again. "
              + Handles.firstLine(e),
          e);
    }
  }

  /**
   * On SQLite, all pages are written anew.
   *
   * @throws StorageException if there is not enough room for that
   */
  public static void requireRoom(Optional<Secret> url, Path data) {
    var file = data.resolve(SqliteDatabase.FILE);
    if (url.isPresent() || !Files.exists(file)) {
      return;
    }
    try {
      // Once as a new file, and once in the write-ahead log.
      var needed = 2 * Files.size(file);
      var free = Files.getFileStore(data).getUsableSpace();
      if (free < needed) {
        throw new StorageException(
            "The database is written anew after that, which needs %,d MB beside it, and there are %,d. Make room first"
                .formatted(needed >> 20, free >> 20));
      }
    } catch (IOException e) {
      throw new StorageException(
          "BELFRY_DATA: cannot use the directory " + data + ": " + FileTrouble.words(e), e);
    }
  }

  private static List<String> ofSqlite(Path data) throws SQLException {
    try (var _ = DirectoryLock.take(data, "BELFRY_DATA");
        var connection = SqliteDatabase.source(data.resolve(SqliteDatabase.FILE)).getConnection();
        var statement = connection.createStatement()) {
      // In memory, as usual, a large database would not fit; in another directory its rows would
      // stay.
      statement.execute("PRAGMA temp_store = FILE");
      statement.execute(
          "PRAGMA temp_store_directory = '%s'"
              .formatted(data.resolve("tmp").toAbsolutePath().toString().replace("'", "''")));
      statement.execute("VACUUM");
      try (var result = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
        if (!result.next() || result.getInt(1) != 0) {
          throw new SQLException("Another program reads the database");
        }
      }
      return List.of(
          "The database was written anew and its write-ahead log emptied: what was erased is in"
              + " neither.");
    }
  }

  private static List<String> ofPostgres(Secret url, boolean wholly, Time time)
      throws SQLException {
    var said = new ArrayList<String>();
    try (var connection = DriverManager.getConnection(url.reveal());
        var statement = connection.createStatement()) {
      var readers = earlierReaders(statement, time);
      if (readers > 0) {
        said.add(
            "CAREFUL. %d transactions of others still see what was erased (a backup, a replica?), so it stays in the files until they have ended. Run it again then."
                .formatted(readers));
      }
      // Nobody waits longer behind a table that waits itself.
      statement.execute("SET lock_timeout = '3s'");
      var left = new ArrayList<String>();
      for (var table : tables(statement)) {
        if (!cleared(statement, table, wholly)) {
          left.add(table.name);
        }
      }
      said.add("The tables were vacuumed.");
      if (!left.isEmpty()) {
        said.add(
            "Until PostgreSQL uses the space again, what was erased can be read in the files of %s. forget-person with --rewrite writes these anew; nobody can use them meanwhile, so stop the portal first."
                .formatted(String.join(", ", left)));
      }
      said.add(
          "What PostgreSQL keeps besides, Belfry cannot clear: its log files, its write-ahead log"
              + " (pg_wal, and archives of it) until that is recycled, and replicas.");
      if (!isClearedOfStatistics(connection)) {
        said.add(
            "Samples of values that the planner keeps (pg_statistic) may have some of it until the"
                + " server's own vacuum has passed.");
      }
    }
    return said;
  }

  /** A table as PostgreSQL keeps it. */
  private record Table(String name, long size) {}

  private static List<Table> tables(Statement statement) throws SQLException {
    var tables = new ArrayList<Table>();
    try (var found =
        statement.executeQuery(
            """
            SELECT relname, pg_total_relation_size(oid) FROM pg_class
            WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname
            """)) {
      while (found.next()) {
        tables.add(new Table(found.getString(1), found.getLong(2)));
      }
    }
    return tables;
  }

  /** Whether nothing is left; a vacuum that writes nothing anew leaves bytes between rows. */
  private static boolean cleared(Statement statement, Table table, boolean wholly)
      throws SQLException {
    if (wholly || table.size <= MOST_REWRITTEN) {
      try {
        statement.execute("VACUUM (FULL, ANALYZE) \"%s\"".formatted(table.name));
        return true;
      } catch (SQLException _) {
        // Somebody uses it for long.
      }
    }
    statement.execute("VACUUM (ANALYZE) \"%s\"".formatted(table.name));
    return false;
  }

  /** Those who began before now and read still, after a while. */
  private static long earlierReaders(Statement statement, Time time) throws SQLException {
    long now;
    try (var asked = statement.executeQuery("SELECT txid_current()")) {
      asked.next();
      now = asked.getLong(1);
    }
    var began = time.nanos();
    while (true) {
      try (var found =
          statement.executeQuery(
              """
              SELECT COUNT(*) FROM pg_stat_activity
              WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xmin IS NOT NULL
                AND age(backend_xmin) > age((%d %% 4294967296)::text::xid)
              """
                  .formatted(now))) {
        found.next();
        if (found.getLong(1) == 0 || time.nanos() - began > PATIENCE.toNanos()) {
          return found.getLong(1);
        }
      }
      try {
        time.sleep(STEP);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StorageException("The database's files were not cleared", e);
      }
    }
  }

  /** Only the owner of the database may clear them; PostgreSQL warns others. */
  private static boolean isClearedOfStatistics(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("VACUUM (FULL) pg_statistic");
      return statement.getWarnings() == null;
    } catch (SQLException _) {
      return false;
    }
  }
}
