package belfry.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Stands between a program and the portal and loses what passes, as lines and proxies do: one
 * request for each connection.
 */
public final class LossyProxy implements AutoCloseable {
  /** What becomes of one request and its answer. */
  public enum Fate {
    PASSED,
    /** The portal never hears of it. */
    REQUEST_LOST,
    /** The portal has answered; nothing of that arrives. */
    ANSWER_LOST,
    /** Half of the answer arrives. */
    ANSWER_CUT,
    /** The portal has answered; the proxy says that it has not. */
    BAD_GATEWAY,
    /** The portal has answered; a page of somebody else's arrives. */
    OTHER_PAGE,
    /** Asked to wait a second; the portal never hears of it. */
    THROTTLED,
    /** Nothing arrives as long as the program waits for it; the portal never hears of it. */
    REQUEST_HELD,
    /** Nothing arrives as long as the program waits for it; the portal has answered. */
    ANSWER_HELD
  }

  private final LoopbackServer server;
  private final int portal;
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private volatile boolean held;
  private volatile Function<String, Fate> fates = _ -> Fate.PASSED;

  public LossyProxy(URI portal) {
    this.portal = portal.getPort();
    server = new LoopbackServer(this::serve);
  }

  public URI address() {
    return URI.create("http://localhost:" + server.port());
  }

  /** Decides by the request line. */
  public void decide(Function<String, Fate> fate) {
    seen.clear();
    held = false;
    fates = fate;
  }

  /** The request lines since then. */
  public List<String> seen() {
    return List.copyOf(seen);
  }

  private void serve(Socket from) {
    try (from) {
      var request = request(from.getInputStream());
      if (request.length == 0) {
        return;
      }
      var line = new String(request, StandardCharsets.ISO_8859_1).lines().findFirst().orElse("");
      seen.add(line);
      answer(from, request, fates.apply(line));
    } catch (IOException _) {
      // Either end is gone, as it may be here.
    }
  }

  private void answer(Socket from, byte[] request, Fate fate) throws IOException {
    var out = from.getOutputStream();
    switch (fate) {
      case PASSED -> out.write(forwarded(request));
      case REQUEST_LOST -> from.setSoLinger(true, 0);
      case ANSWER_LOST -> forwarded(request);
      case ANSWER_CUT -> {
        var answer = forwarded(request);
        out.write(answer, 0, answer.length - answer.length / 4);
      }
      case BAD_GATEWAY -> {
        forwarded(request);
        out.write(page("502 Bad Gateway", ""));
      }
      case OTHER_PAGE -> {
        forwarded(request);
        out.write(page("200 OK", ""));
      }
      case REQUEST_HELD -> hold(from);
      case ANSWER_HELD -> {
        forwarded(request);
        hold(from);
      }
      case THROTTLED -> out.write(page("429 Too Many Requests", "Retry-After: 1\r\n"));
    }
    out.flush();
  }

  private void hold(Socket from) throws IOException {
    held = true;
    from.getInputStream().readAllBytes();
  }

  /** Whether something was held back since then. */
  public boolean holds() {
    return held;
  }

  private static byte[] page(String status, String header) {
    var words = "<html>proxy</html>";
    return "HTTP/1.1 %s\r\nContent-Type: text/html\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n%s"
        .formatted(status, header, words.length(), words)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private byte[] forwarded(byte[] request) throws IOException {
    try (var to = new Socket(InetAddress.getLoopbackAddress(), portal)) {
      to.getOutputStream().write(request);
      to.getOutputStream().flush();
      return to.getInputStream().readAllBytes();
    }
  }

  /** The whole request, with the wish that the connection ends after it. */
  private static byte[] request(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      var next = in.read();
      if (next < 0) {
        return new byte[0];
      }
      head.write(next);
    }
    var text = head.toString(StandardCharsets.ISO_8859_1);
    var length =
        text.lines()
            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
            .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
            .findFirst()
            .orElse(0);
    var whole = new ByteArrayOutputStream();
    whole.write(
        text.replaceFirst("(?i)\r\nConnection:[^\r]*", "")
            .replaceFirst("\r\n\r\n$", "\r\nConnection: close\r\n\r\n")
            .getBytes(StandardCharsets.ISO_8859_1));
    whole.write(in.readNBytes(length));
    return whole.toByteArray();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
