package belfry.runs;

import belfry.storage.Database;
import belfry.storage.Databases;
import java.nio.file.Path;
import java.util.Optional;

class SqliteDeletedRunsTest extends DeletedRunsContract {
  @Override
  Database open(Path data) {
    return Databases.open(Optional.empty(), data);
  }
}
