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

  private volatile ServerSocket server;
  private final Consumer<Socket> each;

  LoopbackServer(Consumer<Socket> each) {
    this.each = each;
    server = listening(0);
  }

  private ServerSocket listening(int port) {
    try {
      var opened = new ServerSocket(port, WAITING, InetAddress.getLoopbackAddress());
      Thread.ofVirtual().start(() -> accept(opened));
      return opened;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Listens again where it did before it was closed. */
  void reopen() {
    server = listening(server.getLocalPort());
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept(ServerSocket opened) {
    while (!opened.isClosed()) {
      try {
        var from = opened.accept();
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
