package belfry.simulator.wire;

import belfry.simulator.base.HttpDate;
import belfry.simulator.base.Time;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** The HTTP server: finds the handler, writes its answer or breaks it as the answer says. */
public final class Server implements AutoCloseable {
  private static final HeaderName TRACKING = HeaderNames.create("Trackingid");
  private static final Map<String, HeaderName> NAMES =
      Map.of("Content-Type", HeaderNames.CONTENT_TYPE, "Retry-After", HeaderNames.RETRY_AFTER);
  private static final Header JSON = HeaderValues.createCached("Content-Type", Json.TYPE);

  private final Router router;
  private final Time time;
  private final AtomicLong requests = new AtomicLong();
  private final String trackingPrefix;
  private final WebServer http;
  private volatile CountDownLatch release = new CountDownLatch(1);
  private volatile Stamp date = Stamp.of(0);

  /** The Date header of one second, made once. */
  private record Stamp(long second, Header header) {
    static Stamp of(long second) {
      return new Stamp(second, HeaderValues.createCached(HeaderNames.DATE, HttpDate.of(second)));
    }
  }

  private Server(int port, Router router, Time time) {
    this.router = router;
    this.time = time;
    trackingPrefix = "ROUTER_%08X-0001-01BB-0002-".formatted((int) time.millis());
    var sockets = new Sockets();
    http =
        WebServer.builder()
            .host("127.0.0.1")
            .port(port)
            .connectionOptions(sockets)
            .protocolsDiscoverServices(false)
            .addConnectionSelector(new BindingSelector(sockets))
            .shutdownHook(false)
            .shutdownGracePeriod(Duration.ofMillis(100))
            .routing(it -> it.any(this::serve))
            .build()
            .start();
  }

  public static Server start(int port, Router router, Time time) {
    return new Server(port, router, time);
  }

  public int port() {
    return http.port();
  }

  /** Ends every answer that hangs. */
  public void release() {
    var waiting = release;
    release = new CountDownLatch(1);
    waiting.countDown();
  }

  @Override
  public void close() {
    release.countDown();
    http.stop();
  }

  private void serve(ServerRequest request, ServerResponse response) {
    var arrived = time.nanos();
    var trackingId = trackingPrefix + "%012X".formatted(requests.incrementAndGet());
    Answer answer;
    try {
      var match =
          router.find(request.prologue().method().text(), request.prologue().uriPath().path());
      answer = match.handler().handle(new Call(request, match.parameters(), arrived, trackingId));
    } catch (Problem problem) {
      answer = Problem.answer(problem.status(), problem.text(), trackingId);
    }
    if (answer instanceof Answer.Full full && Method.HEAD.equals(request.prologue().method())) {
      // Helidon would send a body that nobody reads.
      connection().write(bytes(full, 0, trackingId));
      throw connection().close();
    }
    write(answer, response, trackingId);
    if (request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
      // Helidon leaves closing to the client, which may read to the end of the stream.
      throw connection().close();
    }
  }

  private void write(Answer answer, ServerResponse response, String trackingId) {
    switch (answer) {
      case Answer.Full full when full.reason() == null && !full.isUndated() ->
          send(full, response, trackingId);
      case Answer.Full full -> {
        connection().write(bytes(full, full.body().length, trackingId));
        written(full);
        throw connection().close();
      }
      case Answer.Streamed streamed -> stream(streamed, response);
      case Answer.Truncated(var whole) -> {
        connection().write(bytes(whole, whole.body().length / 2, trackingId));
        throw connection().close();
      }
      case Answer.Garbage _ -> {
        connection()
            .write(
                "\u0016\u0003\u0001 \u00ff\u00fe no such protocol\n"
                    .getBytes(StandardCharsets.ISO_8859_1));
        throw connection().close();
      }
      case Answer.Reset _ -> throw connection().reset();
      case Answer.Closed _ -> throw connection().close();
      case Answer.Hanging _ -> {
        hang();
        throw connection().close();
      }
    }
  }

  private void send(Answer.Full full, ServerResponse response, String trackingId) {
    response.status(Status.create(full.status()));
    if (!full.headers().containsKey(Answer.DATE)) {
      response.header(date());
    }
    response.header(HeaderValues.create(TRACKING, trackingId));
    full.headers()
        .forEach((name, value) ->
            response.header(
                value.equals(Json.TYPE) ? JSON : HeaderValues.create(name(name), value)));
    if (full.body().length == 0) {
      response.send();
    } else {
      response.send(full.body());
    }
    written(full);
  }

  private static void stream(Answer.Streamed streamed, ServerResponse response) {
    response.header(HeaderValues.create(HeaderNames.CONTENT_TYPE, streamed.contentType()));
    try (var body = response.outputStream()) {
      streamed.writer().writeTo(body);
    } catch (IOException e) {
      throw new UncheckedIOException("The reader of a long answer went away", e);
    }
    if (response instanceof RoutingResponse routed) {
      // Writes the last chunk, even if the connection is closed after it.
      routed.commit();
    }
  }

  /** The answer byte by byte; the reason phrase may be anything, also nothing. */
  private byte[] bytes(Answer.Full full, int bodyLength, String trackingId) {
    var reason =
        full.reason() == null ? Status.create(full.status()).reasonPhrase() : full.reason();
    var head = new StringBuilder("HTTP/1.1 " + full.status() + " " + reason + "\r\n");
    if (!full.headers().containsKey(Answer.DATE)) {
      head.append("Date: ").append(date().get()).append("\r\n");
    }
    head.append("Connection: close\r\n");
    head.append("Trackingid: ").append(trackingId).append("\r\n");
    full.headers()
        .forEach((name, value) -> head.append(value.isEmpty() ? "" : name + ": " + value + "\r\n"));
    head.append("Content-Length: ").append(full.body().length).append("\r\n\r\n");
    var bytes = head.toString().getBytes(StandardCharsets.UTF_8);
    var all = Arrays.copyOf(bytes, bytes.length + bodyLength);
    System.arraycopy(full.body(), 0, all, bytes.length, bodyLength);
    return all;
  }

  private void hang() {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The simulator's own clock, not Helidon's: clients estimate the clock's skew from it. */
  private Header date() {
    var second = time.millis() / 1000;
    var known = date;
    if (known.second() != second) {
      known = Stamp.of(second);
      date = known;
    }
    return known.header();
  }

  private static void written(Answer.Full full) {
    if (full.written() != null) {
      full.written().run();
    }
  }

  private static HeaderName name(String name) {
    var known = NAMES.get(name);
    return known == null ? HeaderNames.create(name) : known;
  }

  private static Connection connection() {
    return Connection.CURRENT.get();
  }
}
