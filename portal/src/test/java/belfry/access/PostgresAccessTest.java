package belfry.access;

import belfry.storage.Database;
import belfry.storage.Databases;
import belfry.storage.TestPostgres;
import java.util.Optional;

class PostgresAccessTest extends AccessContract {
  @Override
  Database open() {
    return Databases.open(Optional.of(TestPostgres.freshDatabase()), directory);
  }
}
