package belfry.signin;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.Grant;
import belfry.platform.Platform;
import belfry.platform.Tokens;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Moments;
import belfry.storage.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The platform tokens of people who signed in: one encrypted pair each, replaced at the next
 * sign-in. They are used to search people, which then counts against the person's rate limit
 * instead of the bot's.
 */
public final class PersonTokens {
  private static final Logger LOG = LoggerFactory.getLogger(PersonTokens.class);
  private static final String TABLE = "person_token";

  /** How long before its end an access token is refreshed. */
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private final Database database;
  private final Vault vault;
  private final Platform platform;
  private final Integration integration;
  private final Time time;

  /** Locks for refreshing, chosen by person, so that the next caller finds the new token. */
  private final Object[] turns = Stream.generate(Object::new).limit(64).toArray();

  PersonTokens(
      Database database, Vault vault, Platform platform, Integration integration, Time time) {
    this.database = database;
    this.vault = vault;
    this.platform = platform;
    this.integration = integration;
    this.time = time;
  }

  void keep(PersonId person, Tokens tokens) {
    var now = time.now();
    var access = vault.seal(tokens.access(), place("access", person));
    var refresh =
        tokens.refresh().isEmpty() ? "" : vault.seal(tokens.refresh(), place("refresh", person));
    // If a refresh returns no new refresh token, the old one stays valid.
    database.write(handle ->
        handle.execute(
            """
            INSERT INTO person_token (person, access, access_expires, refresh, refresh_expires)
            VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET
              access = excluded.access,
              access_expires = excluded.access_expires,
              refresh_expires = CASE WHEN excluded.refresh = ''
                THEN person_token.refresh_expires ELSE excluded.refresh_expires END,
              refresh = CASE WHEN excluded.refresh = ''
                THEN person_token.refresh ELSE excluded.refresh END
            """,
            person,
            access,
            now.plus(tokens.lifetime()),
            refresh,
            now.plus(tokens.refreshLifetime())));
  }

  /** A valid token; empty if there is none and the person would have to sign in again. */
  public Optional<Secret> access(PersonId person) {
    return row(person).flatMap(row -> fresh(row) ? opened(person, row) : refreshed(person));
  }

  private boolean fresh(Row row) {
    return row.accessExpires.isAfter(time.now().plus(MARGIN));
  }

  private Optional<Secret> opened(PersonId person, Row row) {
    return vault.find(row.access, place("access", person));
  }

  private Optional<Secret> refreshed(PersonId person) {
    synchronized (turns[Math.floorMod(person.hashCode(), turns.length)]) {
      return row(person).flatMap(row -> fresh(row) ? opened(person, row) : refreshed(person, row));
    }
  }

  private record Row(
      String access, Instant accessExpires, String refresh, Instant refreshExpires) {}

  private Optional<Row> row(PersonId person) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT access, access_expires, refresh, refresh_expires
                FROM person_token WHERE person = ?
                """)
            .bind(0, person)
            .map((found, _) ->
                new Row(
                    found.getString("access"),
                    Moments.at(found, "access_expires"),
                    found.getString("refresh"),
                    Moments.at(found, "refresh_expires")))
            .findOne());
  }

  private Optional<Secret> refreshed(PersonId person, Row row) {
    if (row.refresh.isEmpty()
        || row.refreshExpires.isBefore(time.now())
        || !integration.canFinish()) {
      return Optional.empty();
    }
    return vault
        .find(row.refresh, place("refresh", person))
        .flatMap(refresh -> refreshed(person, row, refresh));
  }

  private Optional<Secret> refreshed(PersonId person, Row row, Secret refresh) {
    var form =
        Map.of(
            "grant_type", "refresh_token",
            "client_id", integration.clientId().orElseThrow(),
            "client_secret", integration.clientSecret().orElseThrow().reveal(),
            "refresh_token", refresh.reveal());
    return switch (platform.oauth().request(form)) {
      case Grant.Granted(var tokens) -> {
        keep(person, tokens);
        yield Optional.of(tokens.access());
      }
      case Grant.Declined(var status, var reason) -> {
        LOG.info(
            "A person's tokens were declined ({} {}). They must sign in again", status, reason);
        if (status == 400 || status == 401) {
          forget(person, row);
        }
        yield Optional.empty();
      }
      case Grant.Failed _ -> Optional.empty();
    };
  }

  /** Deletes tokens that the platform has rejected, so that they are not tried again. */
  private void forget(PersonId person, Row row) {
    database.write(handle ->
        handle.execute(
            "DELETE FROM person_token WHERE person = ? AND refresh = ?", person, row.refresh));
  }

  /** Re-encrypts every row with the active key; returns how many were changed. */
  public int reseal() {
    var people =
        database.read(handle ->
            handle
                .createQuery("SELECT person FROM person_token")
                .map((row, _) -> new PersonId(row.getString("person")))
                .list());
    var count = 0;
    for (var person : people) {
      count +=
          row(person)
              .filter(row -> !vault.isCurrent(row.access))
              .map(row -> reseal(person, row))
              .orElse(0);
    }
    return count;
  }

  private int reseal(PersonId person, Row row) {
    var access = reseal(row.access, place("access", person));
    var refresh = row.refresh.isEmpty() ? "" : reseal(row.refresh, place("refresh", person));
    return database.write(handle ->
        handle.execute(
            "UPDATE person_token SET access = ?, refresh = ? WHERE person = ? AND access = ?",
            access,
            refresh,
            person,
            row.access));
  }

  private String reseal(String sealed, Vault.Place place) {
    return vault.seal(vault.open(sealed, place), place);
  }

  private static Vault.Place place(String column, PersonId person) {
    return new Vault.Place(TABLE, column, person.value());
  }
}
