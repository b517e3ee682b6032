package belfry.bench.trials;

import belfry.bench.site.Databases;

/** {@link KillsContract} on SQLite, with a file. */
class SqliteKillsIT extends KillsContract {
  @Override
  Databases database() {
    return Databases.SQLITE;
  }

  @Override
  int fileBytes() {
    return 50_000;
  }
}
