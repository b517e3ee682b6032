package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import belfry.cli.settings.Settings;
import belfry.messages.Attachment;
import belfry.signin.Integration;
import belfry.simulator.SimulatorSettings;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The portal behind the real proxies that are installed here, set up as docs/operating.md shows and
 * as they come: what a browser needs works through each.
 */
@Tag("whole")
class BehindProxiesTest {
  private static final int PEOPLE = 40;
  private static final Duration STARTED_WITHIN = Duration.ofSeconds(20);

  /** A proxy, how it is started with a file of settings, and what is in that. */
  record Proxy(String name, List<String> command, String settings) {
    @Override
    public String toString() {
      return name;
    }

    String settings(int port, int upstream, Path directory) {
      return settings
          .replace("{port}", Integer.toString(port))
          .replace("{upstream}", Integer.toString(upstream))
          // Started by root, its workers are nobody, who cannot read what is root's.
          .replace("{user}", System.getProperty("user.name").equals("root") ? "user root;" : "")
          .replace("{directory}", directory.toString());
    }
  }

  private static final String NGINX =
      """
      {user}
      daemon off;
      worker_processes 1;
      pid {directory}/nginx.pid;
      error_log {directory}/error.log;
      events {}
      http {
        access_log off;
        client_body_temp_path {directory}/body;
        proxy_temp_path {directory}/proxy;
        fastcgi_temp_path {directory}/fastcgi;
        uwsgi_temp_path {directory}/uwsgi;
        scgi_temp_path {directory}/scgi;
        client_max_body_size 11m;
        upstream belfry {
          server 127.0.0.1:{upstream};
          %s
        }
        server {
          listen 127.0.0.1:{port};
          location / {
            proxy_pass http://belfry;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
            %s
          }
        }
      }
      """;

  private static final List<String> NGINX_COMMAND =
      List.of("/usr/sbin/nginx", "-c", "{file}", "-e", "stderr");

  private static final String HAPROXY =
      """
      defaults
        mode http
        timeout connect 5s
        timeout client 1h
        timeout server 1h
        option forwardfor
      frontend in
        bind 127.0.0.1:{port}
        http-request set-header X-Forwarded-Proto http
        default_backend belfry
      backend belfry
        server one 127.0.0.1:{upstream}
      """;

  private static final String CADDY =
      """
      {
        admin off
        auto_https off
        storage file_system {directory}
      }
      http://localhost:{port} {
        reverse_proxy 127.0.0.1:{upstream}
      }
      """;

  static Stream<Proxy> proxies() {
    return Stream.of(
        new Proxy("nginx as it comes (HTTP/1.0)", NGINX_COMMAND, NGINX.formatted("", "")),
        new Proxy(
            "nginx with HTTP/1.1 alone",
            NGINX_COMMAND,
            NGINX.formatted("", "proxy_http_version 1.1;")),
        new Proxy(
            "nginx that keeps connections",
            NGINX_COMMAND,
            NGINX.formatted(
                "keepalive 16;", "proxy_http_version 1.1; proxy_set_header Connection \"\";")),
        new Proxy("HAProxy", List.of("/usr/sbin/haproxy", "-db", "-f", "{file}"), HAPROXY),
        new Proxy(
            "Caddy",
            List.of("/usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", "{file}"),
            CADDY));
  }

  @TempDir Path directory;

  @ParameterizedTest
  @MethodSource("proxies")
  void whatABrowserNeedsWorks(Proxy proxy) throws Exception {
    assumeTrue(Files.isExecutable(Path.of(proxy.command.getFirst())), proxy + " is not installed");
    var port = TestPortal.freePort();
    var platform = SimulatorSettings.defaults().withPeople(PEOPLE);
    try (var portal = TestPortal.start(platform, settings -> at(settings, port))) {
      var process = start(proxy, port, portal.settings().port());
      try {
        awaitPort(port);
        uses(portal, new Client(URI.create("http://localhost:" + port), "news"));
      } finally {
        process.destroy();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
      }
    }
  }

  private static void uses(TestPortal portal, Client ana) {
    assertThat(ana.signIn(portal, TestPortal.ADMIN).status()).isEqualTo(301);
    assertThat(ana.get("info").json().path("user").path("role").asText()).isEqualTo("admin");
    assertThat(ana.get("sendMessage.html").body()).contains("</html>");

    var file = ana.attach("big.txt", "text/plain", letters());
    assertThat(file.status()).isEqualTo(201);
    var id = file.json().path("id").asText();
    assertThat(ana.get("jobs/attachment/" + id).body()).hasSize(Attachment.MOST_BYTES);

    var audience = List.of(Map.of("kind", "group", "id", everybody(ana)));
    var draft = ana.post("jobs/edit", Map.of("markdown", "Through it", "audience", audience));
    var job = draft.json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", job)).status()).isEqualTo(200);
    var last =
        ana.followUntil("jobs/detail/" + job, one -> one.path("state").asText().equals("finished"));
    assertThat(last.path("run").path("counts").path("sent").asInt()).isEqualTo(PEOPLE);
    assertThat(ana.get("jobs/export/" + job).body().lines()).hasSize(PEOPLE + 1);
    assertThat(ana.post("logout", Map.of()).status()).isEqualTo(204);
  }

  private static byte[] letters() {
    return "a".repeat(Attachment.MOST_BYTES).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }

  private static String everybody(Client ana) {
    for (var group : ana.get("user/groups/find?q=All%20staff").json().path("items")) {
      return group.path("id").asText();
    }
    throw new AssertionError("no group of all");
  }

  private static Settings at(Settings settings, int port) {
    var integration = settings.integration();
    return new Settings(
        new Integration(
            integration.clientId(),
            integration.clientSecret(),
            Optional.of("http://localhost:" + port + "/Hub/{app}/oauth"),
            integration.scope(),
            false,
            false),
        settings.platform(),
        settings.host(),
        settings.port(),
        settings.data(),
        settings.databaseUrl(),
        settings.keyFile(),
        settings.proxies(),
        settings.transport(),
        settings.sessions(),
        settings.tuning(),
        settings.apps(),
        settings.directory(),
        settings.answers(),
        settings.hooks(),
        settings.metricsToken(),
        settings.draining());
  }

  private Process start(Proxy proxy, int port, int upstream) throws IOException {
    var file = directory.resolve("proxy.conf");
    Files.writeString(file, proxy.settings(port, upstream, directory));
    var command =
        proxy.command.stream().map(word -> word.replace("{file}", file.toString())).toList();
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("proxy.log").toFile())
        .start();
  }

  private static void awaitPort(int port) {
    var until = System.nanoTime() + STARTED_WITHIN.toNanos();
    while (System.nanoTime() < until) {
      try (var _ = new Socket("localhost", port)) {
        return;
      } catch (IOException _) {
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      }
    }
    throw new AssertionError("the proxy does not listen");
  }
}
