package belfry.storage;

import belfry.base.Time;
import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * What was already done at whose request: a request id sent twice, after a double click or a lost
 * answer, does its work once. Written in the transaction of the work itself.
 */
public final class Requests {
  private static final Duration KEPT = Duration.ofDays(7);

  private final Time time;

  public Requests(Time time) {
    this.time = time;
  }

  /** A request by one person in one app. */
  public record Key(String app, String person, String id) {}

  /**
   * What an earlier request did.
   *
   * @param action what was asked for
   * @param asked a digest of all that was asked for
   * @param object the id of what it made or changed
   */
  public record Done(String action, String asked, String object) {
    /** Whether this was asked for; of requests of earlier versions only the action is known. */
    public boolean is(String action, String asked) {
      return this.action.equals(action) && (this.asked.isEmpty() || this.asked.equals(asked));
    }
  }

  public Optional<Done> earlier(Handle handle, Key key) {
    return handle
        .createQuery(
            "SELECT action, asked, object FROM done_request WHERE app = ? AND person = ? AND id = ?")
        .bind(0, key.app)
        .bind(1, key.person)
        .bind(2, key.id)
        .map((row, _) ->
            new Done(row.getString("action"), row.getString("asked"), row.getString("object")))
        .findOne();
  }

  /**
   * Keeps what was done.
   *
   * @throws StorageException when another request with this key came first; the transaction fails
   *     with it, and a repetition finds the other's result
   */
  public void keep(Handle handle, Key key, Done done) {
    handle.execute(
        "INSERT INTO done_request (app, person, id, action, asked, object, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        key.app,
        key.person,
        key.id,
        done.action,
        done.asked,
        done.object,
        time.now());
  }

  /** Forgets old ones; how many. */
  public int sweep(Database database) {
    return database.write(
        handle -> handle.execute("DELETE FROM done_request WHERE at < ?", time.now().minus(KEPT)));
  }
}
