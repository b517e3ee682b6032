package belfry.simulator.wire;

import io.helidon.common.buffers.BufferData;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** The connection a request came on, for everything an HTTP server would never do by itself. */
record Connection(ConnectionContext context, @Nullable SocketChannel channel) {
  /** Bound while a connection is served, on the one thread that serves it. */
  static final ScopedValue<Connection> CURRENT = ScopedValue.newInstance();

  void write(byte[] bytes) {
    context.dataWriter().writeNow(BufferData.create(bytes));
  }

  /** Ends the connection in the usual way: what was written still arrives. */
  CloseConnectionException close() {
    return new CloseConnectionException("Closed by script");
  }

  /** Ends the connection with an RST: lingering for 0 seconds makes the system send one. */
  CloseConnectionException reset() {
    if (channel != null) {
      try {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException("A connection could not be reset", e);
      }
    }
    return new CloseConnectionException("Reset by script");
  }
}
