package belfry.people;

import belfry.storage.Database;
import belfry.storage.Databases;
import java.nio.file.Path;
import java.util.Optional;

class SqliteFormsOfIdsTest extends FormsOfIdsContract {
  @Override
  Database open(Path data) {
    return Databases.open(Optional.empty(), data);
  }
}
