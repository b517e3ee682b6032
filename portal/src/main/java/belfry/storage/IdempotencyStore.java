package belfry.storage;

import belfry.base.Phrase;
import belfry.base.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/**
 * Remembers completed requests, so that a request id that is sent twice, after a double click or a
 * lost answer, takes effect once. Written in the transaction of the work itself.
 */
public final class IdempotencyStore {
  private static final Duration KEPT = Duration.ofDays(7);

  /** For so many requests of a person in an app, the newest, answers are kept; the sweep looks. */
  static final int MOST_ANSWERS = 1_000;

  /** A transaction of more would keep others from writing. */
  static final int SWEPT_AT_ONCE = 1_000;

  public static final Phrase USED =
      Phrase.of(
          "requestId.used", "This requestId was already used for something else. Send a new one.");

  private static final Phrase GONE =
      Phrase.of(
          "requestId.erased",
          "What was asked under this key was erased together with a person's data. Look whether it was done before you send it again under a new key.");

  /** No request has this digest. */
  private static final String ERASED = "-";

  private final Time time;

  public IdempotencyStore(Time time) {
    this.time = time;
  }

  /**
   * What an earlier request did.
   *
   * @param object the id of what it created or changed
   */
  public record Done(String action, String asked, String object) {
    /** For requests of earlier versions only the action is known. */
    private boolean is(IdempotentRequest request) {
      return action.equals(request.action()) && (asked.isEmpty() || asked.equals(request.digest()));
    }
  }

  /** How a kind of answer is stored and repeated. */
  public interface Answers<T> {
    /** The id of what was created or changed; empty if nothing was, and then nothing is stored. */
    Optional<String> object(T answer);

    /** The answer to a repetition. */
    T again(Done done);

    /** The answer to a request id of which it is not so that this request was made under it. */
    T refused(Phrase why);
  }

  /**
   * Does the work, unless it was already done under the same key.
   *
   * @throws StorageException if another request with this key came first; the transaction fails,
   *     and a repetition finds the other's result
   */
  public <T> T once(
      Handle handle, IdempotentRequest request, Supplier<T> work, Answers<T> answers) {
    var again = again(handle, request, answers);
    if (again.isPresent()) {
      return again.get();
    }
    var answer = work.get();
    var object = answers.object(answer);
    if (object.isEmpty()) {
      // It may have waited for the same request, and be refused because that was done.
      return again(handle, request, answers).orElse(answer);
    }
    if (request.requestId().isPresent()) {
      keep(handle, request, object.get());
    }
    return answer;
  }

  /** The answer to a repetition; empty if nothing was done under this key. */
  public static <T> Optional<T> again(
      Handle handle, IdempotentRequest request, Answers<T> answers) {
    return request
        .requestId()
        .flatMap(id -> earlier(handle, request, id))
        .map(done ->
            done.is(request)
                ? answers.again(done)
                : answers.refused(whyNot(done.action, done.asked, request)));
  }

  private static Phrase whyNot(String action, String asked, IdempotentRequest request) {
    return action.equals(request.action()) && asked.equals(ERASED) ? GONE : USED;
  }

  private static Optional<Done> earlier(Handle handle, IdempotentRequest request, String id) {
    return handle
        .createQuery(
            "SELECT action, asked, object FROM done_request WHERE app = ? AND person = ? AND id = ?")
        .bind(0, request.scope())
        .bind(1, request.asker())
        .bind(2, id)
        .map((row, _) ->
            new Done(row.getString("action"), row.getString("asked"), row.getString("object")))
        .findOne();
  }

  /** Keeps a request that was done. */
  void keep(Handle handle, IdempotentRequest request, String object) {
    handle.execute(
        "INSERT INTO done_request (app, person, id, action, asked, object, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        request.scope(),
        request.asker(),
        request.requestId().orElseThrow(),
        request.action(),
        request.digest(),
        object,
        time.now());
  }

  /**
   * A request that was made before.
   *
   * @param status what it was answered; 0 if that was not kept, less if it was and is forgotten
   * @param answer the body of the answer, as it was given to {@link #answered}
   * @param at when it began, the last time
   */
  public record Kept(String action, String asked, int status, String answer, Instant at) {
    /** Whether it was broken off, or is still worked on. */
    public boolean isUnanswered() {
      return status == 0;
    }

    /** Why this other request is refused under the same key. */
    public Phrase whyNot(IdempotentRequest request) {
      return IdempotencyStore.whyNot(action, asked, request);
    }
  }

  /** What was kept under the key of this request, whatever it was for. */
  public static Optional<Kept> kept(Handle handle, IdempotentRequest request) {
    return handle
        .createQuery(
            """
            SELECT action, asked, status, answer, at FROM done_request
            WHERE app = ? AND person = ? AND id = ?
            """)
        .bind(0, request.scope())
        .bind(1, request.asker())
        .bind(2, request.requestId().orElseThrow())
        .map((row, _) ->
            new Kept(
                row.getString("action"),
                row.getString("asked"),
                row.getInt("status"),
                row.getString("answer"),
                Moments.at(row, "at")))
        .findOne();
  }

  /** Keeps what the request was answered, for a repetition; it may have been kept already. */
  public void answered(Handle handle, IdempotentRequest request, int status, String answer) {
    handle.execute(
        """
        INSERT INTO done_request (app, person, id, action, asked, object, at, status, answer)
        VALUES (?, ?, ?, ?, ?, '', ?, ?, ?)
        ON CONFLICT (app, person, id) DO UPDATE SET status = excluded.status, answer = excluded.answer
        WHERE done_request.action = excluded.action AND done_request.asked = excluded.asked
          AND done_request.status = 0
        """,
        request.scope(),
        request.asker(),
        request.requestId().orElseThrow(),
        request.action(),
        request.digest(),
        time.now(),
        status,
        answer);
  }

  /** Keeps that the request was done, where its answer is not for keeping. */
  public void doneButForgotten(Handle handle, IdempotentRequest request, int status) {
    answered(handle, request, -status, "");
  }

  /** Begins again what has no answer; false if another one did so first, or it has one now. */
  public boolean begun(Handle handle, IdempotentRequest request, Instant before) {
    return handle.execute(
            """
            UPDATE done_request SET at = ?
            WHERE app = ? AND person = ? AND id = ? AND status = 0 AND at = ?
            """,
            time.now(),
            request.scope(),
            request.asker(),
            request.requestId().orElseThrow(),
            before)
        > 0;
  }

  /** Forgets a request that was refused after all. */
  public static void forget(Handle handle, IdempotentRequest request) {
    handle.execute(
        "DELETE FROM done_request WHERE app = ? AND person = ? AND id = ? AND status = 0",
        request.scope(),
        request.asker(),
        request.requestId().orElseThrow());
  }

  private static final String FORGOTTEN = "status = -status, answer = ''";

  /** Answers that were kept may have secrets, sealed under the key of then. */
  public static void forgetAnswers(Handle handle) {
    handle.execute("UPDATE done_request SET " + FORGOTTEN + " WHERE answer <> ''");
  }

  /** Deletes the entries of a person who is to be forgotten; returns how many. */
  public static int erase(Handle handle, List<String> person) {
    // Answers to others may name them, and are sealed.
    forgetAnswers(handle);
    // What was asked may have been about them alone, so that its digest confirms a guess. Of
    // whom it was cannot be told from it.
    handle.execute(
        "UPDATE done_request SET asked = ? WHERE asked <> '' AND asked <> ?", ERASED, ERASED);
    return handle
        .createUpdate("DELETE FROM done_request WHERE person IN (<ids>)")
        .bindList("ids", person)
        .execute();
  }

  /** Whether this request was completed before. */
  public static boolean isDone(Handle handle, IdempotentRequest request) {
    return request.requestId().flatMap(id -> earlier(handle, request, id)).isPresent();
  }

  /** Deletes old entries, some in each transaction, and returns how many. */
  public int sweep(Database database) {
    var before = time.now().minus(KEPT);
    var all = 0;
    int some;
    do {
      some =
          database.write(handle ->
              handle.execute(
                  """
                  DELETE FROM done_request WHERE (app, person, id) IN
                    (SELECT app, person, id FROM done_request WHERE at < ? LIMIT ?)
                  """,
                  before,
                  SWEPT_AT_ONCE));
      all += some;
    } while (some == SWEPT_AT_ONCE);
    tooMany(database).forEach(asker -> forgetMore(database, asker));
    return all;
  }

  /** Who asks, and in which app. */
  private record Asker(String app, String person) {}

  /** Nobody's answers may fill the disk. All are looked at, so nothing is locked meanwhile. */
  private static List<Asker> tooMany(Database database) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT app, person FROM done_request WHERE answer <> ''
                GROUP BY app, person HAVING COUNT(*) > ?
                """)
            .bind(0, MOST_ANSWERS)
            .map((row, _) -> new Asker(row.getString("app"), row.getString("person")))
            .list());
  }

  private static void forgetMore(Database database, Asker asker) {
    List<String> old;
    do {
      old = old(database, asker);
      forget(database, asker, old);
    } while (old.size() == SWEPT_AT_ONCE);
  }

  private static List<String> old(Database database, Asker asker) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id FROM done_request WHERE app = ? AND person = ? AND answer <> ''
                ORDER BY at DESC, id LIMIT ? OFFSET ?
                """)
            .bind(0, asker.app())
            .bind(1, asker.person())
            .bind(2, SWEPT_AT_ONCE)
            .bind(3, MOST_ANSWERS)
            .mapTo(String.class)
            .list());
  }

  private static void forget(Database database, Asker asker, List<String> ids) {
    if (ids.isEmpty()) {
      return;
    }
    database.write(handle ->
        handle
            .createUpdate(
                "UPDATE done_request SET "
                    + FORGOTTEN
                    + " WHERE app = :app AND person = :person AND id IN (<ids>) AND answer <> ''")
            .bind("app", asker.app())
            .bind("person", asker.person())
            .bindList("ids", ids)
            .execute());
  }
}
