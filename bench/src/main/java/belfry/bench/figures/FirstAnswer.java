package belfry.bench.figures;

import static java.nio.charset.StandardCharsets.US_ASCII;

import belfry.bench.site.ChildProcess;
import belfry.bench.site.Pauses;
import belfry.bench.site.TrialException;
import belfry.bench.site.Usage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * How long a server takes from the start of its process to its first 200, and what it then holds.
 */
record FirstAnswer(double millis, double megabytes) {
  private static final byte[] REQUEST =
      "GET /status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(US_ASCII);

  /** Starts the server, awaits the answer, lets it come to rest, and ends it. */
  static FirstAnswer of(int port, Supplier<ChildProcess> start) {
    var began = System.nanoTime();
    try (var server = start.get()) {
      if (!Pauses.until(() -> answers(port), Duration.ofSeconds(60))) {
        throw new TrialException("the server did not answer");
      }
      var millis = (System.nanoTime() - began) / 1e6;
      Pauses.of(Duration.ofSeconds(1));
      var usage = server.usage();
      server.stop();
      return new FirstAnswer(millis, Usage.megabytes(usage.resident()));
    }
  }

  private static boolean answers(int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      socket.setSoTimeout(5_000);
      socket.getOutputStream().write(REQUEST);
      return new String(socket.getInputStream().readNBytes(12), US_ASCII).endsWith(" 200");
    } catch (IOException _) {
      return false;
    }
  }
}
