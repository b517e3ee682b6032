package belfry.http;

import belfry.base.Time;
import io.helidon.common.socket.SocketOptions;
import io.helidon.webserver.CloseConnectionException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the options of each connection, on the accepting thread. After some connections, it makes
 * that thread wait until others have had a turn: if connections are accepted as fast as they are
 * started, requests that wait for the database are resumed seconds late (see {@link OthersTurn}).
 */
final class FairAccept implements SocketOptions, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FairAccept.class);

  /** Connections that may be started in a row; each takes less than a millisecond. */
  private static final int IN_A_ROW = 64;

  private static final Duration BETWEEN_WORDS = Duration.ofMinutes(1);

  private final SocketOptions options;
  private final OthersTurn others = new OthersTurn("accept-turns");
  private final Predicate<String> isProxy;
  private final Rush rush;
  private final Time time;
  private int accepted;
  private long told;

  FairAccept(SocketOptions options, Predicate<String> isProxy, Time time) {
    this.options = options;
    this.isProxy = isProxy;
    this.time = time;
    rush = new Rush(time);
    told = time.nanos() - BETWEEN_WORDS.toNanos();
  }

  @Override
  public void configureSocket(SocketChannel socket) {
    var address = socket.socket().getInetAddress().getHostAddress();
    if (!rush.admits(Connections.network(address, isProxy))) {
      tell();
      Connections.turnAway(socket);
      // Helidon closes it.
      throw new CloseConnectionException("too many connections at once");
    }
    SocketOptions.super.configureSocket(socket);
    accepted++;
    if (accepted % IN_A_ROW == 0) {
      others.await();
    }
  }

  private void tell() {
    var now = time.nanos();
    if (now - told >= BETWEEN_WORDS.toNanos()) {
      told = now;
      LOG.warn(
          "Connections arrive faster than they can be accepted. Until this ends, each network gets {} of them per {} ms; the rest get 503",
          Rush.SHARE,
          Rush.SPAN.toMillis());
    }
  }

  // Helidon's options cannot be extended, and the simulator, which does so too, knows no portal.

  @Override
  public Map<SocketOption<?>, Object> socketOptions() {
    return options.socketOptions();
  }

  @Override
  public Duration connectTimeout() {
    return options.connectTimeout();
  }

  @Override
  public Duration readTimeout() {
    return options.readTimeout();
  }

  @Override
  public Optional<Integer> socketReceiveBufferSize() {
    return options.socketReceiveBufferSize();
  }

  @Override
  public Optional<Integer> socketSendBufferSize() {
    return options.socketSendBufferSize();
  }

  @Override
  public boolean socketReuseAddress() {
    return options.socketReuseAddress();
  }

  @Override
  public boolean socketKeepAlive() {
    return options.socketKeepAlive();
  }

  @Override
  public boolean tcpNoDelay() {
    return options.tcpNoDelay();
  }

  @Override
  public void close() {
    others.close();
  }
}
