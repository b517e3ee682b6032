package belfry.storage;

import belfry.base.Hash;
import belfry.base.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * What a database says of itself that is moved elsewhere, or was: no portal starts on it, so that
 * nobody is sent to out of both. Whoever has it open is alone in moving this database.
 */
public final class MovedMark implements AutoCloseable {
  static final String TABLE = "moved";

  private final Migrations migrations;
  private final Handle handle;
  private final Runnable release;
  private final String id;

  /** How far that is. */
  public enum State {
    /** It is being moved, or that was broken off: nothing uses the copy yet. */
    MOVING,
    MOVED,
    /** It is in use again. */
    HERE
  }

  /**
   * What the mark says.
   *
   * @param id of this database, by which a copy that was broken off is known as its own
   * @param place where to, for people
   * @param began when; the copy is of then or later
   */
  public record Moved(String id, String place, Instant began, State state) {
    /** For whoever wants to use this database. */
    public StorageException refusal() {
      return new StorageException(
          state == State.MOVED
              ? "This database was moved to %s (%s) and is not used any more: let DATABASE_URL and BELFRY_DATA lead there. If that one is lost, './belfry move --undo' makes this one usable again"
                  .formatted(place, began)
              : "This database is being moved to %s since %s, or that was broken off. In the latter case run the same './belfry move' again, or './belfry move --undo' to stay with this one"
                  .formatted(place, began));
    }
  }

  private MovedMark(Migrations migrations, Handle handle, Runnable release) {
    this.migrations = migrations;
    this.handle = handle;
    this.release = release;
    // Also of one that was undone: what it left is still a copy of this database.
    id = ask(MovedMark::found).map(Moved::id).orElseGet(() -> Hash.random().reveal());
  }

  /**
   * The mark of the database that these settings name, whether it has one or not.
   *
   * @throws StorageException if there is no database, or it cannot be reached, or another process
   *     uses its directory or moves it
   */
  public static MovedMark of(Optional<Secret> url, Path data) {
    try {
      return url.isPresent() ? ofPostgres(url.get()) : ofSqlite(data);
    } catch (JdbiException e) {
      throw new StorageException(
          "The database %s cannot be used: %s"
              .formatted(Databases.named(url, data), Handles.reason(e)),
          e);
    }
  }

  private static MovedMark ofSqlite(Path data) {
    var file = data.resolve(SqliteDatabase.FILE);
    if (!Files.exists(file)) {
      throw new StorageException("There is no database in " + data);
    }
    var lock = DirectoryLock.take(data, "BELFRY_DATA");
    var source = SqliteDatabase.source(file);
    return locked(
        Migrations.ofSqlite(source), Handles.configured(Jdbi.create(source)).open(), lock::close);
  }

  private static MovedMark ofPostgres(Secret url) {
    var source = new PGSimpleDataSource();
    source.setUrl(url.reveal());
    source.setTcpKeepAlive(true);
    var handle = Handles.configured(Jdbi.create(source)).open();
    var isAlone =
        handle
            .createQuery("SELECT pg_try_advisory_lock(hashtext('move ' || current_schema()))")
            .mapTo(Boolean.class)
            .one();
    if (!isAlone) {
      handle.close();
      throw new StorageException(
          "Another './belfry move' is at work on this database. Wait until it has ended");
    }
    return locked(Migrations.ofPostgres(source), handle, () -> {});
  }

  private static MovedMark locked(Migrations migrations, Handle handle, Runnable release) {
    try {
      return new MovedMark(migrations, handle, release);
    } catch (RuntimeException e) {
      handle.close();
      release.run();
      throw e;
    }
  }

  /** Refuses a database that has one. */
  static void refuse(Handle handle) {
    found(handle)
        .filter(mark -> mark.state != State.HERE)
        .ifPresent(mark -> {
          throw mark.refusal();
        });
  }

  private static Optional<Moved> found(Handle handle) {
    return Schema.has(handle, TABLE)
        ? handle
            .createQuery("SELECT id, place, began, state FROM " + TABLE)
            .map((row, _) ->
                new Moved(
                    row.getString("id"),
                    row.getString("place"),
                    Moments.at(row, "began"),
                    State.valueOf(row.getString("state"))))
            .findOne()
        : Optional.empty();
  }

  public String id() {
    return id;
  }

  /** What it says, unless the database is in use. */
  public Optional<Moved> found() {
    return ask(MovedMark::found).filter(mark -> mark.state != State.HERE);
  }

  /** Asks anything of the database as it is now. */
  public <T> T ask(Work<T> work) {
    return Handles.run(work, handle);
  }

  /** From now on no portal starts on it. */
  public void begin(String place, Instant now) {
    handle.useTransaction(within -> {
      within.execute(
          "CREATE TABLE IF NOT EXISTS %s (id TEXT NOT NULL, place TEXT NOT NULL, began BIGINT NOT NULL, state TEXT NOT NULL)"
              .formatted(TABLE));
      within.execute("DELETE FROM " + TABLE);
      within.execute(
          "INSERT INTO %s (id, place, began, state) VALUES (?, ?, ?, ?)".formatted(TABLE),
          id,
          place,
          now,
          State.MOVING.name());
    });
  }

  /** Must be known before anything can use the copy. */
  public void moved() {
    become(handle, State.MOVED);
  }

  /** The copy was never used. */
  public void stay() {
    become(handle, State.HERE);
  }

  /**
   * The copy was used, or may have been.
   *
   * @param settled done in the same transaction, under the schema of this program
   */
  public <T> T comeBack(Work<T> settled) {
    migrations.apply();
    return handle.inTransaction(within -> {
      var result = Handles.run(settled, within);
      become(within, State.HERE);
      return result;
    });
  }

  private static void become(Handle handle, State state) {
    handle.execute("UPDATE %s SET state = ?".formatted(TABLE), state.name());
  }

  @Override
  public void close() {
    handle.close();
    release.run();
  }
}
