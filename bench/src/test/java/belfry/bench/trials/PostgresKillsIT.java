package belfry.bench.trials;

import belfry.bench.site.Databases;

/** {@link KillsContract} on PostgreSQL. */
class PostgresKillsIT extends KillsContract {
  @Override
  Databases database() {
    return Databases.POSTGRESQL;
  }
}
