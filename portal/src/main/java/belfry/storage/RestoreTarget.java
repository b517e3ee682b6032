package belfry.storage;

import belfry.base.FileTrouble;
import belfry.base.Secret;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * A place without a database, where a backup is restored. Either all of it is there in the end, or
 * nothing: SQLite's file gets its name last, and in PostgreSQL a table keeps the portal from
 * starting until everything else is there.
 */
public final class RestoreTarget implements AutoCloseable {
  private static final String UNFINISHED = "unfinished_restore";

  private final Place place;

  private RestoreTarget(Place place) {
    this.place = place;
  }

  /** What differs between the engines. */
  private sealed interface Place {
    DataSource source();

    Migrations migrations();

    /** The last statements of the transaction that writes all rows. */
    void loaded(Connection connection) throws SQLException;

    /** The last statements of the transaction that completes the restored database. */
    void complete(Connection connection) throws SQLException;

    /** After that transaction. */
    void settle() throws IOException;

    void undo();

    void close();
  }

  /**
   * The place that the settings name.
   *
   * @throws StorageException if there is a database already
   */
  public static RestoreTarget of(Optional<Secret> url, Path data) {
    return new RestoreTarget(
        url.<Place>map(PostgresPlace::of).orElseGet(() -> SqlitePlace.of(data)));
  }

  /**
   * Restores a backup here, and compares its checksum once more on the way.
   *
   * @param header what {@link #checked} returned
   * @param afterwards done in the transaction that completes the database, under the schema of this
   *     program
   * @throws StorageException if the backup is damaged or newer than this program; nothing is here
   *     then, as before
   */
  public <T> T restore(Archive.Header header, Path archive, Work<T> afterwards) {
    try {
      if (!place.migrations().knows(header.schema())) {
        throw new StorageException(
            "This backup is of a newer version (%s, schema %s). Restore it with that version or a newer one"
                .formatted(header.program(), header.schema()));
      }
      place.migrations().applyUpTo(header.schema());
      try (var connection = place.source().getConnection()) {
        connection.setAutoCommit(false);
        new Loading(connection).load(archive);
        place.loaded(connection);
        connection.commit();
      }
      place.migrations().apply();
      var result = completed(afterwards);
      place.settle();
      return result;
    } catch (SQLException | IOException | JdbiException e) {
      place.undo();
      throw new StorageException("The backup cannot be restored: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      place.undo();
      throw e;
    }
  }

  private <T> T completed(Work<T> afterwards) throws SQLException {
    try (var connection = place.source().getConnection()) {
      connection.setAutoCommit(false);
      T result;
      try (var handle = Handles.configured(Jdbi.create(connection)).open()) {
        result = Handles.run(afterwards, handle);
        place.complete(connection);
      }
      connection.commit();
      return result;
    }
  }

  /** What a backup says of itself, after all of it was checked. */
  public static Archive.Header checked(Path archive) {
    return new ArchiveReader(archive).checked();
  }

  /**
   * Refuses a PostgreSQL database into which a backup is being restored, or was not restored
   * completely.
   */
  static void refuseUnfinished(DataSource source) {
    try (var connection = source.getConnection();
        var found =
            connection.getMetaData().getTables(null, connection.getSchema(), UNFINISHED, null)) {
      if (found.next()) {
        throw new StorageException(
            "DATABASE_URL: a backup is being restored into this database, or that was interrupted. In the latter case, drop its schema, create it again, and restore again");
      }
    } catch (SQLException e) {
      throw new StorageException("DATABASE_URL: cannot reach the database: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    place.close();
  }

  /** A data directory. */
  private record SqlitePlace(
      DirectoryLock lock, Path file, Path unfinished, SQLiteDataSource source) implements Place {
    static SqlitePlace of(Path data) {
      try {
        PrivateDirectory.of(data, "BELFRY_DATA").file("belfry.lock");
      } catch (IOException e) {
        throw new StorageException(
            "BELFRY_DATA: cannot use the directory " + data + ": " + FileTrouble.words(e), e);
      }
      var lock = DirectoryLock.take(data, "BELFRY_DATA");
      var file = data.resolve(SqliteDatabase.FILE);
      if (Files.exists(file)) {
        lock.close();
        throw new StorageException(
            "BELFRY_DATA: there is a database in %s already. A backup is restored only where there is none: name another directory, or move this database away"
                .formatted(data));
      }
      var unfinished = data.resolve(SqliteDatabase.FILE + ".restored");
      var config = new SQLiteConfig();
      // A file that is deleted if anything fails needs no care on disk; in the end it is flushed.
      config.setJournalMode(SQLiteConfig.JournalMode.MEMORY);
      config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
      config.setTempStore(SQLiteConfig.TempStore.MEMORY);
      var source = new SQLiteDataSource(config);
      source.setUrl("jdbc:sqlite:" + unfinished);
      var place = new SqlitePlace(lock, file, unfinished, source);
      place.undo();
      return place;
    }

    @Override
    public Migrations migrations() {
      return Migrations.ofSqlite(source);
    }

    @Override
    public void loaded(Connection connection) {}

    @Override
    public void complete(Connection connection) {}

    @Override
    public void settle() throws IOException {
      try (var channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void undo() {
      try {
        Files.deleteIfExists(unfinished);
      } catch (IOException e) {
        throw new StorageException("Cannot delete " + unfinished + ": " + FileTrouble.words(e), e);
      }
    }

    @Override
    public void close() {
      lock.close();
    }
  }

  /** A PostgreSQL database in which there is no table. */
  private record PostgresPlace(PGSimpleDataSource source) implements Place {
    static PostgresPlace of(Secret url) {
      var source = new PGSimpleDataSource();
      source.setUrl(url.reveal());
      source.setReWriteBatchedInserts(true);
      source.setLogServerErrorDetail(false);
      refuseUnfinished(source);
      try (var connection = source.getConnection();
          var handle = Jdbi.create(connection).open()) {
        if (!Schema.tables(handle).isEmpty()) {
          throw new StorageException(
              "DATABASE_URL: there are tables in this database already. A backup is restored only where there are none: name another database or schema");
        }
      } catch (SQLException e) {
        throw new StorageException("DATABASE_URL: cannot use the database: " + e.getMessage(), e);
      }
      return new PostgresPlace(source);
    }

    @Override
    public Migrations migrations() {
      return Migrations.ofPostgres(source);
    }

    @Override
    public void loaded(Connection connection) throws SQLException {
      try (var statement = connection.createStatement()) {
        statement.execute("CREATE TABLE " + UNFINISHED + " (one INTEGER)");
      }
    }

    @Override
    public void complete(Connection connection) throws SQLException {
      try (var statement = connection.createStatement()) {
        statement.execute("ANALYZE");
        statement.execute("DROP TABLE " + UNFINISHED);
      }
    }

    @Override
    public void settle() {}

    @Override
    public void undo() {
      migrations().undo();
    }

    @Override
    public void close() {}
  }
}
