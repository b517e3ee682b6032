package belfry.standin.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** HTTP/1.1, byte by byte. */
class WireServerTest {
  private final WireServer server = WireServer.open(0, WireServerTest::echo);

  @AfterEach
  void close() {
    server.close();
  }

  private static Answer echo(Request request) {
    var body = new String(request.body(), UTF_8);
    var reply =
        Reply.of(200, "text/plain", (request.method() + request.path() + body).getBytes(UTF_8));
    return switch (request.query().value("as").orElse("")) {
      case "chunks" -> reply.delivered(new Delivery.Chunked());
      case "half" -> reply.delivered(new Delivery.CutShort());
      case "half-chunks" -> reply.delivered(new Delivery.CutChunks());
      case "open" -> reply.delivered(new Delivery.UntilClose());
      case "dribble" -> reply.delivered(new Delivery.Dribbled(Duration.ofMillis(5)));
      case "close" -> new Silence.Close();
      default -> reply;
    };
  }

  @Test
  void severalRequestsFollowEachOtherOnOneConnection() throws IOException {
    var answers =
        exchanged(
            """
            GET /a HTTP/1.1

            GET /b HTTP/1.1
            Connection: close

            """);

    assertThat(answers)
        .isEqualTo(
            """
            HTTP/1.1 200 OK
            Content-Type: text/plain
            Content-Length: 5

            GET/aHTTP/1.1 200 OK
            Content-Type: text/plain
            Content-Length: 5

            GET/b\
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void aBodyComesWithItsLengthOrInChunks() throws IOException {
    var measured =
        exchanged(
            """
            POST / HTTP/1.1
            Connection: close
            Content-Length: 5

            hello\
            """);
    var chunked =
        exchanged(
            """
            POST / HTTP/1.1
            Connection: close
            Transfer-Encoding: chunked

            3;x=y
            hel
            2
            lo
            0
            Trailer: z

            """);

    assertThat(measured).endsWith("POST/hello");
    assertThat(chunked).endsWith("POST/hello");
  }

  @Test
  void aClientThatWaitsForAWordBeforeItsBodyGetsIt() throws IOException {
    var answer =
        exchanged(
            """
            POST / HTTP/1.1
            Connection: close
            Expect: 100-continue
            Content-Length: 2

            hi\
            """);

    assertThat(answer).startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK").endsWith("hi");
  }

  @Test
  void repliesGoOutWholeOrBroken() throws IOException {
    assertThat(body("chunks")).isEqualTo("4\r\nGET/\r\n0\r\n\r\n");
    assertThat(body("half")).isEqualTo("GE");
    assertThat(body("half-chunks")).isEqualTo("2\r\nGE\r\n");
    assertThat(body("open")).isEqualTo("GET/");
    assertThat(body("dribble")).isEqualTo("GET/");
    assertThat(exchanged(get("half"))).contains("Content-Length: 4\r\n");
    assertThat(exchanged(get("open"))).doesNotContain("Content-Length");
    assertThat(exchanged(get("close"))).isEmpty();
  }

  @Test
  void whatIsNoHttpIsHungUpOn() throws IOException {
    assertThat(exchanged("hello\n\n")).isEmpty();
    assertThat(exchanged("POST / HTTP/1.1\nContent-Length: many\n\n")).isEmpty();
  }

  private String body(String as) throws IOException {
    var answer = exchanged(get(as));
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }

  private static String get(String as) {
    return "GET /?as=" + as + " HTTP/1.1\nConnection: close\n\n";
  }

  /** What comes back until the connection ends; line ends are made those of HTTP. */
  private String exchanged(String request) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }
}
