package belfry.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.0, which nginx speaks to what stands behind it unless it is told otherwise: read as
 * HTTP/1.1 that ends with its first answer (RFC 9112, C.2). Any other version is told so with 505.
 */
final class OlderHttp {
  private static final Pattern REQUEST_LINE = Pattern.compile("\\S+ \\S+ HTTP/(\\d\\.\\d)\r");
  private static final String OLD = "1.0";
  private static final String OURS = "1.1";

  private OlderHttp() {}

  /** What this connection speaks, of which the first bytes are there. */
  static ServerConnection connection(ConnectionContext context, ServerConnectionSelector http11) {
    return switch (version(context.dataReader())) {
      case OURS -> http11.connection(context);
      case OLD -> http11.connection(newer(context));
      default -> new Refused(context);
    };
  }

  /**
   * Ours where the line is not whole yet or none: what is to be said of it, the reader of ours
   * says.
   */
  private static String version(DataReader reader) {
    var data = reader.getBuffer(reader.available());
    var end = data.indexOf((byte) '\n');
    if (end < 0) {
      return OURS;
    }
    var line = REQUEST_LINE.matcher(data.readString(end, StandardCharsets.ISO_8859_1));
    return line.matches() ? line.group(1) : OURS;
  }

  /** A connection that is told that its version is not spoken here. */
  private record Refused(ConnectionContext context) implements ServerConnection {
    @Override
    public void handle(Limit limit) {
      var reply = Reply.problem(Problem.unreadable(505));
      context.dataWriter().writeNow(BufferData.create(reply.written("HTTP Version Not Supported")));
      throw new CloseConnectionException("no HTTP version of ours");
    }

    @Override
    public Duration idleTime() {
      return Duration.ZERO;
    }

    @Override
    public void close(boolean interrupt) {
      // Nothing goes on here.
    }
  }

  /** The same connection, as one of HTTP/1.1. */
  private static ConnectionContext newer(ConnectionContext context) {
    return new Rewired(
        context,
        DataReader.create(new NewerLine(context.dataReader())::next),
        new WithoutChunks(context.dataWriter()));
  }

  /** What comes in, with another version in its first line and the wish to close after it. */
  private static final class NewerLine {
    private final DataReader from;
    private boolean begun;

    NewerLine(DataReader from) {
      this.from = from;
    }

    /** The next bytes; null at the end. */
    byte @Nullable [] next() {
      if (!begun) {
        begun = true;
        var line = from.readLine();
        var newer = line.substring(0, line.length() - OLD.length()) + OURS;
        return (newer + "\r\nConnection: close\r\n").getBytes(StandardCharsets.ISO_8859_1);
      }
      try {
        from.ensureAvailable();
      } catch (DataReader.InsufficientDataAvailableException _) {
        return null;
      }
      return from.readBytes(from.available());
    }
  }

  /** What goes out, without chunks, which HTTP/1.0 does not know: there, closing ends a body. */
  private static final class WithoutChunks implements DataWriter {
    private static final Pattern CHUNKED =
        Pattern.compile("(?i)\r\ntransfer-encoding:[^\r\n]*chunked[^\r\n]*");
    private static final String END_OF_HEAD = "\r\n\r\n";

    private final DataWriter to;
    private boolean headWritten;
    private boolean chunked;

    WithoutChunks(DataWriter to) {
      this.to = to;
    }

    @Override
    public void write(BufferData... buffers) {
      write(BufferData.create(buffers));
    }

    @Override
    public void write(BufferData buffer) {
      to.write(unwrapped(buffer));
    }

    @Override
    public void writeNow(BufferData... buffers) {
      writeNow(BufferData.create(buffers));
    }

    @Override
    public void writeNow(BufferData buffer) {
      to.writeNow(unwrapped(buffer));
    }

    @Override
    public void flush() {
      to.flush();
    }

    @Override
    public void close() {
      to.close();
    }

    /** The server writes a head, or a head with a whole body, or one chunk at a time. */
    private BufferData unwrapped(BufferData buffer) {
      var text = new String(buffer.readBytes(), StandardCharsets.ISO_8859_1);
      if (headWritten) {
        return bytes(chunked ? chunk(text) : text);
      }
      headWritten = true;
      var end = text.indexOf(END_OF_HEAD);
      var head = text.substring(0, end);
      chunked = CHUNKED.matcher(head).find();
      return bytes(CHUNKED.matcher(head).replaceAll("") + text.substring(end));
    }

    private static String chunk(String text) {
      var size = text.indexOf("\r\n");
      var length = Integer.parseInt(text.substring(0, size), 16);
      return text.substring(size + 2, size + 2 + length);
    }

    private static BufferData bytes(String text) {
      return BufferData.create(text.getBytes(StandardCharsets.ISO_8859_1));
    }
  }
}
