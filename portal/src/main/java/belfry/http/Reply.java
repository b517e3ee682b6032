package belfry.http;

import belfry.base.Said;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** An answer: status, headers, and a body of bytes or a stream. */
public record Reply(int status, List<Header> headers, Body body) {
  /** A date as headers have it (RFC 9110, 5.6.7). */
  public static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  static final String JSON = "application/json";
  static final String TEXT = "text/plain; charset=utf-8";

  /** A problem may quote what was asked for, which can be long. */
  private static final int LONGEST_SAID = 1_000;

  /**
   * A header line; the same name may occur more than once. Its value can come from anywhere: what
   * no header may have (RFC 9110, 5.5) is percent-encoded, as in an address.
   */
  public record Header(String name, String value) {
    public Header {
      value = value.chars().allMatch(Header::isPlain) ? value : escaped(value);
    }

    private static boolean isPlain(int one) {
      return one >= ' ' && one < 0x7F;
    }

    private static String escaped(String value) {
      var out = new StringBuilder();
      value
          .codePoints()
          .forEach(point -> {
            if (isPlain(point)) {
              out.appendCodePoint(point);
            } else {
              var whole = point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE;
              var octets =
                  Character.toString(whole ? point : 0xFFFD).getBytes(StandardCharsets.UTF_8);
              for (var octet : octets) {
                out.append("%%%02X".formatted(octet));
              }
            }
          });
      return out.toString();
    }
  }

  /** The body. */
  public sealed interface Body {
    /** A body that is complete before the first byte is sent. */
    @SuppressWarnings("ArrayRecordComponent")
    record Bytes(byte[] bytes) implements Body {}

    /**
     * A body that is written piece by piece as long as somebody reads it; the place stays taken
     * until then.
     */
    record Stream(Writer writer, Places.Place place) implements Body {}
  }

  /** Writes a body while it is being produced. */
  public interface Writer {
    void to(OutputStream out) throws IOException;
  }

  /** Called when it has been written, or will not be. */
  void close() {
    if (body instanceof Body.Stream stream) {
      stream.place().close();
    }
  }

  private static Reply of(int status, String type, byte[] bytes) {
    return new Reply(status, List.of(new Header("Content-Type", type)), new Body.Bytes(bytes));
  }

  public static Reply ok(Object json) {
    return json(200, json);
  }

  public static Reply created(Object json) {
    return json(201, json);
  }

  public static Reply json(int status, Object json) {
    return of(status, JSON, ApiJson.write(json));
  }

  /** The same answer once more; empty if it had no body. */
  public static Reply again(int status, String json) {
    return json.isEmpty()
        ? new Reply(status, List.of(), new Body.Bytes(new byte[0]))
        : of(status, JSON, json.getBytes(StandardCharsets.UTF_8));
  }

  public static Reply text(int status, String text) {
    return of(status, TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A problem as plain text, with its code and arguments in a header for programs. */
  static Reply text(Problem problem) {
    var said = ApiJson.line(new Said(problem.code(), problem.args()));
    var reply = text(problem.status(), problem.detail()).with(problem.headers());
    return said.length() > LONGEST_SAID ? reply : reply.with("Belfry-Said", said);
  }

  public static Reply bytes(String type, byte[] bytes) {
    return of(200, type, bytes);
  }

  public static Reply problem(Problem problem) {
    return of(problem.status(), "application/problem+json", ApiJson.write(problem))
        .with(problem.headers());
  }

  public static Reply noContent() {
    return new Reply(204, List.of(), new Body.Bytes(new byte[0]));
  }

  public static Reply moved(int status, String location) {
    return text(status, "").with("Location", location);
  }

  /** A stream; the place stays taken until it has been written, or will not be. */
  public static Reply stream(String type, Places.Place place, Writer writer) {
    return new Reply(
        200, List.of(new Header("Content-Type", type)), new Body.Stream(writer, place));
  }

  /**
   * The whole answer as bytes, for use without a server; it closes its connection.
   *
   * @param phrase the status's reason phrase (RFC 9110, 15)
   */
  byte[] written(String phrase) {
    var bytes = ((Body.Bytes) body).bytes();
    var head = new StringBuilder("HTTP/1.1 %d %s\r\n".formatted(status, phrase));
    headers.forEach(header -> head.append("%s: %s\r\n".formatted(header.name, header.value)));
    head.append("Content-Length: %d\r\nConnection: close\r\n\r\n".formatted(bytes.length));
    var out = new ByteArrayOutputStream();
    out.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(bytes);
    return out.toByteArray();
  }

  public Reply with(String name, String value) {
    return with(List.of(new Header(name, value)));
  }

  public Reply with(List<Header> others) {
    var more = new ArrayList<>(headers);
    more.addAll(others);
    return new Reply(status, more, body);
  }

  Optional<String> header(String name) {
    return headers.stream()
        .filter(header -> header.name().equalsIgnoreCase(name))
        .map(Header::value)
        .findFirst();
  }
}
