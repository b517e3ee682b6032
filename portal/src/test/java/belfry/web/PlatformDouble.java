package belfry.web;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/**
 * Stands in for the platform where the very bytes of its answers matter: each answer is written as
 * it is given here. Bots are answered by themselves.
 */
public final class PlatformDouble implements AutoCloseable {
  public static final String ACCESS = "canary-access-token_PF84_1";
  public static final String REFRESH = "canary-refresh-token_PF84_1";

  /** What the platform does with one request. */
  public sealed interface Move {
    /** Writes these bytes and goes on listening. */
    record Bytes(String bytes) implements Move {}

    /** Resets the connection once the request is read. */
    record Reset() implements Move {}

    /** Ends the connection without a byte. */
    record Close() implements Move {}

    /** Never answers. */
    record Hang() implements Move {}

    /** Answers once {@code go} is open. */
    record Held(CountDownLatch came, CountDownLatch go, Move then) implements Move {}
  }

  /**
   * One request as it came.
   *
   * @param head request line and headers
   */
  public record Asked(String head, String body) {
    public String line() {
      return head.lines().findFirst().orElse("");
    }
  }

  private final ServerSocket server;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final List<Asked> asked = new ArrayList<>();
  private final List<Socket> open = new ArrayList<>();
  private Deque<Move> token = new ArrayDeque<>(List.of(granted()));
  private Deque<Move> profile = new ArrayDeque<>(List.of(person("ana-id", "Ana Lopez")));

  public PlatformDouble() {
    try {
      server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  // What it answers ---------------------------------------------------------------------------

  public static Move bytes(String status, String body) {
    return bytes(status, body, "Content-Type: application/json");
  }

  /** An answer with exactly this status line (after the version) and these headers. */
  public static Move bytes(String status, String body, String... headers) {
    var lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
    return new Move.Bytes(
        "HTTP/1.1%s\r\n%sContent-Length: %d\r\n\r\n%s"
            .formatted(status, lines, body.getBytes(StandardCharsets.UTF_8).length, body));
  }

  public static Move granted() {
    return granted(ACCESS, REFRESH);
  }

  public static Move granted(String access, String refresh) {
    return bytes(
        " 200 OK",
        """
        {"access_token":"%s","expires_in":1209599,"refresh_token":"%s",\
        "refresh_token_expires_in":7775999,"token_type":"Bearer"}\
        """
            .formatted(access, refresh));
  }

  public static Move person(String id, String displayName) {
    return person(id, displayName, "");
  }

  public static Move person(String id, String displayName, String organisation) {
    return bytes(
        " 200 OK",
        "{\"id\":\"%s\",\"displayName\":\"%s\",\"emails\":[\"%s@example.com\"],\"orgId\":\"%s\"}"
            .formatted(id, displayName, id, organisation));
  }

  /**
   * From now on the token endpoint does these, one after the other; the last one again and again.
   */
  public synchronized PlatformDouble token(Move... moves) {
    token = new ArrayDeque<>(List.of(moves));
    return this;
  }

  /** Likewise the profile lookup. */
  public synchronized PlatformDouble profile(Move... moves) {
    profile = new ArrayDeque<>(List.of(moves));
    return this;
  }

  // What it was asked -------------------------------------------------------------------------

  /** Every request to the token endpoint so far. */
  public synchronized List<Asked> exchanges() {
    return asked.stream().filter(one -> one.line().contains("/v1/access_token")).toList();
  }

  public synchronized List<Asked> profiles() {
    return asked.stream()
        .filter(one -> one.line().contains("/v1/people/me"))
        .filter(one -> !one.head.contains("bot-token"))
        .toList();
  }

  public synchronized List<Asked> everything() {
    return List.copyOf(asked);
  }

  public synchronized void forget() {
    asked.clear();
  }

  // How it listens ----------------------------------------------------------------------------

  private void accept() {
    try {
      while (true) {
        var socket = server.accept();
        synchronized (this) {
          open.add(socket);
        }
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException _) {
      // It is closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      var in = new BufferedInputStream(socket.getInputStream());
      while (true) {
        var head = head(in);
        if (head.isEmpty()) {
          return;
        }
        var body = new String(in.readNBytes(length(head)), StandardCharsets.UTF_8);
        if (!make(moveFor(new Asked(head, body)), socket)) {
          return;
        }
      }
    } catch (IOException | InterruptedException _) {
      // The other side went away, or this one is closed.
    }
  }

  private synchronized Move moveFor(Asked request) {
    asked.add(request);
    if (request.head.contains("bot-token")) {
      return forBot(request);
    }
    var script = request.line().contains("/v1/access_token") ? token : profile;
    return script.size() > 1 ? script.remove() : script.element();
  }

  /**
   * Each token is a bot of its own. Whoever it looks up exists: maija-id for an id, and for
   * maija@example.com.
   */
  private static Move forBot(Asked request) {
    var wanted = request.line().replaceFirst(".*people\\?(id|email)=([^ &%]*).*", "$2");
    if (wanted.equals(request.line())) {
      var token = request.head.replaceFirst("(?s).*(bot-token[-0-9]*).*", "$1");
      return person("of-" + token, "A bot");
    }
    var id = wanted.replaceFirst("-id$", "") + "-id";
    return bytes(
        " 200 OK",
        "{\"items\":[{\"id\":\"%s\",\"displayName\":\"Mx %s\",\"emails\":[\"%s@example.com\"]}]}"
            .formatted(id, id, id));
  }

  /** Whether the connection goes on. */
  private boolean make(Move move, Socket socket) throws IOException, InterruptedException {
    return switch (move) {
      case Move.Bytes(var bytes) -> {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
        yield true;
      }
      case Move.Reset() -> {
        socket.setSoLinger(true, 0);
        yield false;
      }
      case Move.Close() -> false;
      case Move.Hang() -> {
        closing.await();
        yield false;
      }
      case Move.Held(var came, var go, var then) -> {
        came.countDown();
        go.await();
        yield make(then, socket);
      }
    };
  }

  private static String head(BufferedInputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    for (var next = in.read(); next >= 0; next = in.read()) {
      bytes.write(next);
      if (bytes.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        return bytes.toString(StandardCharsets.ISO_8859_1);
      }
    }
    return "";
  }

  private static int length(String head) {
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
        .map(line -> Integer.parseInt(line.substring(15).strip()))
        .findFirst()
        .orElse(0);
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      server.close();
      synchronized (this) {
        for (var socket : open) {
          socket.close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
