package belfry.cli.backups;

import belfry.base.FileTrouble;
import belfry.storage.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The backups that were made of a portal, in its data directory, so that whoever is forgotten can
 * be erased there.
 */
public final class KnownBackups {
  private static final int SHOWN = 20;

  private final Path file;

  public KnownBackups(Path data) {
    file = data.resolve("backups.txt");
  }

  /** Notes one that was made; why that was not possible, if it was not. */
  Optional<String> add(Instant made, Path backup) {
    try {
      if (!Files.exists(file)) {
        PrivateFile.create(file);
      }
      Files.writeString(
          file,
          "%s %s%n".formatted(made, backup.toAbsolutePath().normalize()),
          StandardOpenOption.APPEND);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("It could not be noted in %s: %s".formatted(file, FileTrouble.words(e)));
    }
  }

  /** The last ones, and whether their files are still where they were written. */
  public List<String> last() {
    try {
      if (!Files.exists(file)) {
        return List.of();
      }
      var lines = Files.readAllLines(file);
      return lines.subList(Math.max(0, lines.size() - SHOWN), lines.size()).stream()
          .map(KnownBackups::shown)
          .toList();
    } catch (IOException e) {
      return List.of("%s cannot be read: %s".formatted(file, FileTrouble.words(e)));
    }
  }

  private static String shown(String line) {
    var at = line.indexOf(' ');
    var isThere = at > 0 && Files.exists(Path.of(line.substring(at + 1)));
    return isThere ? line : line + " (no longer there)";
  }
}
