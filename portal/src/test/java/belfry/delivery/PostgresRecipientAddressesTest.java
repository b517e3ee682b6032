package belfry.delivery;

import belfry.storage.Database;
import belfry.storage.Databases;
import belfry.storage.TestPostgres;
import java.nio.file.Path;
import java.util.Optional;

class PostgresRecipientAddressesTest extends RecipientAddressesContract {
  @Override
  Database open(Path data) {
    return Databases.open(Optional.of(TestPostgres.freshDatabase()), data);
  }
}
