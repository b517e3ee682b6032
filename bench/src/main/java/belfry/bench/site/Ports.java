package belfry.bench.site;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports that nobody uses yet. */
public final class Ports {
  private Ports() {}

  public static int free() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new TrialException("no free port", e);
    }
  }
}
