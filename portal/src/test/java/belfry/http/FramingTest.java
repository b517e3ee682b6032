package belfry.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.RequestException;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.CloseConnectionException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a connection's bytes reaches the server, and in which pieces. */
class FramingTest {
  private static final String GET = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
  private static final String POST = "POST /a HTTP/1.1\r\nX: y\r\n\r\n";
  private static final Headers NO_BODY = WritableHeaders.create();
  private static final Headers CHUNKED =
      WritableHeaders.create().set(HeaderNames.TRANSFER_ENCODING, "chunked");

  private static Framing framing(String bytes, int piece) {
    Queue<byte[]> pieces = new ArrayDeque<>();
    for (var from = 0; from < bytes.length(); from += piece) {
      var part = bytes.substring(from, Math.min(bytes.length(), from + piece));
      pieces.add(part.getBytes(ISO_8859_1));
    }
    return new Framing(DataReader.create(pieces::poll));
  }

  /** What comes until these are as many bytes, or it is over. */
  private static String taken(Framing framing, int length) {
    var text = new StringBuilder();
    while (text.length() < length) {
      var bytes = framing.next();
      if (bytes == null) {
        return text.toString();
      }
      text.append(new String(bytes, ISO_8859_1));
    }
    return text.toString();
  }

  @Test
  void eachMessageComesByItselfHoweverTheBytesArrive() {
    var length = WritableHeaders.create().set(HeaderNames.CONTENT_LENGTH, "5");
    var chunks = "5\r\nGET /\r\n000A\r\n0123456789\r\n0\r\n\r\n";
    for (var piece : List.of(1, 2, 3, 5, 7, 1_000)) {
      var framing = framing(GET + POST + "GET /" + POST + chunks + GET, piece);

      assertThat(taken(framing, GET.length())).isEqualTo(GET);
      framing.bodyFollows(NO_BODY);
      assertThat(taken(framing, POST.length())).isEqualTo(POST);
      framing.bodyFollows(length);
      assertThat(taken(framing, 5)).isEqualTo("GET /");
      assertThat(taken(framing, POST.length())).isEqualTo(POST);
      framing.bodyFollows(CHUNKED);
      assertThat(taken(framing, chunks.length())).isEqualTo(chunks);
      assertThat(taken(framing, GET.length())).isEqualTo(GET);
      framing.bodyFollows(NO_BODY);
      assertThat(framing.next()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+2\r\n{}\r\n0\r\n\r\n",
        "-2\r\n{}\r\n0\r\n\r\n",
        "0x2\r\n{}\r\n0\r\n\r\n",
        " 2\r\n{}\r\n0\r\n\r\n",
        "2 \r\n{}\r\n0\r\n\r\n",
        "2;a=b\r\n{}\r\n0\r\n\r\n",
        "2\n{}\n0\n\n",
        "2\r{}\r\n0\r\n\r\n",
        "2\r\n{}ab0\r\n\r\n",
        "2\r\n{}\r0\r\n\r\n",
        "1\r\n{}\r\n0\r\n\r\n",
        "\r\n0\r\n\r\n",
        "2\r\n{}\r\n\r\n",
        "2\r\n{}\r\n0\r\nX: y\r\n\r\n",
        "2\r\n{}\r\n0\r\n\rG",
        "2\r\n{}\r\n+0\r\n\r\n",
        "\u00b2\r\n{}\r\n0\r\n\r\n",
        "1234567890abcdef\r\n"
      })
  void aChunkThatIsNotToTheLetterIsRefused(String chunks) {
    for (var piece : List.of(1, 1_000)) {
      var framing = framing(POST + chunks, piece);
      taken(framing, POST.length());
      framing.bodyFollows(CHUNKED);

      assertThatThrownBy(() -> taken(framing, 1_000)).isInstanceOf(RequestException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"G(T", " GET", "GET\t", "G\0T", "\u00e4", "\u0001", "GET:", "\"GET\""})
  void aMethodThatIsNoTokenIsRefused(String method) {
    for (var piece : List.of(1, 1_000)) {
      var framing = framing(method + " / HTTP/1.1\r\n\r\n", piece);

      assertThatThrownBy(() -> taken(framing, 1_000)).isInstanceOf(RequestException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\nGET / HTTP/1.1\r\n\r\n",
        "GET /\n HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\nX: y\r\n\r\n",
        "GET / HTTP/1.1\r\nX: y\nZ: a\r\n\r\n",
        "GET / HTTP/1.1\r\nX: y\rZ: a\r\n\r\n",
        "GET / HTTP/1.1\r\r\n\r\n",
        "GET / HTTP/1.1\r\n\n"
      })
  void halfAnEndOfALineIsRefused(String head) {
    for (var piece : List.of(1, 1_000)) {
      var framing = framing(head, piece);

      assertThatThrownBy(() -> taken(framing, 1_000)).isInstanceOf(RequestException.class);
    }
  }

  @Test
  void whoStopsInTheMiddleOfAHeadHasLeft() {
    for (var length = 1; length < GET.length(); length++) {
      var framing = framing(GET.substring(0, length), 4);

      assertThatThrownBy(() -> taken(framing, 1_000)).isInstanceOf(CloseConnectionException.class);
    }
  }

  @Test
  void whoStopsInTheMiddleOfABodyIsTheReadersConcern() {
    var framing = framing(POST + "5\r\nab", 1_000);
    taken(framing, POST.length());
    framing.bodyFollows(CHUNKED);

    assertThat(taken(framing, 1_000)).isEqualTo("5\r\nab");
    assertThat(framing.next()).isNull();
  }
}
