package belfry.bench.trials;

import belfry.bench.site.Databases;

/** {@link KillsContract} on SQLite. */
class SqliteKillsIT extends KillsContract {
  @Override
  Databases database() {
    return Databases.SQLITE;
  }
}
