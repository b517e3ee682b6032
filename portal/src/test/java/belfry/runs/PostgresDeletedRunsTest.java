package belfry.runs;

import belfry.storage.Database;
import belfry.storage.Databases;
import belfry.storage.TestPostgres;
import java.nio.file.Path;
import java.util.Optional;

class PostgresDeletedRunsTest extends DeletedRunsContract {
  @Override
  Database open(Path data) {
    return Databases.open(Optional.of(TestPostgres.freshDatabase()), data);
  }
}
