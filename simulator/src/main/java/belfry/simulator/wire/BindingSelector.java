package belfry.simulator.wire;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Set;

/** Helidon's HTTP/1.1, with the {@link Connection} bound to the thread that serves it. */
final class BindingSelector implements ServerConnectionSelector {
  /** Room for 85 ids in one query: platform-api.md 3. */
  private static final int LONGEST_LINE = 32 * 1024;

  private final ServerConnectionSelector http =
      Http1ConnectionSelector.builder()
          .config(
              Http1Config.builder()
                  .maxPrologueLength(LONGEST_LINE)
                  .sendKeepAliveHeader(false)
                  .build())
          .build();
  private final Sockets sockets;

  BindingSelector(Sockets sockets) {
    this.sockets = sockets;
  }

  @Override
  public int bytesToIdentifyConnection() {
    return http.bytesToIdentifyConnection();
  }

  @Override
  public Support supports(BufferData data) {
    return http.supports(data);
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return http.supportedApplicationProtocols();
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    var channel = sockets.take(context.remotePeer().address());
    return new Bound(http.connection(context), new Connection(context, channel));
  }

  /** A connection of Helidon's, served with ours bound. */
  private record Bound(ServerConnection served, Connection connection)
      implements ServerConnection, InterruptableTask<Void> {
    @Override
    public void handle(Limit limit) throws InterruptedException {
      ScopedValue.where(Connection.CURRENT, connection)
          .call(() -> {
            served.handle(limit);
            return limit;
          });
    }

    @Override
    public Duration idleTime() {
      return served.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
      served.close(interrupt);
    }

    @Override
    public boolean canInterrupt() {
      return served instanceof InterruptableTask<?> task && task.canInterrupt();
    }
  }
}
