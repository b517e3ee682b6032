package belfry.signin;

import belfry.base.Hash;
import belfry.base.Secret;
import belfry.base.Shortened;
import belfry.base.Time;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Who is signed in. Sessions are rows, not signed cookies, so a deleted session ends at the next
 * request. Only the token's hash is stored.
 */
public final class Sessions {
  /** Absolute; nothing extends it (interface.md 2.1). */
  public static final Duration LIFETIME = Duration.ofHours(24);

  /** How often the last use of a session is recorded at most. */
  private static final Duration SEEN_STEP = Duration.ofMinutes(1);

  /** The limit for one person; the next sign-in ends the session used least recently. */
  static final int MOST_OF_A_PERSON = 20;

  private static final int LONGEST_BROWSER = 300;

  private final Database database;
  private final SessionPolicy policy;
  private final Time time;

  Sessions(Database database, SessionPolicy policy, Time time) {
    this.database = database;
    this.policy = policy;
    this.time = time;
  }

  /**
   * Creates a session and returns its token; ends the sessions whose tokens the browser presented.
   */
  Secret create(Profile profile, boolean confirmed, Callback callback) {
    var token = Hash.random();
    var now = time.now();
    database.write(handle -> {
      for (var old : callback.presented()) {
        handle.execute("DELETE FROM session WHERE token_hash = ?", Hash.sha256(old.reveal()));
      }
      handle.execute(
          """
          DELETE FROM session WHERE person = ? AND token_hash NOT IN
            (SELECT token_hash FROM session WHERE person = ?
             ORDER BY last_seen DESC, created DESC LIMIT ?)
          """,
          profile.id(),
          profile.id(),
          MOST_OF_A_PERSON - 1);
      return handle.execute(
          """
          INSERT INTO session
            (token_hash, person, display_name, created, expires, confirmed, last_seen,
             organisation, browser, address)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
          Hash.sha256(token.reveal()),
          profile.id(),
          profile.displayName(),
          now,
          now.plus(LIFETIME),
          confirmed ? now.toEpochMilli() : null,
          now,
          profile.organisation(),
          bounded(callback.userAgent()),
          callback.address());
    });
    return token;
  }

  private static String bounded(String browser) {
    return Shortened.to(browser, LONGEST_BROWSER).replace("\0", "");
  }

  /** The valid session of this token. */
  public Optional<Session> find(Secret token) {
    var hash = Hash.sha256(token.reveal());
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT person, display_name, expires, confirmed, last_seen, organisation
                FROM session WHERE token_hash = ? AND expires > ? AND last_seen > ?
                """)
            .bind(0, hash)
            .bind(1, time.now())
            .bind(2, usedSince())
            .map((found, _) ->
                new Session(
                    hash,
                    new PersonId(found.getString("person")),
                    found.getString("display_name"),
                    Moments.at(found, "expires"),
                    found.getObject("confirmed") != null,
                    found.getString("organisation"),
                    Moments.at(found, "last_seen")))
            .findOne()
            // The setting may have become narrower since they signed in.
            .filter(session -> policy.allows(session.organisation())));
  }

  /** The earliest time of last use with which a session is still valid. */
  private Instant usedSince() {
    return policy.idle().map(time.now()::minus).orElse(Instant.EPOCH);
  }

  /** Whether this session has neither been ended nor expired. */
  public boolean isLive(Session session) {
    return database.read(handle ->
        handle
            .createQuery(
                "SELECT 1 FROM session WHERE token_hash = ? AND expires > ? AND last_seen > ?")
            .bind(0, session.tokenHash())
            .bind(1, time.now())
            .bind(2, usedSince())
            .mapTo(Integer.class)
            .findOne()
            .isPresent());
  }

  /** Records that the session is being used, which restarts its idle time. */
  public void used(Session session) {
    var now = time.now();
    if (session.lastUsed().plus(SEEN_STEP).isBefore(now)) {
      database.write(handle ->
          handle.execute(
              "UPDATE session SET last_seen = ? WHERE token_hash = ?", now, session.tokenHash()));
    }
  }

  /** All valid sessions of this person, most recently used first. */
  public List<OpenSession> of(PersonId person) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT token_hash, created, last_seen, expires, browser, address
                FROM session WHERE person = ? AND expires > ? AND last_seen > ?
                ORDER BY last_seen DESC, created DESC
                """)
            .bind(0, person)
            .bind(1, time.now())
            .bind(2, usedSince())
            .map((row, _) ->
                new OpenSession(
                    row.getString("token_hash"),
                    Moments.at(row, "created"),
                    Moments.at(row, "last_seen"),
                    Moments.at(row, "expires"),
                    row.getString("browser"),
                    row.getString("address")))
            .list());
  }

  /** Ends a session of this person; false if they have none with this id. */
  public boolean end(PersonId person, String id) {
    return database.write(handle ->
        handle.execute("DELETE FROM session WHERE person = ? AND token_hash = ?", person, id))
        > 0;
  }

  /** Ends all sessions of this person except the one with this id; returns how many. */
  public int endAllBut(PersonId person, String id) {
    return database.write(handle ->
        handle.execute("DELETE FROM session WHERE person = ? AND token_hash <> ?", person, id));
  }

  /** Records that the person confirmed the sign-in. */
  public void confirm(Session session) {
    database.write(handle ->
        handle.execute(
            "UPDATE session SET confirmed = ? WHERE token_hash = ? AND confirmed IS NULL",
            time.now(),
            session.tokenHash()));
  }

  public void end(Session session) {
    database.write(
        handle -> handle.execute("DELETE FROM session WHERE token_hash = ?", session.tokenHash()));
  }

  /**
   * After a backup was restored: nobody is signed in, because whoever signed out since would be
   * again. Tokens come anew with the next sign-in.
   */
  public static int endAll(Handle handle) {
    handle.execute("DELETE FROM person_token");
    return handle.execute("DELETE FROM session");
  }

  /** Deletes the sessions and tokens of a person who is to be forgotten; returns how many. */
  public static int erase(Handle handle, List<String> person) {
    return handle
            .createUpdate("DELETE FROM session WHERE person IN (<ids>)")
            .bindList("ids", person)
            .execute()
        + handle
            .createUpdate("DELETE FROM person_token WHERE person IN (<ids>)")
            .bindList("ids", person)
            .execute();
  }

  /** Deletes expired sessions; returns how many. */
  public int sweep() {
    var now = time.now();
    return database.write(handle ->
        handle.execute("DELETE FROM session WHERE expires <= ? OR last_seen <= ?", now, usedSince())
            + handle.execute("DELETE FROM used_state WHERE expires <= ?", now)
            + handle.execute(
                "DELETE FROM person_token WHERE refresh_expires <= ? AND access_expires <= ?",
                now,
                now));
  }
}
