package belfry.standin.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Serves HTTP/1.1 on this machine; each connection has a virtual thread of its own. */
public final class WireServer implements AutoCloseable {
  private final ServerSocket entrance;
  private final Function<Request, Answer> handler;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private WireServer(ServerSocket entrance, Function<Request, Answer> handler) {
    this.entrance = entrance;
    this.handler = handler;
  }

  /** Any free port where it is 0. */
  public static WireServer open(int port, Function<Request, Answer> handler) {
    try {
      var entrance = new ServerSocket(port, 512, InetAddress.getLoopbackAddress());
      var server = new WireServer(entrance, handler);
      Thread.ofVirtual().name("entrance").start(server::accept);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on port " + port, e);
    }
  }

  public int port() {
    return entrance.getLocalPort();
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        var socket = entrance.accept();
        Thread.ofVirtual().name("connection").start(() -> serve(socket));
      } catch (IOException _) {
        // Closed, or a client that went away while it came; the loop's condition knows.
      }
    }
  }

  private void serve(Socket socket) {
    open.add(socket);
    try (socket) {
      socket.setTcpNoDelay(true);
      var out = socket.getOutputStream();
      var reader = new RequestReader(socket.getInputStream(), out);
      var writer = new ReplyWriter(out);
      var goesOn = true;
      while (goesOn) {
        var request = reader.next();
        goesOn = request.isPresent() && answer(request.get(), writer, socket);
      }
    } catch (IOException _) {
      // The client is gone or talks no HTTP: nobody is left to tell.
    } finally {
      open.remove(socket);
    }
  }

  private boolean answer(Request request, ReplyWriter writer, Socket socket) throws IOException {
    return switch (handler.apply(request)) {
      case Reply reply -> writer.write(reply) && !wantsToClose(request);
      case Silence.Reset() -> reset(socket);
      case Silence.Close() -> false;
      case Silence.Hang(var time) -> {
        Waiting.of(time);
        yield false;
      }
    };
  }

  private static boolean wantsToClose(Request request) {
    return request.header("Connection").filter("close"::equalsIgnoreCase).isPresent();
  }

  private static boolean reset(Socket socket) throws SocketException {
    socket.setSoLinger(true, 0);
    return false;
  }

  @Override
  public void close() {
    try {
      entrance.close();
      for (var socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop listening", e);
    }
  }
}
