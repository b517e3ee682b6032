package belfry.storage;

import belfry.testing.TestDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Unused database files that already contain the schema. */
public final class TestSqlite {
  private static final String FILE = "belfry.db";

  /** Migrated once; every new database is a copy of it. */
  private static final Path TEMPLATE = migrated();

  private TestSqlite() {}

  /** A new database in this directory. */
  public static Database open(Path data) {
    prepare(data);
    return Databases.open(Optional.empty(), data);
  }

  /** Puts a new database into this directory for whoever opens it next, unless it has one. */
  public static void prepare(Path data) {
    try {
      if (!Files.exists(data.resolve(FILE))) {
        Files.createDirectories(data);
        Files.copy(TEMPLATE, data.resolve(FILE));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path migrated() {
    var directory = TestDirectory.fresh();
    Databases.open(Optional.empty(), directory).close();
    return directory.resolve(FILE);
  }
}
