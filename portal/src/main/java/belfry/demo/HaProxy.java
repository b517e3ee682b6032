package belfry.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * HAProxy before all nodes: it leaves out those that do not answer {@code /status/ready} with 200.
 */
final class HaProxy {
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(5);

  /** As docs/operating.md shows it. */
  private static final String SETTINGS =
      """
      defaults
        mode http
        timeout connect 5s
        timeout client 1h
        timeout server 1h
        option forwardfor
        option redispatch
        retry-on conn-failure empty-response
      frontend in
        bind 127.0.0.1:{port}
        http-request set-header X-Forwarded-Proto http
        default_backend belfry
      backend belfry
        http-request disable-l7-retry unless METH_GET
        option httpchk
        http-check send meth GET uri /status/ready ver HTTP/1.1 hdr Host localhost
        default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
      """;

  private final Child child;
  private final Path log;

  private HaProxy(Child child, Path log) {
    this.child = child;
    this.log = log;
  }

  /** Where it is; empty if it is not installed. */
  static Optional<Path> program() {
    var places = Optional.ofNullable(System.getenv("PATH")).orElse("") + ":/usr/sbin";
    return Stream.of(places.split(":"))
        .filter(place -> !place.isBlank())
        .map(place -> Path.of(place, "haproxy"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts it on this port of this machine, before servers on those. */
  static HaProxy start(Path program, Path directory, int port, List<Integer> servers) {
    var settings = directory.resolve("haproxy.cfg");
    Places.write(
        settings,
        servers.stream()
            .map(server -> "  server node%1$d 127.0.0.1:%1$d%n".formatted(server))
            .collect(
                Collectors.joining("", SETTINGS.replace("{port}", Integer.toString(port)), "")));
    var log = directory.resolve("haproxy.log");
    var command = List.of(program.toString(), "-db", "-f", settings.toString());
    return new HaProxy(Child.start(List.of(), command, Map.of(), log), log);
  }

  boolean isAlive() {
    return child.isAlive();
  }

  Path log() {
    return log;
  }

  void stop() {
    child.signal("TERM");
    child.awaitEnd(ENDS_WITHIN);
  }
}
