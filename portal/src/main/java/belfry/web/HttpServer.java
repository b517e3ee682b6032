package belfry.web;

import belfry.base.Id;
import belfry.base.Time;
import belfry.storage.StorageException;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP itself: turns what comes over the wire into a {@link Request}, finds its row, and sends the
 * {@link Reply}. Every answer's common headers are set here, and every problem becomes bytes here.
 */
final class HttpServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

  /** How the server listens. */
  record Settings(String host, int port, TrustedProxies proxies) {}

  private final Routes routes;
  private final Guard guard;
  private final TrustedProxies proxies;
  private final Time time;
  private final SlowHeaders slowHeaders;
  private final WebServer server;

  HttpServer(Settings settings, Routes routes, Guard guard, Time time) {
    this.time = time;
    slowHeaders = new SlowHeaders(Duration.ofSeconds(10), time);
    this.routes = routes;
    this.guard = guard;
    proxies = settings.proxies();
    server =
        WebServer.builder()
            .host(settings.host())
            .port(settings.port())
            .shutdownHook(false)
            .maxTcpConnections(4_096)
            .shutdownGracePeriod(Duration.ofMillis(500))
            .addProtocol(
                Http1Config.builder()
                    .maxPrologueLength(8 * 1024)
                    .maxHeadersSize(16 * 1024)
                    .addReceiveListener(slowHeaders)
                    .build())
            .routing(HttpRouting.builder().any(this::handle))
            .build();
  }

  /** Opens the port; Helidon itself does not throw when it is taken. */
  void start() {
    server.start();
    if (!server.isRunning()) {
      throw new PortTaken(
          "PORT: %s:%d cannot be opened. Something else may be using it: choose another port, or stop that."
              .formatted(server.prototype().host(), server.prototype().port()));
    }
    slowHeaders.start();
  }

  int port() {
    return server.port();
  }

  private void handle(ServerRequest in, ServerResponse out) {
    Reply reply;
    var plain = false;
    var request = request(in);
    try {
      var match = routes.match(request.method(), segments(in));
      plain = match.route().errors() == Route.Errors.PLAIN_TEXT;
      reply = guard.answer(match.route(), request.with(match.parameters()));
    } catch (Problem.Found found) {
      reply = problem(found.problem(), plain);
    } catch (StorageException e) {
      LOG.warn("{} {}: {}", request.method(), in.path().path(), e.getMessage());
      reply = problem(Problem.storage(), plain);
    } catch (RuntimeException e) {
      var id = Id.next().toString();
      LOG.error(
          "Fault {} at {} {}. The caller was told its number",
          id,
          request.method(),
          in.path().path(),
          e);
      reply = problem(Problem.fault(id), plain);
    }
    send(out, withCommonHeaders(reply, request));
  }

  private static Reply problem(Problem problem, boolean plain) {
    var reply = plain ? Reply.text(problem.status(), problem.detail()) : Reply.problem(problem);
    return problem.status() == 405
        ? reply.with("Allow", problem.detail().replaceAll("^Use |\\.$", ""))
        : reply;
  }

  private Request request(ServerRequest in) {
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
        in.content().hasEntity()
            ? Bodies.timed(in.content().inputStream(), time)
            : InputStream.nullInputStream());
  }

  /** Split before decoding, so that an encoded slash stays part of its segment. */
  private static List<String> segments(ServerRequest in) {
    var raw = in.prologue().uriPath().rawPathNoParams();
    try {
      return Stream.of(raw.substring(1).split("/", -1))
          .map(segment -> URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8))
          .toList();
    } catch (IllegalArgumentException _) {
      throw Problem.notFound("There is nothing at this address.").thrown();
    }
  }

  private static Reply withCommonHeaders(Reply reply, Request request) {
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
    if (request.secure()) {
      more.add(new Reply.Header("Strict-Transport-Security", "max-age=31536000"));
    }
    return new Reply(reply.status(), more, reply.body());
  }

  private static void send(ServerResponse out, Reply reply) {
    out.status(Status.create(reply.status()));
    var values = new TreeMap<String, List<String>>();
    reply
        .headers()
        .forEach(header ->
            values.computeIfAbsent(header.name(), _ -> new ArrayList<>()).add(header.value()));
    values.forEach((name, all) -> out.header(HeaderNames.create(name), all.toArray(String[]::new)));
    switch (reply.body()) {
      case Reply.Body.Bytes(var bytes) -> {
        if (bytes.length == 0) {
          out.send();
        } else {
          out.send(bytes);
        }
      }
      case Reply.Body.Stream(var writer) -> {
        try (var stream = out.outputStream()) {
          writer.to(stream);
        } catch (IOException | UncheckedIOException _) {
          throw new CloseConnectionException("the reader of a stream left");
        } catch (StorageException e) {
          LOG.warn("A stream ended early: {}. Its reader comes back by itself", e.getMessage());
          throw new CloseConnectionException("the stream could not go on");
        }
      }
    }
  }

  @Override
  public void close() {
    slowHeaders.close();
    server.stop();
  }
}
