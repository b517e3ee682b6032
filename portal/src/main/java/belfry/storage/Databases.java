package belfry.storage;

import belfry.base.Secret;
import java.nio.file.Path;
import java.util.Optional;

/** Opens the database that the settings name, and migrates its schema. */
public final class Databases {
  private Databases() {}

  /**
   * Opens the database; nobody else may change the schema meanwhile.
   *
   * @param url a {@code jdbc:postgresql:} address (which may contain user and password); empty for
   *     SQLite in {@code data}
   * @throws StorageException if it cannot be opened, is in use by another Belfry, or is newer than
   *     this program
   */
  public static Database open(Optional<Secret> url, Path data) {
    return open(url, data, () -> {});
  }

  /**
   * The same.
   *
   * @param changing runs before the schema is changed, which can take long, if it has to be
   */
  public static Database open(Optional<Secret> url, Path data, Runnable changing) {
    return url.<Database>map(address -> PostgresDatabase.open(address, data, changing))
        .orElseGet(() -> SqliteDatabase.open(data, changing));
  }

  /** What people call the database that these settings name; without user and password. */
  public static String named(Optional<Secret> url, Path data) {
    return url.map(address -> address.reveal().replaceFirst("\\?.*", ""))
        .orElseGet(() -> "SQLite in " + data.toAbsolutePath().normalize());
  }
}
