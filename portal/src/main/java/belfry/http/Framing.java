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
 * Passes a connection's bytes to the server, one head or one piece of a body at a time. Refuses a
 * method that is not a token, an incomplete line end, and a chunk that does not follow RFC 9112,
 * 7.1. A client that stops in the middle of a head has simply left; that is not an error.
 *
 * <p>Used only by the thread that reads the connection.
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

  /** How many bytes of the end of a head were just read. */
  private int ofEnd;

  /** Whether no byte of the next message has arrived yet. */
  private boolean between = true;

  /** The part being read. */
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

  /** To the end of the head, or as far as it has arrived. */
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

  /** All readers must agree where a line ends: CR and LF come together or not at all. */
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

  /**
   * Called when a head was read, to expect the body that it announces; a wrong announcement is
   * refused.
   */
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

  /** The message is not to be read; it is answered with 400. */
  static RequestException refused(String why) {
    return RequestException.builder()
        .type(DirectHandler.EventType.BAD_REQUEST)
        .setKeepAlive(false)
        .message(why)
        .build();
  }
}
