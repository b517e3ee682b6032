package belfry.standin.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Locale.ROOT;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;

/** Writes a reply to a connection, in the way that it is to be delivered. */
final class ReplyWriter {
  private static final byte[] HINT =
      "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n".getBytes(ISO_8859_1);
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(ISO_8859_1);
  private static final int PIECES = 10;

  private final OutputStream out;

  ReplyWriter(OutputStream out) {
    this.out = out;
  }

  /** Whether the connection can serve another request. */
  boolean write(Reply reply) throws IOException {
    if (reply.courtesy().hinted()) {
      out.write(HINT);
      out.flush();
    }
    var body = reply.body();
    var goesOn =
        switch (reply.delivery()) {
          case Delivery.Whole() -> send(head(reply, length(reply)), body);
          case Delivery.Chunked() -> send(head(reply, chunked()), chunk(body), LAST_CHUNK);
          case Delivery.CutShort() -> !send(head(reply, length(reply)), half(body));
          case Delivery.CutChunks() -> !send(head(reply, chunked()), chunk(half(body)));
          case Delivery.UntilClose() -> !send(head(reply, "Connection: close\r\n"), body);
          case Delivery.Stalled(var time) -> {
            send(head(reply, length(reply)), half(body));
            Waiting.of(time);
            yield false;
          }
          case Delivery.Dribbled(var time) -> {
            send(head(reply, length(reply)));
            yield dribble(body, time);
          }
        };
    return goesOn && !reply.courtesy().hangsUp();
  }

  private boolean dribble(byte[] body, Duration time) throws IOException {
    var piece = Math.max(1, body.length / PIECES);
    for (var at = 0; at < body.length; at += piece) {
      Waiting.of(time.dividedBy(PIECES));
      out.write(body, at, Math.min(piece, body.length - at));
      out.flush();
    }
    return true;
  }

  /** Sends all in one go, so that no part waits for an acknowledgement of another. */
  private boolean send(byte[]... parts) throws IOException {
    var all = new ByteArrayOutputStream();
    for (var part : parts) {
      all.write(part);
    }
    all.writeTo(out);
    out.flush();
    return true;
  }

  private static byte[] head(Reply reply, String framing) {
    var head = new StringBuilder("HTTP/1.1 %d %s\r\n".formatted(reply.status(), reason(reply)));
    reply
        .headers()
        .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    return head.append(framing).append("\r\n").toString().getBytes(ISO_8859_1);
  }

  private static String length(Reply reply) {
    return reply.status() == 204 ? "" : "Content-Length: " + reply.length() + "\r\n";
  }

  private static String chunked() {
    return "Transfer-Encoding: chunked\r\n";
  }

  private static byte[] chunk(byte[] content) throws IOException {
    var chunk = new ByteArrayOutputStream();
    chunk.write(
        (Integer.toHexString(content.length).toUpperCase(ROOT) + "\r\n").getBytes(ISO_8859_1));
    chunk.write(content);
    chunk.write("\r\n".getBytes(ISO_8859_1));
    return chunk.toByteArray();
  }

  private static byte[] half(byte[] body) {
    return Arrays.copyOf(body, body.length / 2);
  }

  private static String reason(Reply reply) {
    return switch (reply.status()) {
      case 200 -> "OK";
      case 201 -> "Created";
      case 202 -> "Accepted";
      case 204 -> "No Content";
      case 302 -> "Found";
      case 304 -> "Not Modified";
      case 307 -> "Temporary Redirect";
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 409 -> "Conflict";
      case 415 -> "Unsupported Media Type";
      case 423 -> "Locked";
      case 429 -> "Too Many Requests";
      case 500 -> "Internal Server Error";
      case 502 -> "Bad Gateway";
      case 503 -> "Service Unavailable";
      case 504 -> "Gateway Timeout";
      default -> "";
    };
  }
}
