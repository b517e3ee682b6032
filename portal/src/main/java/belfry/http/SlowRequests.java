package belfry.http;

import belfry.base.Fatal;
import belfry.base.Time;
import io.helidon.http.HeaderNames;
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

/**
 * Closes connections whose requests take too long to arrive or whose answers take too long to
 * leave. Without this they would stay open, because their reads and writes have no time-out.
 */
public final class SlowRequests implements Http1ConnectionListener, AutoCloseable {
  static final Duration HEADERS = Duration.ofSeconds(10);

  /** Longer than {@link Bodies} waits, which can still send an answer while something arrives. */
  static final Duration BODY = Duration.ofSeconds(30);

  /** Within this time a client must read some of its answer. */
  static final Duration ANSWER = Duration.ofSeconds(30);

  private final Time time;

  /** Each connection is read by its own thread. */
  private final Map<Thread, Arrival> arriving = new ConcurrentHashMap<>();

  /** Likewise for writing. */
  private final Map<Thread, Departure> leaving = new ConcurrentHashMap<>();

  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("slow-requests").daemon().factory());

  /** A request being received, and its deadline. */
  private record Arrival(ConnectionContext connection, long until) {}

  /** Part of an answer being sent, and since when. */
  private record Departure(ConnectionContext connection, long since) {}

  SlowRequests(Time time) {
    this.time = time;
  }

  void start() {
    var _ = clock.scheduleAtFixedRate(this::closeSlow, 1, 1, TimeUnit.SECONDS);
  }

  /** A client has connected; its first request is awaited. */
  void connected(ConnectionContext connection) {
    expect(connection, HEADERS);
  }

  /** This thread begins to write part of an answer. */
  void leaving(ConnectionContext connection) {
    leaving.put(Thread.currentThread(), new Departure(connection, time.nanos()));
  }

  /** It has been written, or will not be. */
  void left() {
    leaving.remove(Thread.currentThread());
  }

  @Override
  public void prologue(ConnectionContext connection, HttpPrologue prologue) {
    expect(connection, HEADERS);
  }

  @Override
  public void headers(ConnectionContext connection, Headers headers) {
    if (headers.contains(HeaderNames.CONTENT_LENGTH)
        || headers.contains(HeaderNames.TRANSFER_ENCODING)) {
      expect(connection, BODY);
    } else {
      arrived();
    }
  }

  private void expect(ConnectionContext connection, Duration longest) {
    arriving.put(Thread.currentThread(), new Arrival(connection, time.nanos() + longest.toNanos()));
  }

  /** The request that this thread reads is complete, or nobody waits for the rest. */
  void arrived() {
    arriving.remove(Thread.currentThread());
  }

  /** The long body that this thread reads keeps coming, so it gets another second. */
  void aSecondMore() {
    arriving.computeIfPresent(
        Thread.currentThread(),
        (_, arrival) ->
            new Arrival(arrival.connection, arrival.until + Duration.ofSeconds(1).toNanos()));
  }

  private void closeSlow() {
    try {
      closeAllSlow();
    } catch (Error e) {
      Fatal.raise(e);
    }
  }

  private void closeAllSlow() {
    var now = time.nanos();
    arriving.forEach((thread, arrival) -> {
      if (now - arrival.until > 0) {
        close(thread, arrival);
      }
    });
    leaving.forEach((thread, departure) -> {
      if (now - departure.since > ANSWER.toNanos()) {
        close(thread, departure);
      }
    });
  }

  private void close(Thread thread, Arrival arrival) {
    if (arriving.remove(thread, arrival)) {
      close(arrival.connection);
    }
  }

  private void close(Thread thread, Departure departure) {
    if (leaving.remove(thread, departure)) {
      close(departure.connection);
    }
  }

  private static void close(ConnectionContext connection) {
    try {
      connection.serverSocket().close();
    } catch (UncheckedIOException _) {
      // It is already closed, which is the goal.
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
