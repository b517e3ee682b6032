package belfry.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The program as operators start it, from this build's classes, with their environment only. */
final class Program {
  private static final String SETTINGS = "(BELFRY|OAUTH|MESSAGING)_.*|PORT|HOST|DATABASE_URL";

  private Program() {}

  static ProcessBuilder of(Path directory, Map<String, String> environment, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // A program that ends within a second gains nothing from C2.
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    // Tests have a logback-test.xml before the program's own.
    command.add("-Dlogback.configurationFile=logback.xml");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "belfry.cli.Main"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.matches(SETTINGS));
    builder.environment().putAll(environment);
    return builder;
  }
}
