package belfry.signin;

import belfry.base.Hash;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.Profile;
import belfry.storage.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
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

  private final Database database;
  private final Time time;

  Sessions(Database database, Time time) {
    this.database = database;
    this.time = time;
  }

  /** A new session and its token; the sessions of the tokens that the browser presented end. */
  Secret create(Profile profile, boolean confirmed, Collection<Secret> presented) {
    var token = Hash.random();
    var now = time.now();
    database.write(handle -> {
      for (var old : presented) {
        handle.execute("DELETE FROM session WHERE token_hash = ?", Hash.sha256(old.reveal()));
      }
      return handle.execute(
          """
          INSERT INTO session
            (token_hash, person, display_name, created, expires, confirmed, last_seen)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
          Hash.sha256(token.reveal()),
          profile.id(),
          profile.displayName(),
          now,
          now.plus(LIFETIME),
          confirmed ? now.toEpochMilli() : null,
          now);
    });
    return token;
  }

  /** The live session of this token. */
  public Optional<Session> find(Secret token) {
    var now = time.now();
    var hash = Hash.sha256(token.reveal());
    var row =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT person, display_name, expires, confirmed, last_seen
                    FROM session WHERE token_hash = ? AND expires > ?
                    """)
                .bind(0, hash)
                .bind(1, now)
                .map((found, _) ->
                    new Seen(
                        new Session(
                            hash,
                            found.getString("person"),
                            found.getString("display_name"),
                            Instant.ofEpochMilli(found.getLong("expires")),
                            found.getObject("confirmed") != null),
                        Instant.ofEpochMilli(found.getLong("last_seen"))))
                .findOne());
    row.filter(seen -> seen.last.plus(SEEN_STEP).isBefore(now)).ifPresent(_ -> touch(hash, now));
    return row.map(Seen::session);
  }

  /** Whether this session has neither ended nor run out meanwhile. */
  public boolean isLive(Session session) {
    var now = time.now();
    return database.read(handle ->
        handle
            .createQuery("SELECT 1 FROM session WHERE token_hash = ? AND expires > ?")
            .bind(0, session.tokenHash())
            .bind(1, now)
            .mapTo(Integer.class)
            .findOne()
            .isPresent());
  }

  private record Seen(Session session, Instant last) {}

  private void touch(String hash, Instant now) {
    database.write(handle ->
        handle.execute("UPDATE session SET last_seen = ? WHERE token_hash = ?", now, hash));
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
        handle.execute("DELETE FROM session WHERE expires <= ?", now)
            + handle.execute("DELETE FROM used_state WHERE expires <= ?", now)
            + handle.execute(
                "DELETE FROM person_token WHERE refresh_expires <= ? AND access_expires <= ?",
                now,
                now));
  }
}
