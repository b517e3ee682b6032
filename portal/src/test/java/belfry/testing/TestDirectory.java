package belfry.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

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
    try {
      Files.walkFileTree(directory, new Removal());
    } catch (IOException e) {
      // A portal that a test left running may still write there; the system clears its own place.
    }
  }

  private static final class Removal extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException failure)
        throws IOException {
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
