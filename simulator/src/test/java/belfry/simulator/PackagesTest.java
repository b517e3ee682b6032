package belfry.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Which package may use which: bottom up, never one beside or above. */
class PackagesTest {
  private static final Path SOURCES = Path.of("src/main/java/belfry/simulator");
  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?belfry\\.simulator\\.([a-z]+)\\.", Pattern.MULTILINE);
  private static final List<List<String>> STOREYS =
      List.of(
          List.of("base"),
          List.of("directory", "limits", "faults", "wire"),
          List.of("messages", "oauth"),
          List.of("webhooks", "manners"),
          List.of("api"),
          List.of("control"),
          List.of("pages"));

  private static int storey(String name) {
    for (var storey = 0; storey < STOREYS.size(); storey++) {
      if (STOREYS.get(storey).contains(name)) {
        return storey;
      }
    }
    throw new AssertionError("No storey for package " + name);
  }

  @Test
  void everyImportLeadsDownwards() throws IOException {
    try (var files = Files.walk(SOURCES)) {
      for (var file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
        var home = SOURCES.relativize(file).getName(0).toString();
        if (home.endsWith(".java")) {
          continue;
        }
        var imports = IMPORT.matcher(Files.readString(file));
        while (imports.find()) {
          var other = imports.group(1);
          assertThat(other.equals(home) || storey(other) < storey(home))
              .as("%s uses %s", file, other)
              .isTrue();
        }
      }
    }
  }
}
