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
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * A place without a database, where a backup is restored, or another database moved. Either all of
 * it is there in the end, or nothing: SQLite's file gets its name last, and in PostgreSQL a table
 * keeps the portal from starting until everything else is there.
 */
public final class RestoreTarget implements AutoCloseable {
  static final String UNFINISHED = "unfinished_restore";

  /** Rows are told of so often. */
  private static final int TOLD = 100_000;

  private final Place place;

  private RestoreTarget(Place place) {
    this.place = place;
  }

  /**
   * What it is for.
   *
   * @param url what names a database of PostgreSQL
   * @param data what names a directory
   * @param deed what is done, for people
   * @param origin of which database it becomes a copy; empty for a backup
   */
  private record Purpose(String url, String data, String deed, String origin) {
    /** A copy of this database that was broken off has nothing that is needed. */
    boolean continues(String unfinished) {
      return !origin.isEmpty() && origin.equals(unfinished);
    }

    private String hint(SQLException e) {
      var isRefused =
          String.valueOf(e.getSQLState()).startsWith("28")
              || String.valueOf(e.getMessage()).contains("password");
      return isRefused && !origin.isEmpty()
          ? ". Write the whole address, with user and password, into a file that only you can read, and name that with --to-file"
          : "";
    }
  }

  private static final Purpose RESTORE =
      new Purpose("DATABASE_URL", "BELFRY_DATA", "A backup is restored", "");

  /** What differs between the engines. */
  private sealed interface Place {
    DataSource source();

    Migrations migrations();

    /** Whether the same was begun here before, and broken off. */
    boolean brokenOff();

    /** The first statements, before there is any table. */
    void begin(Connection connection) throws SQLException;

    /** How many bytes are free, if that is known. */
    Optional<Long> room();

    /** What is here by now. */
    Snapshot snapshot() throws SQLException;

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
    return of(url, data, RESTORE);
  }

  /**
   * The place to which a database is moved.
   *
   * @param origin the id of that database
   * @throws StorageException if there is a database already that is no copy of this one that was
   *     broken off, or it cannot be reached
   */
  public static RestoreTarget ofMove(Optional<Secret> url, Path data, String origin) {
    return of(url, data, new Purpose("--to", "--to", "A database is moved", origin));
  }

  private static RestoreTarget of(Optional<Secret> url, Path data, Purpose purpose) {
    return new RestoreTarget(
        url.<Place>map(address -> PostgresPlace.of(address, purpose))
            .orElseGet(() -> SqlitePlace.of(data, purpose)));
  }

  /** Whether the same was begun here before, and broken off. */
  public boolean brokenOff() {
    return place.brokenOff();
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
    if (!place.migrations().knows(header.schema())) {
      throw new StorageException(
          "This backup is of a newer version (%s, schema %s). Restore it with that version or a newer one"
              .formatted(header.program(), header.schema()));
    }
    return filled(
        header.schema(), new ArchiveReader(archive)::read, () -> {}, afterwards, "The backup");
  }

  /**
   * Refuses a directory that has no room for so much. What room PostgreSQL has it says only when
   * there is none left.
   */
  public void requireRoom(long bytes) {
    place
        .room()
        .filter(room -> room < bytes)
        .ifPresent(room -> {
          throw new StorageException(
              "--to: about %,d MB are needed there, and %,d are free. Make room, or name another directory"
                  .formatted((bytes >> 20) + 1, room >> 20));
        });
  }

  /** Hears how a copy goes on. */
  public interface Progress {
    /** So many rows of a table were written; not each time that one was. */
    void copied(String table, long rows);

    /** A table was read here and there, and has the same rows. */
    void compared(String table, Snapshot.Digest digest);
  }

  /**
   * Copies a database here, and compares all rows of both.
   *
   * @param source looks at that database; whatever changes between two looks is found
   * @param completing done before anything can use the copy
   * @throws StorageException if they differ, or it is newer than this program; nothing is here
   *     then, as before
   */
  public void copy(Supplier<Snapshot> source, Progress progress, Runnable completing) {
    try (var snapshot = source.get()) {
      if (!place.migrations().knows(snapshot.schema())) {
        throw new StorageException(
            "The database is of a newer version (schema %s). Move it with that version or a newer one"
                .formatted(snapshot.schema()));
      }
      filled(
          snapshot.schema(),
          receiver -> snapshot.tables().forEach(table -> copy(snapshot, table, receiver, progress)),
          () -> compare(source, progress),
          _ -> {
            completing.run();
            return true;
          },
          "The database");
    }
  }

  private static void copy(
      Snapshot from, Snapshot.Table table, ArchiveReader.Receiver to, Progress progress) {
    var count = new long[1];
    to.table(table.name(), table.columns());
    from.read(
        table,
        values -> {
          to.row(values);
          if (++count[0] % TOLD == 0) {
            progress.copied(table.name(), count[0]);
          }
        });
  }

  private void compare(Supplier<Snapshot> source, Progress progress) {
    try (var there = source.get();
        var here = place.snapshot()) {
      for (var table : there.tables()) {
        var original = Snapshot.Digest.of(there, table);
        var copy = Snapshot.Digest.of(here, table);
        if (!original.equals(copy)) {
          throw new StorageException(
              "The table %s has %,d rows, and its copy %,d, and they are not the same. If something used the database meanwhile, stop that and move it again; nothing was left there"
                  .formatted(table.name(), original.rows(), copy.rows()));
        }
        progress.compared(table.name(), copy);
      }
    } catch (SQLException e) {
      throw new StorageException("The copy cannot be read: " + Handles.firstLine(e), e);
    }
  }

  private <T> T filled(
      String schema,
      Consumer<ArchiveReader.Receiver> rows,
      Runnable loaded,
      Work<T> afterwards,
      String what) {
    try {
      if (place.brokenOff()) {
        place.undo();
      }
      place.migrations().applyNone();
      try (var connection = place.source().getConnection()) {
        place.begin(connection);
      }
      place.migrations().applyUpTo(schema);
      try (var connection = place.source().getConnection()) {
        connection.setAutoCommit(false);
        new Loading(connection).load(rows);
        connection.commit();
      }
      loaded.run();
      place.migrations().apply();
      var result = completed(afterwards);
      place.settle();
      return result;
    } catch (SQLException | IOException | JdbiException e) {
      throw undone(
          new StorageException(
              "%s cannot be written there: %s".formatted(what, e.getMessage()), e));
    } catch (RuntimeException e) {
      throw undone(e);
    }
  }

  /** Why it failed matters more than that something of it is left. */
  private RuntimeException undone(RuntimeException e) {
    try {
      place.undo();
    } catch (RuntimeException left) {
      e.addSuppressed(left);
    }
    return e;
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

  /** Refuses a database that is not complete here, or was moved elsewhere. */
  static void refuseUnusable(DataSource source) {
    try (var connection = source.getConnection();
        var handle = Jdbi.create(connection).open()) {
      if (unfinished(handle).isPresent()) {
        throw incomplete("DATABASE_URL");
      }
      MovedMark.refuse(handle);
    } catch (SQLException e) {
      throw new StorageException("DATABASE_URL: cannot reach the database: " + e.getMessage(), e);
    }
  }

  private static StorageException incomplete(String setting) {
    return new StorageException(
        "%s: a backup is being restored into this database, or another database moved to it, or that was interrupted. In the latter case, run the same './belfry move' again; or drop the schema, create it again, and restore again"
            .formatted(setting));
  }

  /** Of which database it becomes a copy; empty text for a backup. */
  private static Optional<String> unfinished(Handle handle) {
    return Schema.has(handle, UNFINISHED)
        ? Optional.of(
            handle
                .createQuery("SELECT * FROM " + UNFINISHED)
                .mapTo(String.class)
                .findFirst()
                .orElse(""))
        : Optional.empty();
  }

  @Override
  public void close() {
    place.close();
  }

  /**
   * Puts rows from elsewhere into the tables of a database of the same schema, instead of theirs.
   */
  private static final class Loading implements ArchiveReader.Receiver {
    private static final int WRITTEN_AT_ONCE = 1_000;

    private final Connection connection;
    private final Handle handle;
    private final Set<String> missing;
    private String table = "";
    private @Nullable PreparedStatement insert;
    private int waiting;

    Loading(Connection connection) {
      this.connection = connection;
      handle = Jdbi.create(connection).open();
      missing = new HashSet<>(Schema.tables(handle));
    }

    /** In the connection's transaction. */
    void load(Consumer<ArchiveReader.Receiver> rows) {
      for (var table : missing) {
        // Some get their first rows from migrations.
        handle.execute("DELETE FROM \"" + table + "\"");
      }
      rows.accept(this);
      finish();
      if (!missing.isEmpty()) {
        throw Archive.broken("it lacks " + String.join(", ", missing));
      }
    }

    @Override
    public void table(String name, List<String> columns) {
      finish();
      table = name;
      if (!missing.remove(name)
          || !Set.copyOf(Schema.columns(handle, name)).equals(Set.copyOf(columns))) {
        throw Archive.broken("its version has no such table " + name);
      }
      var sql =
          "INSERT INTO \"%s\" (%s) VALUES (%s)"
              .formatted(
                  name,
                  columns.stream().map(one -> '"' + one + '"').collect(Collectors.joining(", ")),
                  columns.stream().map(_ -> "?").collect(Collectors.joining(", ")));
      try {
        insert = connection.prepareStatement(sql);
      } catch (SQLException e) {
        throw failed(e);
      }
    }

    @Override
    public void row(List<@Nullable Object> values) {
      var statement = insert;
      if (statement == null) {
        throw Archive.broken("a row belongs to no table");
      }
      try {
        for (var i = 0; i < values.size(); i++) {
          switch (values.get(i)) {
            case null -> statement.setNull(i + 1, Types.NULL);
            case Number number -> statement.setLong(i + 1, number.longValue());
            case byte[] bytes -> statement.setBytes(i + 1, bytes);
            case Object text -> statement.setString(i + 1, text.toString());
          }
        }
        statement.addBatch();
        if (++waiting == WRITTEN_AT_ONCE) {
          write(statement);
        }
      } catch (SQLException e) {
        throw failed(e);
      }
    }

    private void finish() {
      var statement = insert;
      if (statement != null) {
        try (statement) {
          write(statement);
        } catch (SQLException e) {
          throw failed(e);
        }
        insert = null;
      }
    }

    private void write(PreparedStatement statement) throws SQLException {
      if (waiting > 0) {
        statement.executeBatch();
        waiting = 0;
      }
    }

    private StorageException failed(SQLException e) {
      return new StorageException(
          "A row of the table %s cannot be written: %s".formatted(table, e.getMessage()), e);
    }
  }

  /** A data directory. */
  private record SqlitePlace(
      DirectoryLock lock, Path file, Path unfinished, boolean brokenOff, SQLiteDataSource source)
      implements Place {
    static SqlitePlace of(Path data, Purpose purpose) {
      try {
        PrivateDirectory.of(data, purpose.data).file("belfry.lock");
      } catch (IOException e) {
        throw new StorageException(
            "%s: cannot use the directory %s: %s"
                .formatted(purpose.data, data, FileTrouble.words(e)),
            e);
      }
      var lock = DirectoryLock.take(data, purpose.data);
      var file = data.resolve(SqliteDatabase.FILE);
      // What a kill left in the log of another file would be written into the new one.
      if (Files.exists(file) || Files.exists(data.resolve(SqliteDatabase.FILE + "-wal"))) {
        lock.close();
        throw new StorageException(
            "%s: there is a database in %s already. %s only where there is none: name another directory, or move this database away (belfry.db, belfry.db-wal, belfry.db-shm)"
                .formatted(purpose.data, data, purpose.deed));
      }
      var unfinished = data.resolve(SqliteDatabase.FILE + ".restored");
      var config = new SQLiteConfig();
      // A file that is deleted if anything fails needs no care on disk; in the end it is flushed.
      config.setJournalMode(SQLiteConfig.JournalMode.MEMORY);
      config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
      config.setTempStore(SQLiteConfig.TempStore.MEMORY);
      var source = new SQLiteDataSource(config);
      source.setUrl("jdbc:sqlite:" + unfinished);
      return new SqlitePlace(lock, file, unfinished, Files.exists(unfinished), source);
    }

    @Override
    public Migrations migrations() {
      return Migrations.ofSqlite(source);
    }

    @Override
    public void begin(Connection connection) {}

    @Override
    public Optional<Long> room() {
      return Optional.of(file.resolveSibling("belfry.lock").toFile().getUsableSpace());
    }

    @Override
    public Snapshot snapshot() throws SQLException {
      return Snapshot.ofSqlite(source.getConnection());
    }

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
  private record PostgresPlace(PGSimpleDataSource source, boolean brokenOff, Purpose purpose)
      implements Place {
    static PostgresPlace of(Secret url, Purpose purpose) {
      var source = new PGSimpleDataSource();
      source.setUrl(url.reveal());
      source.setReWriteBatchedInserts(true);
      source.setLogServerErrorDetail(false);
      try (var connection = source.getConnection();
          var handle = Jdbi.create(connection).open()) {
        var unfinished = unfinished(handle);
        if (unfinished.isPresent() && !purpose.continues(unfinished.get())) {
          throw incomplete(purpose.url);
        }
        if (unfinished.isEmpty() && !Schema.tables(handle).isEmpty()) {
          throw new StorageException(
              "%s: there are tables in this database already. %s only where there are none: name another database or schema"
                  .formatted(purpose.url, purpose.deed));
        }
        return new PostgresPlace(source, unfinished.isPresent(), purpose);
      } catch (SQLException e) {
        throw new StorageException(
            "%s: cannot use the database: %s%s"
                .formatted(purpose.url, e.getMessage(), purpose.hint(e)),
            e);
      }
    }

    @Override
    public Migrations migrations() {
      return Migrations.ofPostgres(source);
    }

    @Override
    public void begin(Connection connection) throws SQLException {
      connection.setAutoCommit(false);
      try (var statement = connection.createStatement();
          var insert =
              connection.prepareStatement("INSERT INTO " + UNFINISHED + " (origin) VALUES (?)")) {
        statement.execute("CREATE TABLE " + UNFINISHED + " (origin TEXT NOT NULL)");
        insert.setString(1, purpose.origin);
        insert.executeUpdate();
      }
      connection.commit();
    }

    @Override
    public Optional<Long> room() {
      return Optional.empty();
    }

    @Override
    public Snapshot snapshot() throws SQLException {
      return Snapshot.ofPostgres(source.getConnection());
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
