package belfry.web;

import belfry.base.Time;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Closes connections whose request headers take too long: they would be held open for nothing. */
final class SlowHeaders implements Http1ConnectionListener, AutoCloseable {
  private final Duration longest;
  private final Time time;
  private final Map<ConnectionContext, Long> reading = new ConcurrentHashMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("slow-headers").daemon().factory());

  SlowHeaders(Duration longest, Time time) {
    this.longest = longest;
    this.time = time;
  }

  void start() {
    var _ = clock.scheduleAtFixedRate(this::closeSlow, 1, 1, TimeUnit.SECONDS);
  }

  @Override
  public void prologue(ConnectionContext connection, HttpPrologue prologue) {
    reading.put(connection, time.nanos());
  }

  @Override
  public void headers(ConnectionContext connection, Headers headers) {
    reading.remove(connection);
  }

  private void closeSlow() {
    var now = time.nanos();
    reading.forEach((connection, since) -> {
      if (now - since > longest.toNanos() && reading.remove(connection, since)) {
        try {
          connection.serverSocket().close();
        } catch (UncheckedIOException _) {
          // It is closed already, which is what was wanted.
        }
      }
    });
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
