package belfry.standin.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One HTTP request as it came over the wire; names of headers are in small letters. */
public final class Request {
  private final String method;
  private final String target;
  private final Map<String, String> headers;
  private final byte[] body;

  /** The target is a path with its query. */
  public Request(String method, String target, Map<String, String> headers, byte[] body) {
    this.method = method;
    this.target = target;
    this.headers = headers;
    this.body = body;
  }

  public String method() {
    return method;
  }

  /** Path and query as they were sent. */
  public String target() {
    return target;
  }

  public String path() {
    return target.split("\\?", 2)[0];
  }

  /** The path's parts: of {@code /v1/people/me} they are {@code v1}, {@code people}, {@code me}. */
  public List<String> segments() {
    return List.of(path().replaceFirst("^/+", "").split("/+", -1));
  }

  /** The part at this place, counted from 0. */
  public Optional<String> segment(int place) {
    var all = segments();
    return place < all.size() && !all.get(place).isEmpty()
        ? Optional.of(all.get(place))
        : Optional.empty();
  }

  public Fields query() {
    var halves = target.split("\\?", 2);
    return halves.length == 1 ? Fields.NONE : Fields.parse(halves[1]);
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(ROOT)));
  }

  /** The media type without its parameters, in small letters; empty when none was sent. */
  public String mediaType() {
    return header("Content-Type")
        .map(type -> type.split(";", 2)[0].strip().toLowerCase(ROOT))
        .orElse("");
  }

  public byte[] body() {
    return body.clone();
  }

  public Fields form() {
    return Fields.parse(new String(body, UTF_8));
  }

  /** The parts of a body of several. */
  public List<Part> parts() {
    return Multipart.parts(header("Content-Type").orElse(""), body);
  }
}
