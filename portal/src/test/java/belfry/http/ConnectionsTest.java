package belfry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.testing.PortalTime;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.FixedLimit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nobody keeps others out by opening connections, and what other versions of HTTP are told. */
class ConnectionsTest {
  private static final PortalTime time = new PortalTime();
  private final List<Socket> open = new ArrayList<>();
  private HttpServer server;

  @BeforeEach
  void start() {
    server =
        new HttpServer(
            new Endpoint("127.0.0.1", 0, TrustedProxies.of(List.of()), StrictTransport.OFF),
            _ -> new Everywhere(),
            time);
    server.start();
  }

  @AfterEach
  void stop() throws IOException {
    for (var socket : open) {
      socket.close();
    }
    server.close();
  }

  /** Answers everything, and briefly but at one address. */
  private record Everywhere() implements Site.Resource {
    @Override
    public Site.ErrorFormat errors() {
      return Site.ErrorFormat.PROBLEM_JSON;
    }

    @Override
    public Reply answer(Request request) {
      return Reply.text(200, request.query("long").isEmpty() ? "{}" : "long ".repeat(20_000));
    }
  }

  private Socket from(String address) throws IOException {
    var socket =
        new Socket(
            InetAddress.ofLiteral("127.0.0.1"), server.port(), InetAddress.ofLiteral(address), 0);
    socket.setSoTimeout(20_000);
    open.add(socket);
    return socket;
  }

  private static String ask(Socket socket, String request) throws IOException {
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String status(String version) {
    return "GET /status HTTP/" + version + "\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  }

  @Test
  void anAddressHasSoManyConnectionsAndOthersHaveTheirs() throws IOException {
    for (var i = 1; i <= Seats.MOST_OF_A_NETWORK; i++) {
      from("127.0.0.2");
      if (i % (Rush.CALM / 2) == 0) {
        calm();
      }
    }
    // Each is counted once its thread has begun; one more than that answers at once.
    assertThat(ask(from("127.0.0.2"), ""))
        .startsWith("HTTP/1.1 503")
        .contains("Retry-After")
        .contains("too many connections from your network");

    assertThat(ask(from("127.0.0.3"), status("1.1"))).startsWith("HTTP/1.1 200");
  }

  /** Whoever has come so far has been accepted, and does not count any more. */
  private void calm() throws IOException {
    assertThat(ask(from("127.0.0.3"), status("1.1"))).startsWith("HTTP/1.1 200");
    time.pass(Rush.SPAN);
  }

  @Test
  void inARushEachNetworkHasItsShare() throws IOException {
    for (var i = 0; i < Rush.CALM; i++) {
      from("127.0.0.2");
    }
    assertThat(ask(from("127.0.0.2"), ""))
        .startsWith("HTTP/1.1 503")
        .contains("Retry-After")
        .contains("too many connections from your network");

    calm();

    assertThat(ask(from("127.0.0.2"), status("1.1"))).startsWith("HTTP/1.1 200");
  }

  @Test
  void whoNeverSaysAnythingIsLetGo() throws IOException {
    var silent = from("127.0.0.2");
    var begun = from("127.0.0.2");
    begun.getOutputStream().write("GET /sta".getBytes(StandardCharsets.US_ASCII));
    // Both are being waited for once a third one is answered.
    assertThat(ask(from("127.0.0.2"), status("1.1"))).startsWith("HTTP/1.1 200");

    time.pass(Duration.ofSeconds(11));

    assertThat(silent.getInputStream().read()).isEqualTo(-1);
    assertThat(begun.getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void whoReadsNothingOfAnAnswerIsLetGo() throws IOException {
    var deaf = new Socket();
    open.add(deaf);
    deaf.setReceiveBufferSize(2_048);
    deaf.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), server.port()));
    var asking = "GET /?long HTTP/1.1\r\nHost: localhost\r\n\r\n";
    deaf.getOutputStream().write(asking.repeat(200).getBytes(StandardCharsets.US_ASCII));

    assertThatThrownBy(
            () -> {
              for (var i = 0; i < 20_000; i++) {
                time.pass(Duration.ofSeconds(1));
                assertThat(ask(from("127.0.0.3"), status("1.1"))).startsWith("HTTP/1.1 200");
                deaf.getOutputStream().write('G');
              }
            })
        .isInstanceOf(SocketException.class);
  }

  @Test
  void anOlderVersionIsAnsweredWithoutChunksAndAnotherIsToldSo() throws IOException {
    assertThat(ask(from("127.0.0.2"), status("1.0")))
        .startsWith("HTTP/1.1 200")
        .doesNotContainIgnoringCase("chunked")
        .endsWith("}");
    assertThat(ask(from("127.0.0.2"), "GET /status HTTP/1.0\r\nHost: localhost\r\n\r\n"))
        .as("it is closed without being asked to")
        .startsWith("HTTP/1.1 200");
    assertThat(ask(from("127.0.0.2"), status("1.2")))
        .startsWith("HTTP/1.1 505")
        .contains("Use HTTP/1.1.");
    assertThat(ask(from("127.0.0.2"), "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
        .startsWith("HTTP/1.1 505");
  }

  @Test
  void whoIsGoneBeforeItIsAnsweredIsNoFaultOfOurs() {
    var another = "GET / HTTP/1.2\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    var peer = made(PeerInfo.class, _ -> "127.0.0.2");
    var socket = made(HelidonSocket.class, _ -> another);
    var writer =
        made(
            DataWriter.class,
            _ -> {
              throw new UncheckedIOException(new IOException("Broken pipe"));
            });
    var gone =
        made(
            ConnectionContext.class,
            name ->
                switch (name) {
                  case "serverSocket" -> socket;
                  case "dataWriter" -> writer;
                  default -> peer;
                });
    var nobodyElse = made(ServerConnectionSelector.class, name -> new AssertionError(name));
    var connections =
        new Connections(nobodyElse, new Seats(1, time), new SlowRequests(time), _ -> false);

    assertThatThrownBy(() -> connections.connection(gone).handle(FixedLimit.create()))
        .isInstanceOf(CloseConnectionException.class);
  }

  /** Something of which every method answers so. */
  private static <T> T made(Class<T> type, Function<String, Object> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, _) -> answer.apply(method.getName())));
  }
}
