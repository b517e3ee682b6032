package belfry.cli.persons;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SqliteForgottenTest extends ForgottenContract {
  @Override
  List<Path> files(Path data, Optional<Secret> url) throws Exception {
    try (var all = Files.walk(data)) {
      var files = all.filter(Files::isRegularFile).toList();
      assertThat(files).anyMatch(file -> file.endsWith("belfry.db"));
      return files;
    }
  }

  /** Before this version, what was deleted stayed in free pages until they were used again. */
  @Test
  void whatWasDeletedLongAgoIsNoLongerInTheFile() throws Exception {
    var file = directory.resolve("data/belfry.db");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA secure_delete = OFF");
      for (var i = 0; i < 500; i++) {
        statement.execute(
            "INSERT INTO person (id, name, name_key, email) VALUES ('p%d', '', '', 'deleted-canary-%d')"
                .formatted(i, i));
      }
      statement.execute("DELETE FROM person WHERE id LIKE 'p%'");
    }
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).contains("deleted-canary");

    assertThat(forget().out()).contains("The database was written anew");

    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
        .doesNotContain("deleted-canary");
  }
}
