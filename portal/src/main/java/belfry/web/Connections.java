package belfry.web;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The way in for every connection: counted for its address, given a time in which its first request
 * is here, and read in the version of HTTP that it speaks.
 */
final class Connections implements ServerConnectionSelector {
  /** A browser has six. */
  static final int MOST_OF_AN_ADDRESS = 256;

  private static final byte[] TOO_MANY =
      "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  private final ServerConnectionSelector http11;
  private final SlowRequests slow;
  private final Predicate<String> isProxy;
  private final Map<String, Integer> byAddress = new ConcurrentHashMap<>();

  /** Lets everybody in; {@code isProxy} tells of whom there may be any number. */
  Connections(ServerConnectionSelector http11, SlowRequests slow, Predicate<String> isProxy) {
    this.http11 = http11;
    this.slow = slow;
    this.isProxy = isProxy;
  }

  /** The only one there is, so nobody waits for bytes before it is known whose turn it is. */
  @Override
  public int bytesToIdentifyConnection() {
    return 0;
  }

  @Override
  public Support supports(BufferData data) {
    return Support.SUPPORTED;
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return http11.supportedApplicationProtocols();
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    return new Arriving(context);
  }

  /** One connection, of which it is found out what it speaks. */
  private final class Arriving implements ServerConnection {
    private final ConnectionContext context;
    private volatile @Nullable ServerConnection spoken;

    Arriving(ConnectionContext context) {
      this.context = context;
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
      var address = context.remotePeer().host();
      var counted = !isProxy.test(address);
      if (counted && byAddress.merge(address, 1, Integer::sum) > MOST_OF_AN_ADDRESS) {
        leave(address);
        context.dataWriter().writeNow(BufferData.create(TOO_MANY));
        throw new CloseConnectionException("too many connections from " + address);
      }
      slow.connected(context);
      try {
        speak(limit);
      } finally {
        slow.arrived();
        if (counted) {
          leave(address);
        }
      }
    }

    private void speak(Limit limit) throws InterruptedException {
      var reader = context.dataReader();
      try {
        reader.ensureAvailable();
      } catch (DataReader.InsufficientDataAvailableException e) {
        throw new CloseConnectionException("it never said anything", e);
      }
      var connection = OlderHttp.connection(context, http11);
      spoken = connection;
      connection.handle(limit);
    }

    private void leave(String address) {
      byAddress.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
    }

    @Override
    public Duration idleTime() {
      var connection = spoken;
      return connection == null ? Duration.ZERO : connection.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
      var connection = spoken;
      if (connection != null) {
        connection.close(interrupt);
      }
    }
  }
}
