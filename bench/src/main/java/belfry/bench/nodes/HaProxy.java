package belfry.bench.nodes;

import belfry.bench.site.ChildProcess;
import belfry.bench.site.TrialException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * HAProxy before all nodes: it leaves out those that do not answer {@code /status/ready} with 200.
 */
final class HaProxy {
  /** As docs/operating.md shows it. */
  private static final String SETTINGS =
      """
      defaults
        mode http
        timeout connect 5s
        timeout check 5s
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
        default-server check inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
      """;

  private HaProxy() {}

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
  static ChildProcess start(Path program, Path directory, int port, List<Integer> servers) {
    var lines = new StringBuilder(SETTINGS.replace("{port}", Integer.toString(port)));
    servers.forEach(server -> lines.append("  server node%1$d 127.0.0.1:%1$d%n".formatted(server)));
    var settings = directory.resolve("haproxy.cfg");
    try {
      Files.writeString(settings, lines);
    } catch (IOException e) {
      throw new TrialException(settings + " cannot be written", e);
    }
    var command = List.of(program.toString(), "-db", "-f", settings.toString());
    return ChildProcess.startApart(List.of(), command, Map.of(), directory.resolve("haproxy.log"));
  }
}
