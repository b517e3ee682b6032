package belfry.bench.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts as an answer. */
class AnswerReaderTest {
  private static AnswerReader reader(String bytes) {
    return new AnswerReader(new ByteArrayInputStream(bytes.getBytes(ISO_8859_1)));
  }

  @Test
  void answersAreReadOneAfterTheOther() throws IOException {
    var reader =
        reader(
            "HTTP/1.1 100 Continue\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab"
                + "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX: y\r\n\r\n"
                + "HTTP/1.1 204 No Content\r\nConnection: Close\r\n\r\n");

    assertThat(reader.next(false).orElseThrow().text()).isEqualTo("ab");
    assertThat(reader.next(false).orElseThrow().text()).isEqualTo("a");
    assertThat(reader.next(false).orElseThrow().isLast()).isTrue();
    assertThat(reader.next(false)).isEmpty();
  }

  @Test
  void whoAsksForAHeadGetsNoBody() throws IOException {
    var reader = reader("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nHTTP/1.1 204 N\r\n\r\n");

    assertThat(reader.next(true).orElseThrow().status()).isEqualTo(200);
    assertThat(reader.next(false).orElseThrow().status()).isEqualTo(204);
  }

  @Test
  void aStreamIsNotWaitedFor() throws IOException {
    var head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
    var reader = reader(head + "retry: 2000\r\n");

    assertThat(reader.next(false).orElseThrow().whole()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.0 200 OK\r\n\r\n",
        "HTTP/1.1 600 Far\r\n\r\n",
        "<html>",
        "HTTP/1.1 200 OK\n\n",
        "HTTP/1.1 200 OK\r\nA b: c\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
        "HTTP/1.1 200"
      })
  void anythingElseIsNone(String bytes) {
    assertThatThrownBy(() -> reader(bytes).next(false)).isInstanceOf(AnswerReader.NoHttp.class);
  }
}
