package belfry.standin.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** One HTTP answer; the writer adds nothing to it but what frames the body. */
public final class Reply implements Answer {
  private final int status;
  private final Map<String, String> headers;
  private final byte[] body;
  private final Delivery delivery;
  private final Courtesy courtesy;

  /**
   * What surrounds an answer.
   *
   * @param hinted whether an interim answer goes before it
   * @param hangsUp whether the connection ends after it, though nothing was said of that
   */
  public record Courtesy(boolean hinted, boolean hangsUp) {
    static final Courtesy USUAL = new Courtesy(false, false);
  }

  private Reply(
      int status, Map<String, String> headers, byte[] body, Delivery delivery, Courtesy courtesy) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.delivery = delivery;
    this.courtesy = courtesy;
  }

  public static Reply empty(int status) {
    return new Reply(status, Map.of(), new byte[0], new Delivery.Whole(), Courtesy.USUAL);
  }

  public static Reply of(int status, String type, byte[] body) {
    return new Reply(
        status, Map.of("Content-Type", type), body, new Delivery.Whole(), Courtesy.USUAL);
  }

  public static Reply html(int status, String page) {
    return of(status, "text/html;charset=UTF-8", page.getBytes(UTF_8));
  }

  public int status() {
    return status;
  }

  public Map<String, String> headers() {
    return headers;
  }

  public byte[] body() {
    return body.clone();
  }

  public int length() {
    return body.length;
  }

  Delivery delivery() {
    return delivery;
  }

  Courtesy courtesy() {
    return courtesy;
  }

  public boolean isError() {
    return status >= 400;
  }

  /** Whether nothing was decided yet about how the body goes over the wire. */
  public boolean isPlain() {
    return delivery instanceof Delivery.Whole;
  }

  public boolean has(String header) {
    return headers.containsKey(header);
  }

  /** The same with this header, which takes the place of an earlier one. */
  public Reply with(String header, String value) {
    var all = new LinkedHashMap<>(headers);
    all.put(header, value);
    return new Reply(status, Collections.unmodifiableMap(all), body, delivery, courtesy);
  }

  public Reply withoutHeader(String header) {
    var all = new LinkedHashMap<>(headers);
    all.remove(header);
    return new Reply(status, Collections.unmodifiableMap(all), body, delivery, courtesy);
  }

  /** The same with its headers written otherwise. */
  public Reply withNames(UnaryOperator<String> spelling) {
    var all = new LinkedHashMap<String, String>();
    headers.forEach((name, value) -> all.put(spelling.apply(name), value));
    return new Reply(status, Collections.unmodifiableMap(all), body, delivery, courtesy);
  }

  public Reply withBody(byte[] other) {
    return new Reply(status, headers, other, delivery, courtesy);
  }

  public Reply delivered(Delivery other) {
    return new Reply(status, headers, body, other, courtesy);
  }

  public Reply with(Courtesy other) {
    return new Reply(status, headers, body, delivery, other);
  }
}
