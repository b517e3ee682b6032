package belfry.bench.site;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A disk in memory that can be filled to the last byte; it takes root to mount it. */
public final class SmallDisk implements AutoCloseable {
  private final Path directory;

  private SmallDisk(Path directory) {
    this.directory = directory;
  }

  public static SmallDisk ofMegabytes(int size) {
    try {
      var directory = Files.createTempDirectory("belfry-disk-");
      if (!done(
          "mount", "-t", "tmpfs", "-o", "size=" + size + "m", "tmpfs", directory.toString())) {
        Files.delete(directory);
        throw new TrialException("a small disk cannot be mounted; that takes root");
      }
      return new SmallDisk(directory);
    } catch (IOException e) {
      throw new TrialException("no place for a small disk", e);
    }
  }

  public Path directory() {
    return directory;
  }

  /** Writes until nothing more goes on it. */
  public void fill() {
    var block = new byte[4096];
    try (OutputStream out = Files.newOutputStream(ballast())) {
      while (true) {
        out.write(block);
      }
    } catch (IOException _) {
      // That is what was wanted.
    }
  }

  public void free() {
    try {
      Files.delete(ballast());
    } catch (IOException e) {
      throw new TrialException("the small disk could not be freed", e);
    }
  }

  private Path ballast() {
    return directory.resolve("ballast");
  }

  private static boolean done(String... command) {
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException _) {
      return false;
    } catch (InterruptedException e) {
      throw new TrialException("interrupted", e);
    }
  }

  @Override
  public void close() {
    if (!done("umount", directory.toString())) {
      throw new TrialException("the small disk at " + directory + " could not be unmounted");
    }
    Sweeping.away(directory);
  }
}
