package belfry.cli.backups;

import belfry.access.Audit;
import belfry.cli.settings.Keys;
import belfry.storage.Archive;
import belfry.storage.Snapshot;
import belfry.storage.StorageException;
import belfry.storage.Vault;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The keys that a backup needs. They are never in it, because whoever finds it must not be able to
 * open what is sealed.
 */
final class BackupKeys {
  private BackupKeys() {}

  /**
   * Those that were used in this database, by name, with their fingerprints if they are known:
   * another key of that name must not keep the right one from restoring.
   */
  static Map<String, String> usedIn(Snapshot snapshot, Vault vault) {
    var names = new TreeSet<String>();
    Keys.SEALED.forEach((table, columns) ->
        columns.forEach(column ->
            snapshot.values(table, column, value -> Vault.keyOf(value).ifPresent(names::add))));
    var keys = new TreeMap<String, String>();
    names.forEach(name ->
        keys.put(
            name,
            vault.fingerprint(name).filter(_ -> !isOfAnother(snapshot, vault, name)).orElse("")));
    return keys;
  }

  /** In a schema of an earlier version the rows of the trail cannot be read as they are now. */
  private static boolean isOfAnother(Snapshot snapshot, Vault vault, String name) {
    return snapshot.has("audit", "through")
        && snapshot.ask(handle -> Audit.isSignedByAnother(handle, vault, name));
  }

  /**
   * Compares the keys that are here with those that a backup needs. One that was lost before the
   * backup was made opened nothing there either, and nobody could restore it if it were needed.
   *
   * @throws StorageException if one is missing, or is another key of the same name
   */
  static void require(Archive.Header header, Vault vault) {
    for (var needed : header.keys().entrySet()) {
      var name = needed.getKey();
      var here = vault.fingerprint(name);
      var wasKnown = !needed.getValue().isEmpty();
      if (wasKnown && here.isEmpty()) {
        throw new StorageException(
            "This backup needs the key '%s', which is not in the key file (BELFRY_KEY_FILE, else BELFRY_DATA/keys/belfry.keys). Put the key file that belongs to this backup there, and restore again"
                .formatted(name));
      }
      if (wasKnown && !needed.getValue().equals(here.orElseThrow())) {
        throw new StorageException(
            "The key '%s' in the key file is another one than the key of this name that this backup needs. Put the key file that belongs to this backup in its place, and restore again"
                .formatted(name));
      }
    }
  }
}
