package belfry.storage;

import belfry.base.FileTrouble;
import belfry.base.Outage;
import belfry.base.Pulse;
import belfry.base.Time;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;

/**
 * SQLite in the data directory: one writer thread with group commit, a few reader threads, and a
 * lock that keeps a second Belfry out.
 */
final class SqliteDatabase implements Database {
  static final String FILE = "belfry.db";

  private static final Logger LOG = LoggerFactory.getLogger(Database.class);

  private static final int READERS = 4;

  /** With less, one write still finds a place and the next does not: that is not over. */
  private static final long ROOM = 1024 * 1024;

  private final DirectoryLock lock;
  private final SqliteWriter writer;
  private final Jdbi reading;
  private final ThreadLocal<Handle> reader = ThreadLocal.withInitial(this::openReader);
  private final List<Handle> readers = new CopyOnWriteArrayList<>();
  private final Outage unread =
      new Outage(LOG, Time.system(), "The database's file", "It cannot be read");
  private final Outage unwritten = Handles.outage(LOG, Time.system());
  private final File place;
  private final StorageThreads readerThreads = new StorageThreads("storage-reader", READERS);

  private SqliteDatabase(DirectoryLock lock, SQLiteDataSource source, File place)
      throws SQLException {
    this.lock = lock;
    this.place = place;
    writer = new SqliteWriter(source.getConnection());
    reading = Handles.configured(Jdbi.create(source));
    reading.getConfig(SqlStatements.class).setAttachAllStatementsForCleanup(true);
    reading.getConfig(UnreadableRows.class).join(writer.unreadable());
  }

  /** Each reading thread opens its own connection for its first query. */
  private Handle openReader() {
    try {
      var handle = reading.open();
      readers.add(handle);
      handle.execute("PRAGMA query_only = 1");
      // Their queries are small; with caches as large as the writer's, they would cost 56 MB more.
      handle.execute("PRAGMA cache_size = -2000");
      return handle;
    } catch (JdbiException e) {
      throw new Away("The database cannot be opened: " + Handles.reason(e), e);
    }
  }

  static SqliteDatabase open(Path data, Runnable changing) {
    try {
      var directory = PrivateDirectory.of(data, "BELFRY_DATA");
      for (var file : List.of("belfry.lock", FILE)) {
        directory.file(file);
      }
      for (var file : List.of("belfry.db-wal", "belfry.db-shm")) {
        directory.close(file);
      }
    } catch (IOException e) {
      throw new StorageException(
          "BELFRY_DATA: cannot use the directory " + data + ": " + FileTrouble.words(e), e);
    }
    var lock = DirectoryLock.take(data, "BELFRY_DATA");
    try {
      var tmp = ownTemporaryDirectory(data.resolve("tmp"));
      var source = source(data.resolve(FILE));
      RestoreTarget.refuseUnusable(source);
      Migrations.ofSqlite(source).applyAfter(changing);
      tmp.closeAll();
      return new SqliteDatabase(lock, source, data.toFile());
    } catch (SQLException | IOException e) {
      lock.close();
      throw unreadable(e, data)
          .orElseGet(() ->
              new StorageException(
                  "Cannot open the database in " + data + ": " + e.getMessage(), e));
    } catch (RuntimeException e) {
      lock.close();
      throw unreadable(e, data).map(RuntimeException.class::cast).orElse(e);
    }
  }

  /** That its file is none of SQLite's, or damaged, in which case trying again does not help. */
  private static Optional<StorageException> unreadable(Throwable e, Path data) {
    for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && isDamage(sql)) {
        return Optional.of(
            new StorageException(
                "BELFRY_DATA: %s is no database of SQLite, or it is damaged (%s). Move it away together with belfry.db-wal and belfry.db-shm, and restore a backup (./belfry restore FILE). Without one, the next start begins with an empty database"
                    .formatted(data.resolve(FILE), Handles.firstLine(sql)),
                e));
      }
    }
    return Optional.empty();
  }

  private static boolean isDamage(SQLException e) {
    return e.getErrorCode() == SQLiteErrorCode.SQLITE_NOTADB.code
        || e.getErrorCode() == SQLiteErrorCode.SQLITE_CORRUPT.code;
  }

  static SQLiteDataSource source(Path file) {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setTempStore(SQLiteConfig.TempStore.MEMORY);
    config.setBusyTimeout(5_000);
    config.setCacheSize(-10_000);
    config.setJournalSizeLimit(64 * 1024 * 1024);
    config.enforceForeignKeys(true);
    // What is deleted is overwritten, not only unlinked.
    config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "on");
    var source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file);
    return source;
  }

  /**
   * The driver unpacks its native library at each start and cannot clean up after a kill. In a
   * directory that we have locked, leftovers belong to nobody.
   */
  private static PrivateDirectory ownTemporaryDirectory(Path tmp) throws IOException {
    var directory = PrivateDirectory.of(tmp, "BELFRY_DATA");
    try (var left = Files.list(tmp)) {
      for (var file : left.toList()) {
        Files.deleteIfExists(file);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    System.setProperty("org.sqlite.tmpdir", tmp.toAbsolutePath().toString());
    return directory;
  }

  @Override
  public void onCommit(CommitListener listener) {
    writer.onCommit(listener);
  }

  @Override
  public <T> T read(Work<T> work) {
    return noticed(unread, () -> readerThreads.ask(() -> asked(work)));
  }

  /** A result that is not read to its end would keep its reader in an old snapshot for good. */
  private <T> T asked(Work<T> work) {
    var handle = reader.get();
    try {
      return Handles.run(work, handle);
    } finally {
      handle.clean();
    }
  }

  @Override
  public <T> T write(Work<T> work) {
    return KeptRequest.written(work, whole -> noticed(unwritten, () -> writer.write(whole)));
  }

  @Override
  public Optional<String> trouble() {
    return unwritten.cause().or(unread::cause);
  }

  /** A full disk lets it be read all the same, so reading and writing are told apart. */
  private <T> T noticed(Outage outage, Supplier<T> question) {
    try {
      var answer = question.get();
      if (outage.isAway() && !isStillFull(outage)) {
        outage.back();
      }
      return answer;
    } catch (Away e) {
      outage.away(e.why());
      throw e;
    }
  }

  private boolean isStillFull(Outage outage) {
    return outage.cause().filter(why -> why.contains("FULL")).isPresent()
        && place.getUsableSpace() < ROOM;
  }

  @Override
  public List<Pulse> pulses() {
    return List.of(writer.pulse());
  }

  @Override
  public boolean exclusive() {
    return true;
  }

  @Override
  public OptionalLong commits() {
    return OptionalLong.of(writer.commits());
  }

  /** There are no other nodes. */
  @Override
  public void tellOthers(String word) {}

  @Override
  public void onWord(Consumer<String> heard) {}

  @Override
  public String engine() {
    return "SQLite "
        + read(handle -> handle.createQuery("SELECT sqlite_version()").mapTo(String.class).one());
  }

  @Override
  public void close() {
    readerThreads.close();
    readers.forEach(Handle::close);
    writer.close();
    lock.close();
  }
}
