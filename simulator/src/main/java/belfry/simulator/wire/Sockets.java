package belfry.simulator.wire;

import io.helidon.common.socket.SocketOptions;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Socket options that remember the channels they were applied to: Helidon hands out everything
 * about a connection except the socket, and a reset needs it.
 */
final class Sockets implements SocketOptions {
  private final SocketOptions options = SocketOptions.builder().tcpNoDelay(true).build();
  private final Map<SocketAddress, SocketChannel> accepted = new ConcurrentHashMap<>();

  @Override
  public void configureSocket(SocketChannel channel) {
    options.configureSocket(channel);
    try {
      accepted.put(channel.getRemoteAddress(), channel);
    } catch (IOException e) {
      // Gone before it was served; there is nothing to remember.
    }
  }

  /** The channel accepted from this address; asked once, when its connection begins. */
  @Nullable SocketChannel take(SocketAddress remote) {
    return accepted.remove(remote);
  }

  // Helidon's options cannot be extended, and the portal, which does so too, knows no simulator.

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
}
