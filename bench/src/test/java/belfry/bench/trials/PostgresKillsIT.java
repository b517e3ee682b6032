package belfry.bench.trials;

import belfry.bench.site.Databases;

/** {@link KillsContract} on PostgreSQL, with placeholders. */
class PostgresKillsIT extends KillsContract {
  @Override
  Databases database() {
    return Databases.POSTGRESQL;
  }

  @Override
  boolean personal() {
    return true;
  }
}
