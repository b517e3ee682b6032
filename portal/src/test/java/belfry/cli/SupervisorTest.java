package belfry.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import belfry.base.Time;
import belfry.cli.checks.OwnStatus;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What systemd is told, at a socket like its own. */
class SupervisorTest {
  private static final String STUCK = "{\"live\":false}";
  private static final String BUSY = "{\"type\":\"urn:belfry:full-house\"}";

  @TempDir Path directory;

  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private HttpServer portal;
  private volatile int code = 200;
  private volatile String body = "{}";

  @BeforeEach
  void start() throws IOException {
    assumeTrue(System.getProperty("os.name").equals("Linux"));
    portal = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    portal.createContext(
        "/status/live",
        exchange -> {
          try (exchange) {
            var said = body;
            asked.add(said);
            var bytes = said.getBytes(UTF_8);
            exchange.sendResponseHeaders(code, bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
    portal.start();
  }

  @AfterEach
  void stop() {
    portal.stop(0);
  }

  private Supervisor supervisor(Map<String, String> environment) {
    return new Supervisor(
        environment,
        URI.create("http://127.0.0.1:" + portal.getAddress().getPort() + "/status/live"),
        Time.system());
  }

  private Map<String, String> watched(String socket) {
    return Map.of("NOTIFY_SOCKET", socket, "WATCHDOG_USEC", "8000");
  }

  @Test
  void hearsThatItIsReadyAndLivesAndStops() throws Exception {
    var file = directory.resolve("notify").toString();
    try (var systemd = new DatagramEar(file)) {
      var supervisor = supervisor(watched(file));

      supervisor.ready();

      assertThat(systemd.hear()).isEqualTo("READY=1");
      assertThat(systemd.hear()).isEqualTo("WATCHDOG=1");
      assertThat(systemd.hear()).isEqualTo("WATCHDOG=1");
      supervisor.stopping();
      assertThat(systemd.hearAfter("WATCHDOG=1")).isEqualTo("STOPPING=1");
    }
  }

  @Test
  void hearsNothingWhileAThreadIsStuckButAllTheSameWhileThereIsTooMuchToDo() throws Exception {
    var name = "@belfry-test-" + ProcessHandle.current().pid();
    try (var systemd = new DatagramEar(name)) {
      code = 503;
      body = STUCK;
      var supervisor = supervisor(watched(name));

      supervisor.ready();
      assertThat(systemd.hear()).isEqualTo("READY=1");
      for (var ask = 0; ask < 3; ask++) {
        assertThat(asked.take()).isEqualTo(STUCK);
      }
      body = BUSY;

      assertThat(systemd.hear()).isEqualTo("WATCHDOG=1");
      assertThat(asked).contains(BUSY);
      supervisor.stopping();
    }
  }

  @Test
  void hearsHowLongItWillGoOnAnswering() throws Exception {
    var file = directory.resolve("notify").toString();
    try (var systemd = new DatagramEar(file)) {
      supervisor(Map.of("NOTIFY_SOCKET", file)).leaving(Duration.ofSeconds(90));

      assertThat(systemd.hear()).isEqualTo("STOPPING=1\nEXTEND_TIMEOUT_USEC=90000000");
    }
  }

  @Test
  void withoutSystemdNothingIsAskedOrSaid() {
    var supervisor = supervisor(Map.of("WATCHDOG_USEC", "1000"));

    supervisor.ready();
    supervisor.stopping();

    assertThat(asked).isEmpty();
  }

  @Test
  void aSocketThatIsGoneStopsNothing() {
    var supervisor = supervisor(Map.of("NOTIFY_SOCKET", directory.resolve("gone").toString()));

    supervisor.ready();
    supervisor.stopping();
  }

  @Test
  void thePortalIsReachedAlsoWhereItListensEverywhere() {
    assertThat(OwnStatus.address("0.0.0.0", 80, "/status"))
        .hasToString("http://127.0.0.1:80/status");
    assertThat(OwnStatus.address("::", 80, "/status")).hasToString("http://127.0.0.1:80/status");
    assertThat(OwnStatus.address("::1", 80, "/status")).hasToString("http://[::1]:80/status");
    assertThat(OwnStatus.address("localhost", 80, "/status"))
        .hasToString("http://localhost:80/status");
  }
}
