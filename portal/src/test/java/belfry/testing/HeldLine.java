package belfry.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands before a server and can hold everything back, as a network that loses each packet, or
 * refuse connections, as a server that has ended.
 */
public final class HeldLine implements AutoCloseable {
  private final LoopbackServer server;
  private final int to;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private boolean held;

  /** To a port of this machine; all passes at first. */
  public HeldLine(int to) {
    this.to = to;
    server = new LoopbackServer(this::serve);
  }

  public int port() {
    return server.port();
  }

  public synchronized void hold() {
    held = true;
  }

  /** What was held back passes now. */
  public synchronized void release() {
    held = false;
    notifyAll();
  }

  /** Ends all connections, and takes no others. */
  public void cut() throws IOException {
    server.close();
    for (var one : open) {
      one.close();
    }
  }

  public void mend() {
    server.reopen();
  }

  private synchronized void awaitRelease() throws IOException {
    try {
      while (held) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private void serve(Socket from) {
    open.add(from);
    try (from;
        var onwards = new Socket(InetAddress.getLoopbackAddress(), to)) {
      var back = Thread.ofVirtual().start(() -> pass(onwards, from));
      pass(from, onwards);
      back.join();
    } catch (IOException | InterruptedException _) {
      // Either end is gone, as it may be here.
    } finally {
      open.remove(from);
    }
  }

  /** Until the one ends; then the other does. */
  private void pass(Socket from, Socket onwards) {
    try {
      pass(from.getInputStream(), onwards.getOutputStream());
      onwards.shutdownOutput();
    } catch (IOException _) {
      // Either end is gone, as it may be here.
    }
  }

  private void pass(InputStream in, OutputStream out) throws IOException {
    var bytes = new byte[16_384];
    for (var read = in.read(bytes); read >= 0; read = in.read(bytes)) {
      awaitRelease();
      out.write(bytes, 0, read);
    }
  }

  @Override
  public void close() throws IOException {
    release();
    server.close();
  }
}
