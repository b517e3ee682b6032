package belfry.bench.trials;

import belfry.bench.site.Databases;

/** {@link KillsContract} on SQLite, without placeholders. */
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
