package belfry.bench.site;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports that nobody uses yet. */
public final class Ports {
  private static final int LOWEST = 20_000;

  /**
   * The first that Linux gives to outgoing connections: before its server listens, somebody's
   * connection may get such a port, or the one that asks for the server may get it and reach
   * itself.
   */
  private static final int FIRST_OUTGOING = 32_768;

  private static final int MOST_TRIES = 1_000;

  private Ports() {}

  public static int free() {
    for (var tries = 0; tries < MOST_TRIES; tries++) {
      var port = ThreadLocalRandom.current().nextInt(LOWEST, FIRST_OUTGOING);
      if (isFree(port)) {
        return port;
      }
    }
    throw new TrialException("no free port from %d to %d".formatted(LOWEST, FIRST_OUTGOING - 1));
  }

  private static boolean isFree(int port) {
    try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException _) {
      return false;
    }
  }
}
