package belfry.bench.site;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The program as the build has packaged it, and how the launcher starts it. */
public final class Program {
  private Program() {}

  /** Where the sources are. */
  public static Path repository() {
    try {
      // bench/target/classes, or the jar beside it.
      var classes =
          Path.of(Program.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return classes.resolve("../../..").normalize();
    } catch (URISyntaxException e) {
      throw new TrialException("the sources cannot be found", e);
    }
  }

  public static Path directory() {
    var directory = repository().resolve("portal/target/belfry");
    if (!Files.exists(directory.resolve("belfry.jar"))) {
      throw new TrialException("the program is not packaged yet: run ./belfry build");
    }
    return directory;
  }

  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The launcher's flags for memory and start. */
  public static List<String> options() {
    return List.of("@" + directory().resolve("java.options"));
  }

  /** The command that the launcher runs; with the cache where there is one that fits the jar. */
  public static List<String> command(String... arguments) {
    var unpacked = System.getProperty("belfry.archive");
    return unpacked == null ? built(arguments) : ofArchive(Path.of(unpacked), arguments);
  }

  /** What {@code ./belfry package} made, unpacked there, with the Java in it. */
  private static List<String> ofArchive(Path unpacked, String... arguments) {
    var command = new ArrayList<>(List.of(unpacked.resolve("belfry").toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static List<String> built(String... arguments) {
    var command = new ArrayList<>(List.of(java()));
    command.addAll(options());
    if (cacheFits()) {
      command.add("-XX:AOTCache=" + cache());
    }
    command.addAll(List.of("-jar", directory().resolve("belfry.jar").toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** The class path of the program, and of this class after it. */
  public static String classPath(Class<?> beside) {
    try (var libraries = Files.list(directory().resolve("lib"))) {
      var jars = new ArrayList<>(libraries.map(Path::toString).sorted().toList());
      jars.addFirst(directory().resolve("belfry.jar").toString());
      jars.add(
          Path.of(beside.getProtectionDomain().getCodeSource().getLocation().getPath()).toString());
      return String.join(File.pathSeparator, jars);
    } catch (IOException e) {
      throw new TrialException("the program's libraries cannot be listed", e);
    }
  }

  /**
   * The command that runs the program of another build, with the Java of this one.
   *
   * @param other a clone in which {@code ./belfry build} was run, or an unpacked archive
   */
  static List<String> commandOf(Path other, String... arguments) {
    var there = programIn(other);
    var command = new ArrayList<>(List.of(java(), "@" + there.resolve("java.options")));
    command.addAll(List.of("-jar", there.resolve("belfry.jar").toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /**
   * Where the program of another build is.
   *
   * @throws TrialException if there is none
   */
  public static Path programIn(Path other) {
    return Stream.of("portal/target/belfry", "program", "")
        .map(other::resolve)
        .filter(directory -> Files.exists(directory.resolve("belfry.jar")))
        .findFirst()
        .orElseThrow(() ->
            new TrialException(
                "there is no program in %s: name a clone in which ./belfry build was run, or an unpacked archive"
                    .formatted(other)));
  }

  public static Path cache() {
    return directory().resolve("belfry.aot");
  }

  /** Whether there is a cache that was made after the program. */
  public static boolean cacheFits() {
    try {
      return Files.exists(cache())
          && Files.getLastModifiedTime(cache())
                  .compareTo(Files.getLastModifiedTime(directory().resolve("belfry.jar")))
              > 0;
    } catch (IOException e) {
      throw new TrialException("the program's directory cannot be read", e);
    }
  }
}
