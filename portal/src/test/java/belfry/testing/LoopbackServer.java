package belfry.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;

/** Listens on this machine, and serves each connection in a thread of its own. */
final class LoopbackServer implements AutoCloseable {
  private static final int WAITING = 200;

  private final ServerSocket server;
  private final Consumer<Socket> each;

  LoopbackServer(Consumer<Socket> each) {
    this.each = each;
    try {
      server = new ServerSocket(0, WAITING, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        var from = server.accept();
        Thread.ofVirtual().start(() -> each.accept(from));
      } catch (IOException _) {
        return;
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
