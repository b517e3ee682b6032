package belfry.web;

import belfry.testing.Await;
import belfry.testing.OpenApi;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.regex.Pattern;

/**
 * One connection to the portal, for tests in which each byte matters. Every answer at a path of
 * openapi.yaml is held against it.
 */
public final class Wire implements AutoCloseable {
  private static final Pattern REQUEST_LINE =
      Pattern.compile("([A-Z]+) ([^ ?]+)\\S* HTTP/1\\.1\r\n");

  /** A request that was written and not answered yet. */
  private record Asked(String method, String path) {}

  private final Queue<Asked> asked = new ArrayDeque<>();
  private final Socket socket;
  private final InputStream in;

  private Wire(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(Math.toIntExact(Await.patience(Duration.ofSeconds(15)).toMillis()));
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
  }

  public static Wire to(int port) {
    try {
      return new Wire(new Socket(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One request on a connection of its own. */
  public static Answer ask(int port, String request) {
    try (var wire = to(port)) {
      return wire.write(request).answer();
    }
  }

  /** A GET with these header lines. */
  public static Answer get(int port, String path, String... headers) {
    return ask(port, head("GET", path, headers) + "\r\n");
  }

  /** A POST of JSON, with these header lines. */
  public static Answer post(int port, String path, String body, String... headers) {
    var length = body.getBytes(StandardCharsets.UTF_8).length;
    return ask(
        port,
        head("POST", path, headers)
            + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n".formatted(length)
            + body);
  }

  public static String head(String method, String path, String... headers) {
    var head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n");
    for (var header : headers) {
      head.append(header).append("\r\n");
    }
    return head.toString();
  }

  /**
   * An answer as it came.
   *
   * @param headers one line each
   */
  public record Answer(int status, String statusLine, List<String> headers, String body) {
    /** Every value of a header, in order. */
    public List<String> all(String name) {
      var prefix = name.toLowerCase(java.util.Locale.ROOT) + ":";
      return headers.stream()
          .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith(prefix))
          .map(line -> line.substring(prefix.length()).strip())
          .toList();
    }

    public Optional<String> header(String name) {
      return all(name).stream().findFirst();
    }

    /** The {@code Set-Cookie} line of one cookie. */
    public Optional<String> cookie(String name) {
      return all("Set-Cookie").stream().filter(line -> line.startsWith(name + "=")).findFirst();
    }

    /** What a browser would send back: the cookies that are set, and not those taken away. */
    public String cookies() {
      return "Cookie: "
          + String.join(
              "; ",
              all("Set-Cookie").stream()
                  .filter(line -> !line.contains("Max-Age=0"))
                  .map(line -> line.replaceFirst(";.*", ""))
                  .toList());
    }

    /** All of it, to search in. */
    public String whole() {
      return statusLine + "\n" + String.join("\n", headers) + "\n\n" + body;
    }
  }

  public Wire write(String text) {
    try {
      REQUEST_LINE
          .matcher(text)
          .results()
          .forEach(line -> asked.add(new Asked(line.group(1), line.group(2))));
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Nothing more is written. */
  void end() {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next answer on this connection. */
  public Answer answer() {
    return answer(false);
  }

  /** The next answer, to a HEAD: whatever its length, no body follows. */
  public Answer answerToHead() {
    return answer(true);
  }

  private Answer answer(boolean withoutBody) {
    try {
      var statusLine = line();
      var headers = new java.util.ArrayList<String>();
      for (var line = line(); !line.isEmpty(); line = line()) {
        headers.add(line);
      }
      var status = Integer.parseInt(statusLine.split(" ", -1)[1]);
      var bare = new Answer(status, statusLine, headers, "");
      var length = withoutBody ? 0 : bare.header("Content-Length").map(Integer::parseInt).orElse(0);
      var body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
      var answer = new Answer(status, statusLine, headers, body);
      if (status >= 200) {
        judge(answer, withoutBody);
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Leaves aside what answers no request line or HEAD, and paths that nobody described. */
  private void judge(Answer answer, boolean withoutBody) {
    var to = asked.poll();
    if (to != null && !withoutBody && OpenApi.hasPath(to.path)) {
      OpenApi.assertDescribed(
          to.method, to.path, answer.status, answer.header("Content-Type").orElse(""), answer.body);
    }
  }

  private String line() throws IOException {
    var bytes = new ByteArrayOutputStream();
    for (var next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException(
            "the connection ended after: " + bytes.toString(StandardCharsets.UTF_8));
      }
      if (next != '\r') {
        bytes.write(next);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** What comes up to a line that begins so, and that line. */
  public String until(String beginning) {
    try {
      var lines = new StringBuilder();
      var line = "";
      while (!line.startsWith(beginning)) {
        line = line();
        lines.append(line).append('\n');
      }
      return lines.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the other side has ended the connection, after a little waiting. */
  boolean hasEnded() {
    try {
      socket.setSoTimeout(100);
      return in.read() < 0;
    } catch (SocketTimeoutException _) {
      return false;
    } catch (IOException _) {
      return true;
    }
  }

  /** Waits for the end of the connection; what still came before it. */
  public String rest() {
    try {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (SocketException _) {
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
