package belfry.signin;

import belfry.base.Hash;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.Profile;
import belfry.storage.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Who is signed in. A row and not a signed cookie: what is deleted here is over at the next
 * request. Only the token's hash is stored.
 */
public final class Sessions {
  /** Absolute; nothing prolongs it (interface.md 2.1). */
  public static final Duration LIFETIME = Duration.ofHours(24);

  /** Seeing somebody again is written down at most this often. */
  private static final Duration SEEN_STEP = Duration.ofMinutes(1);

  /** Of one person; who signs in once more loses the one that was used least lately. */
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

  /** A new session and its token; the sessions of the tokens that the browser presented end. */
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
    return browser.substring(0, Math.min(browser.length(), LONGEST_BROWSER)).replace("\0", "");
  }

  /** The live session of this token. */
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
                new Found(
                    new Session(
                        hash,
                        found.getString("person"),
                        found.getString("display_name"),
                        Instant.ofEpochMilli(found.getLong("expires")),
                        found.getObject("confirmed") != null,
                        Instant.ofEpochMilli(found.getLong("last_seen"))),
                    found.getString("organisation")))
            .findOne()
            // The setting may be narrower than when they signed in.
            .filter(found -> policy.allows(found.organisation))
            .map(Found::session));
  }

  private record Found(Session session, String organisation) {}

  /** Before when nobody may have used a session last that still counts. */
  private Instant usedSince() {
    return policy.idle().map(time.now()::minus).orElse(Instant.EPOCH);
  }

  /** Whether this session has neither ended nor run out meanwhile. */
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

  /** Somebody uses it now: its idle time begins anew. */
  public void used(Session session) {
    var now = time.now();
    if (session.lastUsed().plus(SEEN_STEP).isBefore(now)) {
      database.write(handle ->
          handle.execute(
              "UPDATE session SET last_seen = ? WHERE token_hash = ?", now, session.tokenHash()));
    }
  }

  /** All that this person has open, the last one used first. */
  public List<OpenSession> of(String person) {
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
                    Instant.ofEpochMilli(row.getLong("created")),
                    Instant.ofEpochMilli(row.getLong("last_seen")),
                    Instant.ofEpochMilli(row.getLong("expires")),
                    row.getString("browser"),
                    row.getString("address")))
            .list());
  }

  /** Ends one of this person's; false when they have none that is called so. */
  public boolean end(String person, String id) {
    return database.write(handle ->
        handle.execute("DELETE FROM session WHERE person = ? AND token_hash = ?", person, id))
        > 0;
  }

  /** Ends all of this person's but the one that is called so; how many there were. */
  public int endAllBut(String person, String id) {
    return database.write(handle ->
        handle.execute("DELETE FROM session WHERE person = ? AND token_hash <> ?", person, id));
  }

  /** The person said that it was them. */
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

  /** Removes what has run out; how many rows went. */
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
