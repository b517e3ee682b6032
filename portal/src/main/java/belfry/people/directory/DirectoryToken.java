package belfry.people.directory;

import belfry.base.Hash;
import belfry.base.Outage;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.Grant;
import belfry.platform.Platform;
import belfry.platform.Tokens;
import belfry.platform.wire.Response;
import belfry.storage.Database;
import belfry.storage.Moments;
import belfry.storage.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The access token for the directory, obtained with the configured refresh token. Both are stored
 * encrypted, so a restart needs no new token, and a refresh token that the platform has replaced is
 * not lost.
 */
public final class DirectoryToken {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryToken.class);
  private static final int UNAUTHORIZED = 401;
  private static final Duration ASKED_AFTER = Duration.ofSeconds(50);
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private final DirectorySettings settings;
  private final Platform platform;
  private final Database database;
  private final Vault vault;
  private final Time time;
  private final Outage outage;

  /** Whether the directory refuses the token that is stored, so that a new one is needed. */
  private volatile boolean refused;

  /** Whether it is away because of whom it is asked for, and not because it does not answer. */
  private volatile boolean declined;

  private volatile long answered;

  public DirectoryToken(
      DirectorySettings settings, Platform platform, Database database, Vault vault, Time time) {
    this.settings = settings;
    this.platform = platform;
    this.database = database;
    this.vault = vault;
    this.time = time;
    answered = time.nanos();
    outage =
        new Outage(
            LOG, time, "The directory", "Its groups stay as they were copied; each use asks again");
  }

  public boolean configured() {
    return settings.refreshToken().isPresent()
        && settings.clientId().isPresent()
        && settings.clientSecret().isPresent();
  }

  /** A valid token; empty if the directory is not configured or refuses one. */
  public Optional<Secret> access() {
    return switch (attempt()) {
      case Attempt.Works(var token) -> Optional.of(token);
      case Attempt.Trouble(var why, var declines) -> {
        away(why, declines);
        yield Optional.empty();
      }
      case Attempt.NotUsed() -> Optional.empty();
    };
  }

  /** What the directory answered to a request with the token that it was given. */
  public void heard(Response<?> answer) {
    switch (answer) {
      case Response.Got<?> _, Response.Absent<?> _, Response.Throttled<?> _ -> {
        answered = time.nanos();
        outage.back();
      }
      // Anything else may be about the one thing that was asked for.
      case Response.Denied<?>(var status, _) -> {
        if (status == UNAUTHORIZED) {
          refused = true;
          away(answer.trouble().english(), true);
        }
      }
      case Response.Unreadable<?> _, Response.Unreachable<?> _ ->
          away(answer.trouble().english(), false);
    }
  }

  private void away(String why, boolean declines) {
    declined = declines;
    outage.away(why);
  }

  /** Why the directory could not be used the last time; empty if it could. */
  public Optional<String> failure() {
    return outage.cause();
  }

  /** Whether that is a refusal, which ends only with a token that it takes. */
  public boolean declines() {
    return declined && outage.isAway();
  }

  /** Asks the directory for a little, unless it answered a short while ago. */
  public void ask() {
    if (configured() && (outage.isAway() || time.nanos() - answered >= ASKED_AFTER.toNanos())) {
      var _ = tried();
    }
  }

  /** Asks the directory for a little; why it does not answer, if it does not. */
  public Optional<String> tried() {
    asked();
    // A token that was refused is replaced once: only it may have been revoked.
    if (refused) {
      asked();
    }
    return failure();
  }

  private void asked() {
    access()
        .ifPresent(token -> {
          var answer = platform.groups().some(token);
          heard(answer);
          if (answer instanceof Response.Denied<Boolean>) {
            away(answer.trouble().english(), true);
          }
        });
  }

  /** The result of requesting a token. */
  private sealed interface Attempt {
    record Works(Secret token) implements Attempt {}

    record Trouble(String why, boolean declines) implements Attempt {}

    record NotUsed() implements Attempt {}
  }

  private synchronized Attempt attempt() {
    if (!configured()) {
      return new Attempt.NotUsed();
    }
    var hash = Hash.sha256(settings.refreshToken().orElseThrow().reveal());
    // The configured token differs from the stored one: the operator has configured a new one.
    var row = row().filter(kept -> kept.configuredHash.equals(hash));
    return row.filter(kept -> !refused && kept.expires.isAfter(time.now().plus(MARGIN)))
        .flatMap(kept -> vault.find(kept.access, place("access")))
        .<Attempt>map(Attempt.Works::new)
        .orElseGet(() -> refreshed(hash, row));
  }

  private record Row(String configuredHash, String refresh, String access, Instant expires) {}

  private Optional<Row> row() {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT configured_hash, refresh, access, access_expires
                FROM directory_token WHERE one = 1
                """)
            .map((row, _) ->
                new Row(
                    row.getString("configured_hash"),
                    row.getString("refresh"),
                    row.getString("access"),
                    Moments.at(row, "access_expires")))
            .findOne());
  }

  private Attempt refreshed(String hash, Optional<Row> row) {
    var refresh =
        row.flatMap(kept -> vault.find(kept.refresh, place("refresh")))
            .orElseGet(() -> settings.refreshToken().orElseThrow());
    var form =
        Map.of(
            "grant_type", "refresh_token",
            "client_id", settings.clientId().orElseThrow(),
            "client_secret", settings.clientSecret().orElseThrow().reveal(),
            "refresh_token", refresh.reveal());
    return switch (platform.oauth().request(form)) {
      case Grant.Granted(var tokens) -> {
        keep(hash, refresh, tokens);
        refused = false;
        yield new Attempt.Works(tokens.access());
      }
      case Grant.Declined(var status, var reason) ->
          new Attempt.Trouble(
              "directory.refresh-token was declined (%d %s); give one that belongs to directory.client-id and directory.client-secret"
                  .formatted(status, reason),
              true);
      case Grant.Failed(var why) -> new Attempt.Trouble(why, false);
    };
  }

  private void keep(String hash, Secret refresh, Tokens tokens) {
    var next = tokens.refresh().isEmpty() ? refresh : tokens.refresh();
    var sealedRefresh = vault.seal(next, place("refresh"));
    var sealedAccess = vault.seal(tokens.access(), place("access"));
    database.write(handle ->
        handle.execute(
            """
            INSERT INTO directory_token (one, configured_hash, refresh, access, access_expires)
            VALUES (1, ?, ?, ?, ?)
            ON CONFLICT (one) DO UPDATE SET configured_hash = excluded.configured_hash,
              refresh = excluded.refresh, access = excluded.access,
              access_expires = excluded.access_expires
            """,
            hash,
            sealedRefresh,
            sealedAccess,
            time.now().plus(tokens.lifetime())));
  }

  /** Re-encrypts the row with the active key, if it can be read; returns how many were changed. */
  public int reseal() {
    return row()
        .filter(row -> !vault.isCurrent(row.access))
        .flatMap(row ->
            vault
                .find(row.refresh, place("refresh"))
                .flatMap(refresh ->
                    vault
                        .find(row.access, place("access"))
                        .map(access -> reseal(row, refresh, access))))
        .orElse(0);
  }

  private int reseal(Row row, Secret refresh, Secret access) {
    return database.write(handle ->
        handle.execute(
            "UPDATE directory_token SET refresh = ?, access = ? WHERE one = 1 AND access = ?",
            vault.seal(refresh, place("refresh")),
            vault.seal(access, place("access")),
            row.access));
  }

  private static Vault.Place place(String column) {
    return new Vault.Place("directory_token", column, "1");
  }
}
