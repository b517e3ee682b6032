package belfry.standin.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Locale.ROOT;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads one request after the other off a connection. */
final class RequestReader {
  private static final int LONGEST_LINE = 64 * 1024;
  private static final int LONGEST_BODY = 128 * 1024 * 1024;
  private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(ISO_8859_1);

  private final InputStream in;
  private final OutputStream out;

  /** What a client waits for before it sends a body is said on {@code out}. */
  RequestReader(InputStream in, OutputStream out) {
    this.in = new BufferedInputStream(in, 16 * 1024);
    this.out = out;
  }

  /** Empty when the client is done. */
  Optional<Request> next() throws IOException {
    var first = line();
    while (first.isPresent() && first.get().isEmpty()) {
      first = line();
    }
    if (first.isEmpty()) {
      return Optional.empty();
    }
    var words = first.get().split(" ", -1);
    if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
      throw new ProtocolException("no request: " + first.get());
    }
    var headers = headers();
    if (headers.getOrDefault("expect", "").equalsIgnoreCase("100-continue")) {
      out.write(CONTINUE);
      out.flush();
    }
    return Optional.of(new Request(words[0], words[1], headers, body(headers)));
  }

  private Map<String, String> headers() throws IOException {
    var headers = new HashMap<String, String>();
    for (var line = needed(); !line.isEmpty(); line = needed()) {
      var halves = line.split(":", 2);
      if (halves.length == 2) {
        headers.putIfAbsent(halves[0].strip().toLowerCase(ROOT), halves[1].strip());
      }
    }
    return headers;
  }

  private byte[] body(Map<String, String> headers) throws IOException {
    if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
      return chunks();
    }
    return exactly(length(headers.getOrDefault("content-length", "0"), 10));
  }

  private byte[] chunks() throws IOException {
    var all = new ByteArrayOutputStream();
    for (var length = chunkLength(); length > 0; length = chunkLength()) {
      if (all.size() + length > LONGEST_BODY) {
        throw new ProtocolException("too long a body");
      }
      all.write(exactly(length));
      needed();
    }
    headers();
    return all.toByteArray();
  }

  private int chunkLength() throws IOException {
    return length(needed().split(";", 2)[0].strip(), 16);
  }

  private static int length(String written, int radix) throws ProtocolException {
    try {
      var length = Integer.parseInt(written, radix);
      if (length < 0 || length > LONGEST_BODY) {
        throw new ProtocolException("too long a body: " + written);
      }
      return length;
    } catch (NumberFormatException _) {
      throw new ProtocolException("no length: " + written);
    }
  }

  private byte[] exactly(int length) throws IOException {
    var bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the body ended early");
    }
    return bytes;
  }

  private String needed() throws IOException {
    return line().orElseThrow(() -> new EOFException("the request ended early"));
  }

  private Optional<String> line() throws IOException {
    var line = new ByteArrayOutputStream(128);
    for (var next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        return Optional.empty();
      }
      if (line.size() >= LONGEST_LINE) {
        throw new ProtocolException("too long a line");
      }
      line.write(next);
    }
    var text = line.toString(ISO_8859_1);
    return Optional.of(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
  }
}
