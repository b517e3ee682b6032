package belfry.testing;

import belfry.storage.Database;
import belfry.storage.Databases;
import belfry.storage.TestPostgres;
import belfry.storage.TestSqlite;
import java.nio.file.Path;
import java.util.Optional;

/** The engine that a contract runs on: the contract asks for one, each of its tests names one. */
public interface Engine {
  /** A database that nobody has used yet; where it is a file, in this directory. */
  Database open(Path data);

  /** A file. */
  interface Sqlite extends Engine {
    @Override
    default Database open(Path data) {
      return TestSqlite.open(data);
    }
  }

  /** A server. */
  interface Postgres extends Engine {
    @Override
    default Database open(Path data) {
      return Databases.open(Optional.of(TestPostgres.freshDatabase()), data);
    }
  }
}
