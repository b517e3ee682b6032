package belfry.cli.persons;

import belfry.base.Secret;
import belfry.storage.TestPostgres;
import java.util.Optional;

class PostgresPersonCommandsTest extends PersonCommandsContract {
  @Override
  Optional<Secret> url() {
    return Optional.of(TestPostgres.freshDatabase());
  }
}
