package belfry.storage;

import belfry.base.Secret;
import java.nio.file.Path;
import java.util.Optional;

/** Opens the database that the settings name, with its schema brought up to date. */
public final class Databases {
  private Databases() {}

  /**
   * Opens it; nobody else may write to the schema meanwhile.
   *
   * @param url a {@code jdbc:postgresql:} address (it may carry user and password); empty for
   *     SQLite in {@code data}
   * @throws StorageException when it cannot be opened, is in use by another Belfry, or is newer
   *     than this program
   */
  public static Database open(Optional<Secret> url, Path data) {
    return url.<Database>map(PostgresDatabase::open).orElseGet(() -> SqliteDatabase.open(data));
  }
}
