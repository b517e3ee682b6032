package belfry.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import belfry.base.Time;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What systemd is told, at a socket like its own. */
class SupervisorTest {
  private static final String STUCK = "{\"checks\":{\"work\":{\"ok\":false}}}";
  private static final String AWAY =
      "{\"checks\":{\"database\":{\"ok\":false},\"work\":{\"ok\":true}}}";

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
        "/status",
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
        URI.create("http://127.0.0.1:" + portal.getAddress().getPort() + "/status"),
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
  void hearsNothingWhileAThreadIsStuckButAllTheSameWhileTheDatabaseIsAway() throws Exception {
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
      body = AWAY;

      assertThat(systemd.hear()).isEqualTo("WATCHDOG=1");
      assertThat(asked).contains(AWAY);
      supervisor.stopping();
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
    assertThat(OwnStatus.address("0.0.0.0", 80)).hasToString("http://127.0.0.1:80/status");
    assertThat(OwnStatus.address("::", 80)).hasToString("http://127.0.0.1:80/status");
    assertThat(OwnStatus.address("::1", 80)).hasToString("http://[::1]:80/status");
    assertThat(OwnStatus.address("localhost", 80)).hasToString("http://localhost:80/status");
  }
}
