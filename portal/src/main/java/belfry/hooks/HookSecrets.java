package belfry.hooks;

import belfry.base.Secret;
import belfry.storage.Database;
import belfry.storage.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The secrets that sign what programs are told, encrypted in the database. One that was rotated
 * signs beside the new one for a day, so that a program can change over without missing anything.
 */
final class HookSecrets {
  /** How long the old secret is still used. */
  static final Duration OVERLAP = Duration.ofHours(24);

  private final Vault vault;

  HookSecrets(Vault vault) {
    this.vault = vault;
  }

  String sealed(HookId id, Secret secret) {
    return vault.seal(secret, place("secret", id));
  }

  /** Puts a new secret in front; one that cannot be read any more does not sign beside it. */
  void rotate(Handle handle, HookId id, Secret secret, Instant now) {
    var old = row(handle, id).flatMap(row -> vault.find(row.secret, place("secret", id)));
    handle.execute(
        "UPDATE hook SET secret = ?, old_secret = ?, old_until = ? WHERE id = ?",
        sealed(id, secret),
        old.map(one -> vault.seal(one, place("old_secret", id))).orElse(""),
        old.map(_ -> now.plus(OVERLAP)).orElse(null),
        id.value());
  }

  /**
   * Those that sign now, the new one first; none if there is no such webhook any more.
   *
   * @throws belfry.storage.StorageException if the key that sealed one is missing
   */
  List<Secret> of(Handle handle, HookId id, Instant now) {
    return row(handle, id).map(row -> signing(row, now)).orElseGet(List::of);
  }

  private List<Secret> signing(Row row, Instant now) {
    var id = row.id;
    var secrets = new ArrayList<Secret>();
    secrets.add(vault.open(row.secret, place("secret", id)));
    if (!row.old.isEmpty() && now.toEpochMilli() < row.oldUntil) {
      secrets.add(vault.open(row.old, place("old_secret", id)));
    }
    return secrets;
  }

  private record Row(HookId id, String secret, String old, long oldUntil) {}

  private static Optional<Row> row(Handle handle, HookId id) {
    return rows(handle, "WHERE id = " + id.value()).stream().findFirst();
  }

  private static List<Row> rows(Handle handle, String which) {
    return handle
        .createQuery("SELECT id, secret, old_secret, old_until FROM hook " + which)
        .map((row, _) ->
            new Row(
                new HookId(row.getLong("id")),
                row.getString("secret"),
                row.getString("old_secret"),
                row.getLong("old_until")))
        .list();
  }

  /** Encrypts all of them with the active key; returns how many there are. */
  int reseal(Database database) {
    return database.write(handle -> {
      var count = 0;
      for (var row : rows(handle, "")) {
        count += reseal(handle, row.id, "secret", row.secret);
        count += row.old.isEmpty() ? 0 : reseal(handle, row.id, "old_secret", row.old);
      }
      return count;
    });
  }

  private int reseal(Handle handle, HookId id, String column, String sealed) {
    var place = place(column, id);
    return vault
        .find(sealed, place)
        .map(secret ->
            handle.execute(
                "UPDATE hook SET " + column + " = ? WHERE id = ?",
                vault.seal(secret, place),
                id.value()))
        .orElse(0);
  }

  /** Forgets old ones that sign no more. */
  static int forgetOld(Handle handle, Instant now) {
    return handle.execute(
        "UPDATE hook SET old_secret = '', old_until = NULL WHERE old_until IS NOT NULL AND old_until <= ?",
        now);
  }

  private static Vault.Place place(String column, HookId id) {
    return new Vault.Place("hook", column, id.toString());
  }
}
