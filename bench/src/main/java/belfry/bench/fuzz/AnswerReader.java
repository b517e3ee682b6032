package belfry.bench.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads answers, and takes nothing for one that HTTP does not allow (RFC 9112). */
final class AnswerReader {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([1-5]\\d\\d) [ -~]*");
  private static final Pattern HEADER =
      Pattern.compile("[-!#$%&'*+.^_`|~0-9A-Za-z]+: ?[\\t -~\\x80-\\xff]*");
  private static final int LONGEST_LINE = 64 * 1024;

  private final InputStream in;

  AnswerReader(InputStream in) {
    this.in = in;
  }

  /** What came is no answer. */
  static final class NoHttp extends IOException {
    private static final long serialVersionUID = 1;

    NoHttp(String why) {
      super(why);
    }
  }

  /**
   * The next answer; empty at the end of the connection. What only says "go on" is passed over.
   *
   * @param headOnly whether it has no body, whatever its headers say
   */
  Optional<Answer> next(boolean headOnly) throws IOException {
    var first = in.read();
    if (first < 0) {
      return Optional.empty();
    }
    var status = status((char) first + line());
    var headers = headers();
    if (status < 200) {
      return next(headOnly);
    }
    var head = new Answer(status, headers, new byte[0], true);
    // Of a line that is too long nobody has read that it asks for a head.
    if ((headOnly && status != 414) || status == 204 || status == 304) {
      return Optional.of(head);
    }
    if (head.mediaType().equals("text/event-stream")) {
      line();
      return Optional.of(new Answer(status, headers, new byte[0], false));
    }
    return Optional.of(new Answer(status, headers, body(head), true));
  }

  private static int status(String line) throws NoHttp {
    var matcher = STATUS.matcher(line);
    if (!matcher.matches()) {
      throw new NoHttp("not a status line: " + line);
    }
    return Integer.parseInt(matcher.group(1));
  }

  private List<String> headers() throws IOException {
    var headers = new ArrayList<String>();
    for (var line = line(); !line.isEmpty(); line = line()) {
      if (!HEADER.matcher(line).matches()) {
        throw new NoHttp("not a header: " + line);
      }
      headers.add(line);
    }
    return headers;
  }

  private byte[] body(Answer head) throws IOException {
    var length = head.header("Content-Length");
    if (head.header("Transfer-Encoding").isPresent()) {
      if (length.isPresent()) {
        throw new NoHttp("both a length and chunks");
      }
      return chunks();
    }
    if (length.isEmpty()) {
      return in.readAllBytes();
    }
    if (!length.get().matches("\\d{1,9}")) {
      throw new NoHttp("not a length: " + length.get());
    }
    return exactly(Integer.parseInt(length.get()));
  }

  private byte[] chunks() throws IOException {
    var body = new ByteArrayOutputStream();
    while (true) {
      var size = line();
      if (!size.matches("[0-9a-fA-F]{1,7}")) {
        throw new NoHttp("not the size of a chunk: " + size);
      }
      if (size.matches("0+")) {
        // Whoever says "TE: trailers" may get some.
        headers();
        return body.toByteArray();
      }
      body.writeBytes(exactly(Integer.parseInt(size, 16)));
      if (!line().isEmpty()) {
        throw new NoHttp("a chunk that does not end where it says");
      }
    }
  }

  private byte[] exactly(int length) throws IOException {
    var bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new NoHttp("%d bytes of a body of %d".formatted(bytes.length, length));
    }
    return bytes;
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (var next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || line.size() > LONGEST_LINE) {
        throw new NoHttp("a line that does not end: " + line.toString(ISO_8859_1));
      }
      line.write(next);
    }
    var text = line.toString(ISO_8859_1);
    if (!text.endsWith("\r")) {
      throw new NoHttp("a line that ends with LF alone: " + text);
    }
    return text.substring(0, text.length() - 1);
  }
}
