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
 * Handles HTTP/1.0, which nginx uses for upstreams by default: it is read as HTTP/1.1 with a
 * connection that closes after its first answer (RFC 9112, C.2). Any other version gets 505.
 */
final class OlderHttp {
  private static final Pattern REQUEST_LINE = Pattern.compile("\\S+ \\S+ HTTP/(\\d\\.\\d)\r");
  private static final String OLD = "1.0";
  private static final String OURS = "1.1";

  private OlderHttp() {}

  /** The handler for this connection's version; its first bytes have arrived. */
  static ServerConnection connection(ConnectionContext context, ServerConnectionSelector http11) {
    return switch (version(context.dataReader())) {
      case OURS -> http11.connection(context);
      case OLD -> http11.connection(newer(context));
      default -> new Refused(context);
    };
  }

  /** HTTP/1.1 if the request line is incomplete or invalid; its reader reports what is wrong. */
  private static String version(DataReader reader) {
    var data = reader.getBuffer(reader.available());
    var end = data.indexOf((byte) '\n');
    if (end < 0) {
      return OURS;
    }
    var line = REQUEST_LINE.matcher(data.readString(end, StandardCharsets.ISO_8859_1));
    return line.matches() ? line.group(1) : OURS;
  }

  /** A connection that is told that its version is not supported. */
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
      // There is no upgrade.
    }
  }

  /** The same connection, as one of HTTP/1.1. */
  private static ConnectionContext newer(ConnectionContext context) {
    return new Rewired(
        context,
        DataReader.create(new NewerLine(context.dataReader())::next),
        new WithoutChunks(context.dataWriter()));
  }

  /**
   * The input, with the version in its first line replaced and a request to close afterwards added.
   */
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

  /**
   * The output without chunks, which HTTP/1.0 does not know: closing the connection ends a body.
   */
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

    /** The server writes a head, a head with a complete body, or one chunk at a time. */
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
