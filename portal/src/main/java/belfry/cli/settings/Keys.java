package belfry.cli.settings;

import belfry.access.Audit;
import belfry.storage.Database;
import belfry.storage.Keyring;
import belfry.storage.StorageException;
import belfry.storage.Vault;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/** The keys that the settings name; new ones are made only where nothing needs those before. */
public final class Keys {
  /** Where something is sealed or signed: the key's name comes first, and then a dot. */
  public static final Map<String, List<String>> SEALED =
      Map.of(
          "person_token", List.of("access", "refresh"),
          "directory_token", List.of("access", "refresh"),
          "answer_watch", List.of("secret"),
          "hook", List.of("secret", "old_secret"),
          "audit", List.of("signature"));

  private Keys() {}

  /**
   * Those for this database.
   *
   * @throws StorageException if they cannot be read, or are not there although the database needs
   *     them, or others have their names: with others the secrets would be lost and the audit trail
   *     broken
   */
  public static Keyring of(Settings settings, Database database) {
    var keyring = unproven(settings, database);
    var vault = new Vault(keyring);
    var name = vault.active();
    if (database.read(handle -> Audit.isSignedByAnother(handle, vault, name))) {
      var names = database.read(Keys::usedIn);
      throw new StorageException(
          "%s: the key '%s' in the key file %s is not the one of that name that signed the audit trail, because none of the newest rows that name it fits. Put back the key file that belongs to this database, and try again. If it is this one, those rows were changed: look at 'belfry verify-audit'. To start nevertheless, or if the right file is lost for good, put the line %s:<44 characters> first in the file (make them with: openssl rand -base64 32); docs/operating.md (Without the key file) says what is lost with a key."
              .formatted(
                  settings.keyFile().isPresent() ? "BELFRY_KEY_FILE" : "BELFRY_DATA",
                  name,
                  Keyring.file(settings.keyFile(), settings.data()),
                  keyring.newName(names)));
    }
    return keyring;
  }

  /**
   * The same, also if others have their names: for looking only.
   *
   * @throws StorageException if they cannot be read, or are not there although the database needs
   *     them
   */
  public static Keyring unproven(Settings settings, Database database) {
    var file = Keyring.file(settings.keyFile(), settings.data());
    if (settings.keyFile().isEmpty() && database.exclusive() && !Files.exists(file)) {
      var needed = database.read(Keys::usedIn);
      if (!needed.isEmpty()) {
        throw new StorageException(
            "BELFRY_DATA: the key file %s is not there, and what is stored was sealed and signed with its keys (%s). Put it back, or point BELFRY_KEY_FILE to it, and try again. If it is lost for good, write one in its place with the line %s:<44 characters> (make them with: openssl rand -base64 32); docs/operating.md (Without the key file) says what is lost with it."
                .formatted(file, String.join(", ", needed), Keyring.unlike(needed)));
      }
    }
    return Keyring.open(settings.keyFile(), settings.data(), database.exclusive());
  }

  private static SortedSet<String> usedIn(Handle handle) {
    var names = new TreeSet<String>();
    SEALED.forEach((table, columns) ->
        columns.forEach(column ->
            handle
                .createQuery("SELECT %1$s FROM %2$s WHERE %1$s <> ''".formatted(column, table))
                .mapTo(String.class)
                .useStream(
                    values -> values.map(Vault::keyOf).forEach(key -> key.ifPresent(names::add)))));
    return names;
  }
}
