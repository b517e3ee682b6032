package belfry.access;

import belfry.storage.Database;
import belfry.storage.Databases;
import java.util.Optional;

class SqliteAuditTest extends AuditContract {
  @Override
  Database open() {
    return Databases.open(Optional.empty(), directory);
  }
}
