package belfry.people;

import belfry.base.Hash;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.Grant;
import belfry.platform.Platform;
import belfry.platform.Tokens;
import belfry.storage.Database;
import belfry.storage.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The access token for the directory, made from the configured refresh token. Both are kept sealed:
 * a restart makes no new token, and a refresh token the platform has replaced is not lost.
 */
final class DirectoryToken {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryToken.class);
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private final DirectorySettings settings;
  private final Platform platform;
  private final Database database;
  private final Vault vault;
  private final Time time;

  DirectoryToken(
      DirectorySettings settings, Platform platform, Database database, Vault vault, Time time) {
    this.settings = settings;
    this.platform = platform;
    this.database = database;
    this.vault = vault;
    this.time = time;
  }

  boolean configured() {
    return settings.refreshToken().isPresent()
        && settings.clientId().isPresent()
        && settings.clientSecret().isPresent();
  }

  /** A token that works now; empty when the directory is not configured or does not give one. */
  synchronized Optional<Secret> access() {
    if (!configured()) {
      return Optional.empty();
    }
    var hash = Hash.sha256(settings.refreshToken().orElseThrow().reveal());
    // Another configured token than the one that was kept: the operator has given a new one.
    var row = row().filter(kept -> kept.configuredHash.equals(hash));
    return row.filter(kept -> kept.expires.isAfter(time.now().plus(MARGIN)))
        .flatMap(kept -> vault.find(kept.access, place("access")))
        .or(() -> refreshed(hash, row));
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
                    Instant.ofEpochMilli(row.getLong("access_expires"))))
            .findOne());
  }

  private Optional<Secret> refreshed(String hash, Optional<Row> row) {
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
        yield Optional.of(tokens.access());
      }
      case Grant.Declined(var status, var reason) -> {
        LOG.warn(
            "The directory's refresh token was declined ({} {}). Groups of the directory stay as they were; give a new one under directory.refresh-token",
            status,
            reason);
        yield Optional.empty();
      }
      case Grant.Failed(var why) -> {
        LOG.warn(
            "The directory's token could not be refreshed: {}. It is tried again at the next use",
            why);
        yield Optional.empty();
      }
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

  /** Seals the row with the active key; how many were sealed anew. */
  int reseal() {
    return row()
        .filter(row -> !vault.isCurrent(row.access))
        .map(row -> {
          var refresh = vault.seal(vault.open(row.refresh, place("refresh")), place("refresh"));
          var access = vault.seal(vault.open(row.access, place("access")), place("access"));
          return database.write(handle ->
              handle.execute(
                  "UPDATE directory_token SET refresh = ?, access = ? WHERE one = 1 AND access = ?",
                  refresh,
                  access,
                  row.access));
        })
        .orElse(0);
  }

  private static Vault.Place place(String column) {
    return new Vault.Place("directory_token", column, "1");
  }
}
