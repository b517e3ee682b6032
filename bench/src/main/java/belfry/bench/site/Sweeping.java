package belfry.bench.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Removes what a trial has left on the disk. */
public final class Sweeping {
  private Sweeping() {}

  public static void away(Path directory) {
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new TrialException("the trial's data could not be swept from " + directory, e);
    }
  }
}
