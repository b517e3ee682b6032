package belfry.simulator.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.helidon.common.buffers.DataReader.InsufficientDataAvailableException;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One request, read as far as somebody asks. Belongs to the thread of its connection. */
public final class Call {
  /** A parameter of links from an empty page to the next one. */
  public static final String TURN = "turn";

  private static final HeaderName TYPE = HeaderNames.CONTENT_TYPE;
  private static final HeaderName HOST = HeaderNames.HOST;

  private final ServerRequest request;
  private final Map<String, String> parameters;
  private final long arrived;
  private final String trackingId;
  private byte @Nullable [] body;
  private @Nullable JsonNode json;
  private @Nullable Map<String, String> query;
  private @Nullable List<Multipart.Part> parts;

  Call(ServerRequest request, Map<String, String> parameters, long arrived, String trackingId) {
    this.request = request;
    this.parameters = parameters;
    this.arrived = arrived;
    this.trackingId = trackingId;
  }

  /** When the head of the request had been read, in the nanoseconds of the simulator's time. */
  public long arrived() {
    return arrived;
  }

  public String trackingId() {
    return trackingId;
  }

  /** A part of the path, such as {@code id}. */
  public String part(String name) {
    return parameters.getOrDefault(name, "");
  }

  public Map<String, String> query() {
    if (query == null) {
      query = decoded(request.prologue().query().rawValue());
    }
    return query;
  }

  /** A query parameter; one that is there without a value counts as absent. */
  public Optional<String> query(String name) {
    return Optional.ofNullable(query().get(name)).filter(it -> !it.isEmpty());
  }

  /** How many empty pages were shown already where the next full one should be. */
  public int turn() {
    return query(TURN).filter(it -> it.matches("\\d{1,3}")).map(Integer::parseInt).orElse(0);
  }

  /** The address of the same request again with one parameter changed; turns begin anew. */
  public String again(String parameter, Object value) {
    var changed = new LinkedHashMap<>(query());
    changed.remove(TURN);
    changed.put(parameter, value.toString());
    var written =
        changed.entrySet().stream()
            .map(it -> encoded(it.getKey()) + "=" + encoded(it.getValue()))
            .collect(Collectors.joining("&"));
    return base() + path() + "?" + written;
  }

  private static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8);
  }

  public String path() {
    return request.prologue().uriPath().rawPath();
  }

  /** The bearer token, if one came along. */
  public Optional<String> bearer() {
    return request
        .headers()
        .first(HeaderNames.AUTHORIZATION)
        .filter(it -> it.regionMatches(true, 0, "Bearer ", 0, 7))
        .map(it -> it.substring(7).trim());
  }

  /** The address of the simulator as the caller wrote it. */
  public String base() {
    return "http://" + request.headers().first(HOST).orElse("localhost");
  }

  private boolean hasType(String type) {
    return contentType().regionMatches(true, 0, type, 0, type.length());
  }

  private String contentType() {
    return request.headers().first(TYPE).orElse("");
  }

  public byte[] body() {
    if (body == null) {
      body =
          request.content().hasEntity()
              ? taken(() -> request.content().inputStream().readAllBytes())
              : new byte[0];
    }
    return body;
  }

  /** The body as JSON; no body counts as an empty object. */
  public JsonNode json() {
    if (json == null) {
      try {
        json =
            body().length == 0 ? JsonNodeFactory.instance.objectNode() : Json.MAPPER.readTree(body);
      } catch (IOException e) {
        throw new Problem(400, "The request body is not valid JSON.");
      }
    }
    if (!json.isObject()) {
      throw new Problem(400, "The request body must be a JSON object.");
    }
    return json;
  }

  public <T> T json(Class<T> type) {
    try {
      return Json.MAPPER.treeToValue(json(), type);
    } catch (JsonProcessingException e) {
      throw new Problem(400, e.getOriginalMessage());
    }
  }

  /** The fields of the body, be it a form or flat JSON; what is null counts as absent. */
  public Map<String, String> fields() {
    if (isForm()) {
      return decoded(new String(body(), StandardCharsets.UTF_8));
    }
    var fields = new LinkedHashMap<String, String>();
    for (var field : json().properties()) {
      if (!field.getValue().isNull()) {
        fields.put(field.getKey(), field.getValue().asText());
      }
    }
    return fields;
  }

  /** Whether a body, if there is one, is of a kind the platform reads; one of no kind is. */
  public boolean isReadable() {
    var type = contentType();
    return type.isEmpty()
        || isJson(type)
        || isForm()
        || isMultipart()
        || !request.content().hasEntity();
  }

  private static boolean isJson(String type) {
    var end = type.indexOf(';');
    var name = end < 0 ? type : type.substring(0, end).stripTrailing();
    return name.equalsIgnoreCase("application/json") || name.endsWith("+json");
  }

  public boolean isForm() {
    return hasType("application/x-www-form-urlencoded");
  }

  /** The parts of a multipart body. */
  public List<Multipart.Part> parts() {
    if (parts == null) {
      parts = taken(() -> Multipart.read(contentType(), request.content().inputStream()));
    }
    return parts;
  }

  public boolean isMultipart() {
    return hasType("multipart/form-data");
  }

  /** Takes everything off the wire, for work that goes on when the connection is gone. */
  public void readAll() {
    if (isMultipart()) {
      parts();
    } else {
      body();
    }
  }

  /** Takes something off the wire. */
  private interface Taking<T> {
    T take() throws IOException;
  }

  /** When the client goes away in the middle of its request there is nobody to answer. */
  private static <T> T taken(Taking<T> something) {
    try {
      return something.take();
    } catch (IOException | UncheckedIOException | InsufficientDataAvailableException e) {
      throw new CloseConnectionException("The request broke off", e);
    }
  }

  private static Map<String, String> decoded(String form) {
    var fields = new LinkedHashMap<String, String>();
    for (var field : form.split("&", -1)) {
      var cut = field.indexOf('=');
      if (!field.isEmpty()) {
        fields.putIfAbsent(
            decodedPart(cut < 0 ? field : field.substring(0, cut)),
            cut < 0 ? "" : decodedPart(field.substring(cut + 1)));
      }
    }
    return fields;
  }

  private static String decodedPart(String part) {
    try {
      return URLDecoder.decode(part, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new Problem(400, "A part of the request is badly percent-encoded.");
    }
  }
}
