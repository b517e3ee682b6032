package belfry.demo;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** One node of the demo: a process of this program, which may be started again and again. */
final class DemoNode {
  private static final Pattern OWNED =
      Pattern.compile("(?m)^belfry_lane_owned\\{app=\"([^\"]+)\"\\} 1(?:\\.0)?$");

  private final int number;
  private final int port = Places.freePort();
  private final Path log;
  private final Map<String, String> environment;
  private final String token;
  private Optional<Child> process = Optional.empty();

  /**
   * Starts nothing yet.
   *
   * @param environment its settings, but for the port
   * @param token what opens its metrics
   */
  DemoNode(int number, Path directory, Map<String, String> environment, String token) {
    this.number = number;
    this.token = token;
    log = directory.resolve("node-" + number + ".log");
    this.environment = new HashMap<>(environment);
    this.environment.put("PORT", Integer.toString(port));
    this.environment.put("BELFRY_METRICS_TOKEN", token);
    this.environment.put("BELFRY_DATA", directory.resolve("node-" + number).toString());
  }

  String name() {
    return "node " + number;
  }

  int port() {
    return port;
  }

  Path log() {
    return log;
  }

  long pid() {
    return process.orElseThrow().pid();
  }

  boolean isAlive() {
    return process.filter(Child::isAlive).isPresent();
  }

  /** Starts it without waiting; from a thread that lives as long as the node should. */
  void launch() {
    process = Optional.of(Child.start(List.of(), command(), environment, log));
  }

  /** Asks it to end, without waiting. */
  void stop() {
    process.filter(Child::isAlive).ifPresent(child -> child.signal("TERM"));
  }

  void awaitEnd(Duration longest) {
    process.ifPresent(child -> child.awaitEnd(longest));
  }

  boolean isReady() {
    return ask("/status/ready").isPresent();
  }

  /** The apps it sends for; none while it does not answer. */
  Set<String> lanes() {
    var found = new TreeSet<String>();
    ask("/metrics")
        .ifPresent(
            metrics -> OWNED.matcher(metrics).results().forEach(one -> found.add(one.group(1))));
    return found;
  }

  private Optional<String> ask(String path) {
    return Asking.at(port, path, token);
  }

  /** As the launcher starts the program; from a build's classes where it is not packaged. */
  private static List<String> command() {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    var jar = ourPlace();
    if (Files.isDirectory(jar)) {
      command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), "belfry.cli.Main"));
    } else {
      command.add("@" + jar.resolveSibling("java.options"));
      var cache = jar.resolveSibling("belfry.aot");
      if (Files.exists(cache)) {
        command.add("-XX:AOTCache=" + cache);
      }
      command.addAll(List.of("-jar", jar.toString()));
    }
    command.add("serve");
    return command;
  }

  private static Path ourPlace() {
    try {
      return Path.of(DemoNode.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new DemoException("the program cannot be found", e);
    }
  }
}
