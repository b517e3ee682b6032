package belfry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds how long a file may be, so that whoever looks for something need not read much. */
class SizeTest {
  private static final Path ROOT = Path.of("..");
  private static final int MOST_OF_A_SOURCE = 400;
  private static final int MOST_OF_A_TEST = 600;
  private static final int MOST_OF_A_STYLE_SHEET = 400;

  @Test
  void noSourceIsTooLong() {
    assertThat(longer(MOST_OF_A_SOURCE, ".java", everywhere("src/main/java"))).isEmpty();
  }

  @Test
  void noTestIsTooLong() {
    assertThat(longer(MOST_OF_A_TEST, ".java", everywhere("src/test/java"))).isEmpty();
  }

  @Test
  void noModuleOfThePageIsTooLong() {
    assertThat(longer(MOST_OF_A_SOURCE, ".js", page())).isEmpty();
  }

  @Test
  void noStyleSheetIsTooLong() {
    assertThat(longer(MOST_OF_A_STYLE_SHEET, ".css", page())).isEmpty();
  }

  private static Stream<Path> everywhere(String directory) {
    return Stream.of("portal", "simulator", "bench")
        .map(module -> ROOT.resolve(module).resolve(directory));
  }

  private static Stream<Path> page() {
    return Stream.of(ROOT.resolve("portal/src/main/resources/web/app"));
  }

  /** The files of this kind in these directories that have more lines than that. */
  private static Set<String> longer(int most, String kind, Stream<Path> directories) {
    var found = new TreeSet<String>();
    directories.forEach(directory -> {
      var files = files(directory, kind);
      assertThat(files).as("in %s", directory).isNotEmpty();
      files.stream()
          .filter(file -> lines(file) > most)
          .forEach(file -> found.add(ROOT.relativize(file).toString()));
    });
    return found;
  }

  private static Set<Path> files(Path directory, String kind) {
    try (var files = Files.walk(directory)) {
      var found = new TreeSet<Path>();
      files.filter(file -> file.toString().endsWith(kind)).forEach(found::add);
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long lines(Path file) {
    try (var lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
