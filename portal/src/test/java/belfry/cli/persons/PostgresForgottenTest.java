package belfry.cli.persons;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.testing.Engine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Optional;

class PostgresForgottenTest extends ForgottenContract {
  PostgresForgottenTest() {
    engine = Engine.POSTGRES;
  }

  @Override
  List<Path> files(Path data, Optional<Secret> url) throws Exception {
    try (var connection = DriverManager.getConnection(url.orElseThrow().reveal());
        var statement = connection.createStatement()) {
      statement.execute("CHECKPOINT");
      var found =
          statement.executeQuery(
              "SELECT current_setting('data_directory') || '/base/' || oid FROM pg_database WHERE"
                  + " datname = current_database()");
      found.next();
      try (var all = Files.walk(Path.of(found.getString(1)))) {
        var files = all.filter(Files::isRegularFile).toList();
        assertThat(files).isNotEmpty();
        return files;
      }
    }
  }
}
