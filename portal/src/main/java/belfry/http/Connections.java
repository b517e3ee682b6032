package belfry.http;

import belfry.base.Network;
import belfry.base.Phrase;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Receives every connection: counts it for its network, sets a time limit for its first request,
 * and reads it in its version of HTTP.
 */
final class Connections implements ServerConnectionSelector {
  private static final byte[] TOO_MANY =
      Reply.problem(
              Problem.fullHouse(
                  Phrase.of(
                      "server.connections",
                      "There are too many connections from your network. Close some, or try again in a moment.")))
          .written("Service Unavailable");

  private final ServerConnectionSelector http11;
  private final Seats seats;
  private final SlowRequests slow;
  private final Predicate<String> isProxy;

  /**
   * Accepts every address; {@code isProxy} recognizes trusted proxies, which may open any number.
   */
  Connections(
      ServerConnectionSelector http11, Seats seats, SlowRequests slow, Predicate<String> isProxy) {
    this.http11 = http11;
    this.seats = seats;
    this.slow = slow;
    this.isProxy = isProxy;
  }

  /** The network whose share a connection from this address uses; empty for a trusted proxy. */
  static Optional<String> network(String address, Predicate<String> isProxy) {
    return isProxy.test(address) ? Optional.empty() : Optional.of(Network.of(address));
  }

  /** Answers a new connection that there is no room, if the client listens. */
  static void turnAway(SocketChannel socket) {
    try {
      socket.configureBlocking(false);
      socket.write(ByteBuffer.wrap(TOO_MANY));
    } catch (IOException _) {
      // The client is already gone.
    }
  }

  /** The only selector, so no bytes are needed to choose it. */
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

  /** A connection whose version of HTTP is yet to be found out. */
  private final class Arriving implements ServerConnection {
    private final ConnectionContext context;
    private volatile @Nullable ServerConnection spoken;

    Arriving(ConnectionContext context) {
      this.context = context;
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
      var address = context.remotePeer().host();
      var seat = seats.take(network(address, isProxy), context);
      if (seat.isEmpty()) {
        context.dataWriter().writeNow(BufferData.create(TOO_MANY));
        throw new CloseConnectionException("too many connections from " + address);
      }
      try (var taken = seat.get()) {
        slow.connected(context);
        speak(Seated.of(context, taken, slow), limit);
      } catch (UncheckedIOException e) {
        throw new CloseConnectionException("nobody is there any more to be answered", e);
      } finally {
        slow.arrived();
      }
    }

    private void speak(ConnectionContext context, Limit limit) throws InterruptedException {
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
