package belfry.cli.persons;

import belfry.base.Secret;
import java.util.Optional;

class SqlitePersonCommandsTest extends PersonCommandsContract {
  @Override
  Optional<Secret> url() {
    return Optional.empty();
  }
}
