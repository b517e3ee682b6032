package belfry.http;

import belfry.base.Fatal;
import belfry.base.Id;
import belfry.base.Network;
import belfry.base.Time;
import belfry.storage.StorageException;
import belfry.storage.Unreadable;
import com.sun.management.UnixOperatingSystemMXBean;
import io.helidon.common.LazyValue;
import io.helidon.common.socket.SocketOptions;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.MDC;

/**
 * The HTTP server: turns input into a {@link Request}, calls the {@link Site}, and sends its {@link
 * Reply}. Sets the common headers of every answer, and writes every problem.
 */
public final class HttpServer implements AutoCloseable {

  /** Longer than proxies usually keep an idle connection, so that they close it, not we. */
  private static final Duration IDLE = Duration.ofSeconds(75);

  /**
   * How many bytes of an unread answer the operating system may buffer; by default it would take
   * megabytes.
   */
  private static final int UNREAD = 128 * 1024;

  /**
   * How many connections may wait to be accepted. A client that finds no room tries again after one
   * second and after three (RFC 6298), which is what a crowd would cost everybody else.
   */
  private static final int WAITING = 4_096;

  private final Site site;
  private final Faults faults;
  private final TrustedProxies proxies;
  private final StrictTransport transport;
  private final Time time;
  private final SlowRequests slow;
  private final Places room = Bodies.room();
  private final Semaphore unread = new Semaphore(16);
  private final FairAccept accept;
  private final FairRequests turns = new FairRequests();
  private final WebServer server;
  private volatile boolean leaving;

  public HttpServer(Endpoint endpoint, Site site, Time time) {
    this.time = time;
    var seats = new Seats(Seats.within(mostFiles()), time);
    slow = new SlowRequests(time);
    this.site = site;
    faults = new Faults(time);
    proxies = endpoint.proxies();
    transport = endpoint.transport();
    accept =
        new FairAccept(
            SocketOptions.builder().tcpNoDelay(true).socketSendBufferSize(UNREAD).build(),
            proxies::trusts,
            time);
    server =
        WebServer.builder()
            .host(endpoint.host())
            .port(endpoint.port())
            .shutdownHook(false)
            .backlog(WAITING)
            .maxTcpConnections(seats.most() + Seats.STANDING)
            // With channels each connection has two buffers of 8 KiB; without, one.
            .useNio(false)
            .idleConnectionTimeout(IDLE)
            .idleConnectionPeriod(IDLE.dividedBy(5))
            .shutdownGracePeriod(Duration.ofMillis(500))
            .connectionOptions(accept)
            .directHandlers(unreadable())
            .protocolsDiscoverServices(false)
            .addConnectionSelector(
                new Connections(new StrictHttp(http11(slow)), seats, slow, proxies::trusts))
            .routing(HttpRouting.builder().any(this::handle))
            .build();
  }

  /**
   * Beyond that the operating system refuses connections, and Helidon would stop listening for
   * good.
   */
  private static long mostFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        ? system.getMaxFileDescriptorCount()
        : Long.MAX_VALUE;
  }

  private static Http1ConnectionSelector http11(SlowRequests slow) {
    return Http1ConnectionSelector.builder()
        .config(
            Http1Config.builder()
                .maxPrologueLength(8 * 1024)
                .maxHeadersSize(16 * 1024)
                .addReceiveListener(StrictHttp.telling(slow))
                .build())
        .build();
  }

  /** Opens the port. Helidon itself does not throw if it is taken. */
  public void start() {
    server.start();
    if (!server.isRunning()) {
      throw new PortTaken(
          "PORT: %s:%d cannot be opened. Something else may be using it: choose another port, or stop that."
              .formatted(server.prototype().host(), server.prototype().port()));
    }
    slow.start();
  }

  public int port() {
    return server.port();
  }

  /** From now on each answer is the last of its connection, so that proxies keep none to it. */
  public void leave() {
    leaving = true;
  }

  private void handle(ServerRequest in, ServerResponse out) {
    // For the log: what is logged meanwhile names this request.
    var id = Id.next().toString();
    try (var _ = MDC.putCloseable("request", id)) {
      handle(in, out, id);
    }
  }

  private void handle(ServerRequest in, ServerResponse out, String id) {
    var body = new Bodies.Incoming(stream(in), time, slow, room);
    var request = request(in, body);
    turns.await(Network.of(request.address()));
    try {
      var reply =
          withCommonHeaders(answer(in, request, id), request.secure())
              // The page sets its clock by this, and names times that are compared with this clock.
              .with("Date", Reply.DATE.format(time.now()));
      try {
        finish(in, out, request, body, reply);
      } catch (IllegalArgumentException | IllegalStateException e) {
        faults.ours(id, request.method(), path(in), e);
        throw new CloseConnectionException("the answer could not be written", e);
      } finally {
        reply.close();
      }
    } finally {
      body.forget();
    }
  }

  private void finish(
      ServerRequest in, ServerResponse out, Request request, Bodies.Incoming body, Reply reply) {
    var whole = !in.content().hasEntity() || body.ended() || (mayFollow(in) && readOut(body));
    slow.arrived();
    // It also counts among other tokens, and in a later header line.
    var last =
        !whole
            || leaving
            || isTurnedAway(reply)
            || in.headers().containsToken(HeaderValues.CONNECTION_CLOSE);
    ReplyWriter.send(out, request.method(), last ? reply.with("Connection", "close") : reply);
    if (last) {
      throw new CloseConnectionException("this was the last answer on this connection");
    }
  }

  /** A client that sends too many requests may already have sent more on this connection. */
  private static boolean isTurnedAway(Reply reply) {
    return reply.status() == 429 || reply.status() == 503;
  }

  /**
   * Whether to drain an unread body so that its sender receives the answer: not if it is too long
   * anyway, nor if the client still waits for permission to send it.
   */
  private static boolean mayFollow(ServerRequest in) {
    return in.headers().contentLength().orElse(0) <= Bodies.LARGEST
        && !in.headers().contains(HeaderNames.EXPECT);
  }

  /** Only a few at once: a refused client that keeps sending costs as much work as others. */
  private boolean readOut(Bodies.Incoming body) {
    if (!unread.tryAcquire()) {
      return false;
    }
    try {
      return body.readOut();
    } finally {
      unread.release();
    }
  }

  private Reply answer(ServerRequest in, Request request, String id) {
    var errors = Site.ErrorFormat.PROBLEM_JSON;
    try {
      var path = path(in);
      var segments = segments(path);
      var resource = site.at(segments);
      errors = resource.errors();
      refuseParameters(path);
      refuseNul(segments, request);
      SingleHeaders.check(request);
      return kept(resource.answer(request), request.body());
    } catch (Problem.Thrown found) {
      return problem(found.problem(), errors);
    } catch (CloseConnectionException e) {
      throw e;
    } catch (StorageException e) {
      faults.storage(request.method(), path(in), e);
      return problem(e instanceof Unreadable ? Problem.unreadable() : Problem.storage(), errors);
    } catch (RuntimeException e) {
      faults.ours(id, request.method(), path(in), e);
      return problem(Problem.fault(id), errors);
    } catch (Error e) {
      Fatal.raise(e);
      throw e;
    }
  }

  /** Releases the request, and takes room for the answer. */
  private static Reply kept(Reply reply, Bodies.Incoming body) {
    body.forget();
    if (reply.body() instanceof Reply.Body.Bytes(var bytes)) {
      body.keep(bytes.length);
    }
    return reply;
  }

  /** Proxies differ in whether they are a part of the segment, so no address has any. */
  private static void refuseParameters(String rawPath) {
    if (rawPath.indexOf(';') >= 0) {
      throw Problem.nothingHere().thrown();
    }
  }

  /** No text needs NUL, and not every database accepts it. */
  private static void refuseNul(List<String> segments, Request request) {
    if (segments.stream().anyMatch(HttpServer::hasNul)) {
      throw Problem.nothingHere().thrown();
    }
    request
        .query()
        .forEach((name, values) -> {
          if (hasNul(name) || values.stream().anyMatch(HttpServer::hasNul)) {
            throw Problem.invalid(name.replace("\0", ""), ApiJson.NUL).thrown();
          }
        });
  }

  private static boolean hasNul(String text) {
    return text.indexOf('\0') >= 0;
  }

  /** As it was sent: decoded, it could fake another log line. */
  private static String path(ServerRequest in) {
    return in.prologue().uriPath().rawPath();
  }

  /** The error format of this path, whatever the method. */
  private Site.ErrorFormat errors(String path) {
    try {
      return site.at(segments(path)).errors();
    } catch (Problem.Thrown _) {
      return Site.ErrorFormat.PROBLEM_JSON;
    }
  }

  private static Reply problem(Problem problem, Site.ErrorFormat errors) {
    return switch (errors) {
      case PLAIN_TEXT -> Reply.text(problem);
      case PROBLEM_JSON -> Reply.problem(problem);
    };
  }

  /** Answers invalid requests in the usual format; Helidon would send bare text. */
  private DirectHandlers unreadable() {
    var handlers = DirectHandlers.builder();
    for (var type : DirectHandler.EventType.values()) {
      handlers.addHandler(
          type,
          (request, _, status, _, _) ->
              unreadable(request.method(), request.path(), status.code()));
    }
    return handlers.build();
  }

  private DirectHandler.TransportResponse unreadable(String method, String path, int status) {
    var reply = withCommonHeaders(problem(Problem.unreadable(status), errors(path)), false);
    var response =
        DirectHandler.TransportResponse.builder().status(Status.create(status)).keepAlive(false);
    reply
        .headers()
        .forEach(header -> response.header(HeaderNames.create(header.name()), header.value()));
    var isHead = method.equalsIgnoreCase("HEAD");
    return response
        .entity(isHead ? new byte[0] : ((Reply.Body.Bytes) reply.body()).bytes())
        .build();
  }

  private static Supplier<InputStream> stream(ServerRequest in) {
    return LazyValue.create(() ->
        in.content().hasEntity() ? in.content().inputStream() : InputStream.nullInputStream());
  }

  private Request request(ServerRequest in, Bodies.Incoming body) {
    var headers = new TreeMap<String, List<String>>();
    in.headers()
        .forEach(header -> headers.put(header.name().toLowerCase(Locale.ROOT), header.allValues()));
    var query = new TreeMap<String, List<String>>();
    in.query().names().forEach(name -> query.put(name, in.query().all(name)));
    var peer = in.remotePeer().host();
    return new Request(
        in.prologue().method().text(),
        Map.of(),
        query,
        headers,
        proxies.client(peer, headers),
        in.isSecure() || proxies.secure(peer, headers),
        body);
  }

  /** Split before decoding, so that an encoded slash stays part of its segment. */
  private static List<String> segments(String rawPath) {
    try {
      return Stream.of((rawPath.startsWith("/") ? rawPath.substring(1) : rawPath).split("/", -1))
          .map(segment -> URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8))
          .toList();
    } catch (IllegalArgumentException _) {
      throw Problem.nothingHere().thrown();
    }
  }

  private Reply withCommonHeaders(Reply reply, boolean secure) {
    var more = new ArrayList<>(reply.headers());
    more.add(new Reply.Header("X-Content-Type-Options", "nosniff"));
    more.add(new Reply.Header("Referrer-Policy", "no-referrer"));
    more.add(new Reply.Header("Cross-Origin-Opener-Policy", "same-origin"));
    more.add(new Reply.Header("Cross-Origin-Resource-Policy", "same-origin"));
    if (reply.header("Cache-Control").isEmpty()) {
      more.add(new Reply.Header("Cache-Control", "no-store"));
    }
    if (reply.header("Content-Security-Policy").isEmpty()) {
      more.add(
          new Reply.Header(
              "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"));
    }
    if (secure) {
      transport
          .header()
          .ifPresent(value -> more.add(new Reply.Header("Strict-Transport-Security", value)));
    }
    return new Reply(reply.status(), more, reply.body());
  }

  @Override
  public void close() {
    slow.close();
    server.stop();
    accept.close();
    turns.close();
  }
}
