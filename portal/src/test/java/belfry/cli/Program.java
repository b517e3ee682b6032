package belfry.cli;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The program as operators start it, from this build's classes, with their environment only. */
final class Program {
  private static final String SETTINGS = "(BELFRY|OAUTH|MESSAGING)_.*|PORT|HOST|DATABASE_URL";

  private Program() {}

  static ProcessBuilder of(Path directory, Map<String, String> environment, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // A program that ends within a second gains nothing from C2.
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", classPath(), "belfry.cli.Main"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.matches(SETTINGS));
    builder.environment().putAll(environment);
    return builder;
  }

  /** Without what only tests have, above all their way of logging. */
  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.endsWith("test-classes"))
        .collect(joining(File.pathSeparator));
  }
}
