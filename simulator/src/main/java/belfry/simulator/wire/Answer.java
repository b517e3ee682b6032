package belfry.simulator.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What goes back over the wire, or fails to. */
public sealed interface Answer {
  /** The header that every answer carries without being told; empty for none. */
  String DATE = "Date";

  /**
   * A whole answer.
   *
   * @param reason the reason phrase; null for the usual one, empty for none at all
   * @param written called when the last byte is on its way
   */
  @SuppressWarnings("ArrayRecordComponent") // Answers are written once and never compared.
  record Full(
      int status,
      @Nullable String reason,
      Map<String, String> headers,
      byte[] body,
      @Nullable Runnable written)
      implements Answer {

    public Full with(String header, String value) {
      var more = new HashMap<>(headers);
      more.put(header, value);
      return new Full(status, reason, more, body, written);
    }

    public Full without(String header) {
      if (!headers.containsKey(header)) {
        return this;
      }
      var fewer = new HashMap<>(headers);
      fewer.remove(header);
      return new Full(status, reason, fewer, body, written);
    }

    public Full withStatus(int code) {
      return new Full(code, reason, headers, body, written);
    }

    public Full withReason(@Nullable String phrase) {
      return new Full(status, phrase, headers, body, written);
    }

    public Full withBody(String type, byte[] bytes) {
      return new Full(status, reason, headers, bytes, written).with("Content-Type", type);
    }

    public Full whenWritten(Runnable action) {
      return new Full(status, reason, headers, body, action);
    }

    /** Whether it goes out without a date; if nothing is said of it, it carries the true one. */
    public boolean isUndated() {
      return "".equals(headers.get(DATE));
    }

    public boolean isSuccess() {
      return status / 100 == 2;
    }
  }

  /** An answer too long to be held in memory. */
  record Streamed(String contentType, Writer writer) implements Answer {
    /** Writes the body. */
    public interface Writer {
      void writeTo(OutputStream body) throws IOException;
    }
  }

  /** The connection is reset. */
  record Reset() implements Answer {}

  /** The connection is closed without a byte. */
  record Closed() implements Answer {}

  /** Nothing comes back, and the connection stays open. */
  record Hanging() implements Answer {}

  /** The head and half of the body, then the end of the stream. */
  record Truncated(Full whole) implements Answer {}

  /** Bytes that are not HTTP. */
  record Garbage() implements Answer {}

  static Full of(int status, String contentType, byte[] body) {
    return new Full(status, null, Map.of("Content-Type", contentType), body, null);
  }

  static Full html(int status, String page) {
    return of(status, "text/html;charset=UTF-8", page.getBytes(StandardCharsets.UTF_8));
  }

  static Full noContent() {
    return new Full(204, null, Map.of(), new byte[0], null);
  }

  static Full seeOther(String location) {
    return new Full(302, null, Map.of("Location", location), new byte[0], null);
  }
}
