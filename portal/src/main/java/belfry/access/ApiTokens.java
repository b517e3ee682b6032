package belfry.access;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Hash;
import belfry.base.Phrase;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Tokens with which programs act for their owners. They are rows, so a revoked one ends at the next
 * request. A token reads {@code belfry_<id>_<secret>}: it is found by its id, and its secret is
 * compared in constant time with the hash that is stored.
 */
public final class ApiTokens {
  public static final Duration LONGEST_LIFE = Duration.ofDays(365);
  public static final int LONGEST_NAME = 60;

  /** More are not needed, and each is a way in. */
  public static final int MOST_OF_A_PERSON = 20;

  private static final String PREFIX = "belfry_";
  private static final int ID_LENGTH = 13;
  private static final int LENGTH = PREFIX.length() + ID_LENGTH + 1 + 43;
  private static final Duration USED_STEP = Duration.ofMinutes(1);

  /** Those that have expired stay in the list for a while, so that their owners see why. */
  private static final Duration SHOWN_AFTER = Duration.ofDays(30);

  private final Database database;
  private final Audit audit;
  private final Time time;
  private final ApiTokenRows rows;

  public ApiTokens(Database database, Audit audit, Time time) {
    this.database = database;
    rows = new ApiTokenRows(database);
    this.audit = audit;
    this.time = time;
  }

  /** Whose a new token is. */
  public record Owner(PersonId id, String name, String organisation) {}

  /**
   * What is wanted of a new token.
   *
   * @param name to tell it from others, for people
   */
  public record Wish(String name, Set<Scope> scopes, List<App> apps, Instant expires) {}

  /** The result of making a token. */
  public sealed interface Made {
    /** Made; the secret is known only now. */
    record Done(ApiToken token, Secret secret) implements Made {}

    record Refused(Phrase why) implements Made {}
  }

  /** Makes a token; the caller has checked that its owner has these rights. */
  public Made make(Owner owner, Wish wish) {
    var secret = Hash.random();
    var token =
        new ApiToken(
            TokenId.next(),
            owner.id,
            owner.name,
            owner.organisation,
            wish.name,
            wish.scopes,
            wish.apps.stream().map(App::name).sorted(Comparator.comparing(AppName::value)).toList(),
            time.now(),
            wish.expires,
            Optional.empty(),
            "");
    return database.write(handle -> {
      if (count(handle, owner.id) >= MOST_OF_A_PERSON) {
        return new Made.Refused(
            Phrase.of(
                "token.tooMany",
                "You have {{most}} tokens, which is as many as one person may have. Revoke one first.",
                "most",
                MOST_OF_A_PERSON));
      }
      insert(handle, token, secret);
      for (var app : token.apps()) {
        audit.record(
            handle,
            AuditEntry.in(app)
                .by(owner.id)
                .did("token.make", token.id().toString())
                .saying("%s: %s".formatted(token.name(), words(token.scopes()))));
      }
      return new Made.Done(token, new Secret(PREFIX + token.id() + "_" + secret.reveal()));
    });
  }

  private int count(Handle handle, PersonId person) {
    return handle
        .createQuery("SELECT COUNT(*) FROM api_token WHERE person = ? AND expires > ?")
        .bind(0, person)
        .bind(1, time.now())
        .mapTo(Integer.class)
        .one();
  }

  private static void insert(Handle handle, ApiToken token, Secret secret) {
    handle.execute(
        """
        INSERT INTO api_token
          (id, person, person_name, organisation, name, secret_hash, scopes, created, expires)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        token.id().value(),
        token.personId(),
        token.personName(),
        token.organisation(),
        token.name(),
        Hash.sha256(secret.reveal()),
        words(token.scopes()),
        token.created(),
        token.expires());
    for (var app : token.apps()) {
      handle.execute(
          "INSERT INTO api_token_app (token, app) VALUES (?, ?)", token.id().value(), app);
    }
  }

  private static String words(Set<Scope> scopes) {
    return scopes.stream().sorted().map(Scope::word).collect(Collectors.joining(" "));
  }

  /** The valid token that this is; what cannot be one is not looked up. */
  public Optional<ApiToken> find(Secret presented) {
    var text = presented.reveal();
    if (text.length() != LENGTH || !text.startsWith(PREFIX)) {
      return Optional.empty();
    }
    var secret = new Secret(Hash.sha256(text.substring(PREFIX.length() + ID_LENGTH + 1)));
    return TokenId.parse(text.substring(PREFIX.length(), PREFIX.length() + ID_LENGTH))
        .flatMap(id -> rows.where("t.id = ?", id.value()).stream().findFirst())
        .filter(row -> row.secretHash().equals(secret))
        .map(ApiTokenRows.Row::token)
        .filter(token -> token.expires().isAfter(time.now()));
  }

  /** Whether it has neither been revoked nor expired, and may still be used in this app. */
  public boolean isLive(App app, ApiToken token) {
    return rows.where("t.id = ?", token.id().value()).stream()
        .map(ApiTokenRows.Row::token)
        .anyMatch(one -> one.worksIn(app) && one.expires().isAfter(time.now()));
  }

  /** Records that it is used, at most once a minute. */
  public void used(ApiToken token, String address) {
    var now = time.now();
    if (token.lastUsed().map(last -> last.plus(USED_STEP).isBefore(now)).orElse(true)) {
      database.write(handle ->
          handle.execute(
              "UPDATE api_token SET last_used = ?, last_address = ? WHERE id = ?",
              now,
              address,
              token.id().value()));
    }
  }

  /** Those of this person, newest first. */
  public List<ApiToken> of(PersonId person) {
    return tokens(rows.where("t.person = ?", person));
  }

  /** Those that may be used in this app, newest first. */
  public List<ApiToken> in(App app) {
    return tokens(
        rows.where("t.id IN (SELECT token FROM api_token_app WHERE app = ?)", app.name()));
  }

  private static List<ApiToken> tokens(List<ApiTokenRows.Row> rows) {
    return rows.stream().map(ApiTokenRows.Row::token).toList();
  }

  /** Its owner revokes it, for all apps; false if they have none with this id. */
  public boolean revoke(ActingPerson owner, TokenId id) {
    return database.write(handle -> {
      var apps =
          handle
              .createQuery(
                  """
                  SELECT a.app FROM api_token t JOIN api_token_app a ON a.token = t.id
                  WHERE t.id = ? AND t.person = ?
                  """)
              .bind(0, id.value())
              .bind(1, owner.id())
              .mapTo(String.class)
              .list();
      if (!apps.isEmpty()) {
        apps.forEach(app -> revoked(handle, new AppName(app), owner, id));
        handle.execute("DELETE FROM api_token_app WHERE token = ?", id.value());
        deleteUseless(handle);
      }
      return !apps.isEmpty();
    });
  }

  /**
   * An administrator revokes it for their app; it may go on in others. False if it could not be
   * used in this one.
   */
  public boolean revoke(App app, ActingPerson admin, TokenId id) {
    return database.write(handle -> {
      var gone =
          handle.execute(
              "DELETE FROM api_token_app WHERE token = ? AND app = ?", id.value(), app.name());
      if (gone > 0) {
        revoked(handle, app.name(), admin, id);
        deleteUseless(handle);
      }
      return gone > 0;
    });
  }

  private void revoked(Handle handle, AppName app, ActingPerson by, TokenId id) {
    audit.record(handle, AuditEntry.in(app).by(by).did("token.revoke", id.toString()));
  }

  /** Whoever may no longer use an app may not do so with a token either, even if they come back. */
  static void leave(Handle handle, App app, PersonId person) {
    handle.execute(
        """
        DELETE FROM api_token_app
        WHERE app = ? AND token IN (SELECT id FROM api_token WHERE person = ?)
        """,
        app.name(),
        person);
    deleteUseless(handle);
  }

  private static void deleteUseless(Handle handle) {
    handle.execute(
        "DELETE FROM api_token WHERE NOT EXISTS (SELECT 1 FROM api_token_app a WHERE a.token = api_token.id)");
  }

  /** Who has tokens that could be used in this app now. */
  public List<PersonId> owners(App app) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT DISTINCT t.person FROM api_token t JOIN api_token_app a ON a.token = t.id
                WHERE a.app = ? AND t.expires > ?
                """)
            .bind(0, app.name())
            .bind(1, time.now())
            .mapTo(String.class)
            .map(PersonId::new)
            .list());
  }

  /** Revokes all tokens of somebody whom the platform no longer knows. */
  public void ownerIsGone(App app, PersonId person) {
    database.write(handle -> {
      var ids =
          handle
              .createQuery("SELECT id FROM api_token WHERE person = ?")
              .bind(0, person)
              .mapTo(Long.class)
              .list();
      for (var id : ids) {
        audit.record(
            handle,
            AuditEntry.in(app.name())
                .did("token.revoke", new TokenId(id).toString())
                .saying("Webex no longer knows " + person.value()));
      }
      return erase(handle, List.of(person.value()));
    });
  }

  /** After a backup was restored: one that was revoked since would be good again. */
  public static int revokeAll(Handle handle) {
    handle.execute("DELETE FROM api_token_app");
    return handle.execute("DELETE FROM api_token");
  }

  /** Deletes the tokens of these people; returns how many. */
  public static int erase(Handle handle, List<String> people) {
    handle
        .createUpdate(
            "DELETE FROM api_token_app WHERE token IN (SELECT id FROM api_token WHERE person IN (<ids>))")
        .bindList("ids", people)
        .execute();
    return handle
        .createUpdate("DELETE FROM api_token WHERE person IN (<ids>)")
        .bindList("ids", people)
        .execute();
  }

  /** Deletes those that expired some time ago; returns how many. */
  public int sweep() {
    var before = time.now().minus(SHOWN_AFTER);
    return database.write(handle -> {
      handle.execute(
          "DELETE FROM api_token_app WHERE token IN (SELECT id FROM api_token WHERE expires < ?)",
          before);
      return handle.execute("DELETE FROM api_token WHERE expires < ?", before);
    });
  }
}
