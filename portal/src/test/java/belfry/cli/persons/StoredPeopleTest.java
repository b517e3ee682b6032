package belfry.cli.persons;

import belfry.base.Secret;
import belfry.cli.ProgramTest;
import belfry.storage.Database;
import belfry.storage.Databases;
import belfry.testing.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/** The commands about people whose data a database has, on one of the two engines. */
abstract class StoredPeopleTest extends ProgramTest {
  @Parameter Engine engine = Engine.SQLITE;
  Path data;
  Optional<Secret> url = Optional.empty();

  /** Fills the empty database. */
  abstract void fill(Database database);

  @BeforeEach
  void prepare() throws IOException {
    configure();
    data = directory.resolve("data");
    Files.createDirectories(data);
    Files.writeString(directory.resolve("belfry.keys"), "k1:" + "A".repeat(43) + "=\n");
    url = engine.url();
    try (var database = open()) {
      fill(database);
    }
  }

  static String idAtWebex(String email) {
    var people = simulator.directory();
    return people.id(people.principalByEmail(email).orElseThrow());
  }

  final Database open() {
    return Databases.open(url, data);
  }

  final Ended run(String... command) {
    var environment = new HashMap<String, String>();
    environment.put("BELFRY_DATA", data.toString());
    environment.put("BELFRY_KEY_FILE", directory.resolve("belfry.keys").toString());
    url.ifPresent(one -> environment.put("DATABASE_URL", one.reveal()));
    return here(Map.copyOf(environment), command);
  }
}
