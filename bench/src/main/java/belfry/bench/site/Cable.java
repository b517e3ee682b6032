package belfry.bench.site;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The way from one node to a server, which can be cut: then whatever either end sends is lost, and
 * neither hears of it, as with a network that is gone.
 */
public final class Cable implements AutoCloseable {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private final ServerSocket entrance;
  private final int server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;

  /** Leads to this port of this machine. */
  Cable(int server) {
    this.server = server;
    try {
      entrance = new ServerSocket(0, 128, HERE);
    } catch (IOException e) {
      throw new TrialException("no port for a cable", e);
    }
    Thread.ofPlatform().name("cable-" + server).daemon().start(this::accept);
  }

  int port() {
    return entrance.getLocalPort();
  }

  public void cut() {
    cut = true;
  }

  /** What was connected stays lost; what connects from now on gets through. */
  public void mend() {
    drop();
    cut = false;
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        var near = entrance.accept();
        sockets.add(near);
        if (!cut) {
          var far = new Socket(HERE, server);
          sockets.add(far);
          // Else each small packet waits some 40 ms for the other end's acknowledgement.
          near.setTcpNoDelay(true);
          far.setTcpNoDelay(true);
          carry(near, far);
          carry(far, near);
        }
      } catch (IOException _) {
        // Closed, or the server does not listen: whoever connected finds out by waiting.
      }
    }
  }

  private void carry(Socket from, Socket to) {
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          var buffer = new byte[16 * 1024];
          try (from;
              to) {
            var in = from.getInputStream();
            var out = to.getOutputStream();
            for (var read = in.read(buffer); read >= 0; read = in.read(buffer)) {
              if (!cut) {
                out.write(buffer, 0, read);
              }
            }
          } catch (IOException _) {
            // One end is gone, and so the other goes.
          }
          sockets.remove(from);
          sockets.remove(to);
        });
  }

  private void drop() {
    for (var socket : sockets) {
      try {
        socket.close();
      } catch (IOException _) {
        // It is as good as closed.
      }
    }
    sockets.clear();
  }

  @Override
  public void close() {
    try {
      entrance.close();
    } catch (IOException _) {
      // Nobody can connect any more, which is what was wanted.
    }
    drop();
  }
}
