package belfry.bench.trials;

import belfry.bench.site.Databases;

/** {@link KillsContract} on SQLite, all told the same. */
class SqliteKillsIT extends KillsContract {
  @Override
  Databases database() {
    return Databases.SQLITE;
  }

  @Override
  boolean personal() {
    return false;
  }
}
