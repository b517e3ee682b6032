package belfry.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a connection on their way to the server, a head or a piece of a body at a time. A
 * method that is no token, half an end of a line, and a chunk that is not as RFC 9112, 7.1 has it
 * are refused; who stops in the middle of a head has left, and that is nobody's fault.
 *
 * <p>Used by the one thread that reads the connection.
 */
final class Framing {
  private static final byte[] NOTHING = {};
  private static final int END_LENGTH = "\r\n\r\n".length();
  private static final String OF_TOKENS = "!#$%&'*+-.^_`|~";

  private final DataReader from;
  private byte[] read = NOTHING;
  private int at;

  private Part part = Part.METHOD;
  private long left;
  private Chunks chunks = new Chunks();

  /** How much of the end of a head was just there. */
  private int ofEnd;

  /** Whether nothing of a message is here yet. */
  private boolean between = true;

  /** What is being read. */
  private enum Part {
    METHOD,
    HEAD,
    LENGTH,
    CHUNKS
  }

  Framing(DataReader from) {
    this.from = from;
  }

  /** The next bytes, at least one; null at the end. */
  byte @Nullable [] next() {
    if (at == read.length && !hasMore()) {
      return null;
    }
    var begin = at;
    at =
        switch (part) {
          case METHOD, HEAD -> head();
          case LENGTH -> length();
          case CHUNKS -> chunks();
        };
    between = false;
    return begin == 0 && at == read.length ? read : Arrays.copyOfRange(read, begin, at);
  }

  private boolean hasMore() {
    try {
      from.ensureAvailable();
    } catch (DataReader.InsufficientDataAvailableException | ServerConnectionException e) {
      if (part == Part.LENGTH || part == Part.CHUNKS || between) {
        return false;
      }
      throw new CloseConnectionException("the sender of a head left", e);
    }
    read = from.readBytes(from.available());
    at = 0;
    return true;
  }

  /** Up to its end, or as far as it is here. */
  private int head() {
    if (ofEnd == END_LENGTH) {
      throw refused("a head that goes on after its end");
    }
    var end = at;
    while (end < read.length && ofEnd < END_LENGTH) {
      var one = read[end++];
      if (part == Part.METHOD) {
        method(one, between && end == at + 1);
      }
      ofEnd = ofEnd(one);
    }
    return end;
  }

  /**
   * Where one reader ends a line, another must not go on: CR and LF come together or not at all.
   */
  private int ofEnd(byte one) {
    var isAfterCr = ofEnd % 2 == 1;
    if (isAfterCr != (one == '\n')) {
      throw refused("half an end of a line");
    }
    return (isAfterCr || one == '\r') ? ofEnd + 1 : 0;
  }

  private void method(byte one, boolean isFirst) {
    if ((one == ' ' && !isFirst) || one == '\r' || one == '\n') {
      part = Part.HEAD;
    } else if (!isOfToken(one)) {
      throw refused("a method that is no token");
    }
  }

  private static boolean isOfToken(byte one) {
    return (one >= 'A' && one <= 'Z')
        || (one >= 'a' && one <= 'z')
        || (one >= '0' && one <= '9')
        || OF_TOKENS.indexOf(one) >= 0;
  }

  /** A head was read, and after it comes what it says; what it says wrongly is refused there. */
  void bodyFollows(Headers headers) {
    ofEnd = 0;
    between = true;
    part = Part.METHOD;
    if (headers.contains(HeaderNames.TRANSFER_ENCODING)) {
      part = Part.CHUNKS;
      chunks = new Chunks();
    } else if (headers.contains(HeaderNames.CONTENT_LENGTH)) {
      left = lengthOf(headers);
      part = left > 0 ? Part.LENGTH : Part.METHOD;
    }
  }

  private static long lengthOf(Headers headers) {
    try {
      return headers.contentLength().orElse(0);
    } catch (IllegalArgumentException _) {
      return 0;
    }
  }

  private int length() {
    var taken = (int) Math.min(left, read.length - at);
    left -= taken;
    if (left == 0) {
      part = Part.METHOD;
    }
    return at + taken;
  }

  private int chunks() {
    var end = chunks.end(read, at);
    if (chunks.areOver()) {
      part = Part.METHOD;
    }
    return end;
  }

  /** Nothing of it is to be read; it is answered with 400. */
  static RequestException refused(String why) {
    return RequestException.builder()
        .type(DirectHandler.EventType.BAD_REQUEST)
        .setKeepAlive(false)
        .message(why)
        .build();
  }
}
