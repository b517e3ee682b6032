package belfry.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Empty directories for a portal's data, gone when the tests' process ends. */
public final class TestDirectory {
  private TestDirectory() {}

  public static Path fresh() {
    try {
      var directory = Files.createTempDirectory("belfry-test-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(directory)));
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path directory) {
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // A portal that a test left running may still write there; the system clears its own place.
    }
  }
}
