package belfry.access;

import belfry.storage.Database;
import belfry.storage.Databases;
import java.util.Optional;

class SqliteAccessTest extends AccessContract {
  @Override
  Database open() {
    return Databases.open(Optional.empty(), directory);
  }
}
