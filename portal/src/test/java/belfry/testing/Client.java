package belfry.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A program that talks to the portal and keeps its cookies. Every answer, and every object of a
 * stream, is held against openapi.yaml, so that the description stays true.
 */
public final class Client {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI portal;
  private final String app;
  private final Map<String, String> cookies = new LinkedHashMap<>();
  private final Map<String, String> headers = new LinkedHashMap<>();

  public Client(URI portal, String app) {
    this.portal = portal;
    this.app = app;
  }

  /** One answer. */
  public record Answer(int status, String body, HttpResponse<String> raw) {
    public JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (JsonProcessingException e) {
        throw new AssertionError("no JSON: " + body, e);
      }
    }

    public Optional<String> header(String name) {
      return raw.headers().firstValue(name);
    }

    public List<String> headers(String name) {
      return raw.headers().allValues(name);
    }

    /** The messages of a problem by their field. */
    public Map<String, String> errors() {
      var errors = new LinkedHashMap<String, String>();
      json()
          .path("errors")
          .forEach(
              error -> errors.put(error.path("field").asText(), error.path("message").asText()));
      return errors;
    }
  }

  /** Signs in as the platform's consent page would let this person. */
  public Answer signIn(TestPortal at, String email) {
    var code =
        at.simulator()
            .authorizationCode(
                email,
                "http://localhost:" + portal.getPort() + "/Hub/" + app + "/oauth",
                "spark:people_read");
    return get("oauth?code=" + code);
  }

  public Client withHeader(String name, String value) {
    headers.put(name, value);
    return this;
  }

  public Map<String, String> cookies() {
    return cookies;
  }

  /** A path below {@code /Hub/<app>/}. */
  public Answer get(String path) {
    return call("GET", "/Hub/" + app + "/" + path, Optional.empty());
  }

  public Answer post(String path, Object body) {
    return call("POST", "/Hub/" + app + "/" + path, Optional.of(json(body)));
  }

  /** Brings a file. */
  public Answer attach(String name, String type, byte[] bytes) {
    var encoded = URLEncoder.encode(name, StandardCharsets.UTF_8);
    var path = "/Hub/" + app + "/jobs/attach?name=" + encoded;
    return call("POST", path, HttpRequest.BodyPublishers.ofByteArray(bytes), Optional.of(type));
  }

  /** Brings a list of people. */
  public Answer bringList(String query, byte[] bytes) {
    var path = "/Hub/" + app + "/user/lists/add" + query;
    return call(
        "POST", path, HttpRequest.BodyPublishers.ofByteArray(bytes), Optional.of("text/csv"));
  }

  /** Saves these rules of the app, whichever it has, as an administrator of it. */
  public void saveRules(Map<String, ?> rules) {
    var form = new LinkedHashMap<String, Object>(rules);
    form.put("revision", get("admin/rules").json().path("revision").asLong());
    var answer = post("admin/rules", form);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  public Answer delete(String path) {
    return call("DELETE", "/Hub/" + app + "/" + path, Optional.empty());
  }

  /** As it is sent; text is taken as it is. */
  public static String json(Object body) {
    try {
      return body instanceof String text ? text : JSON.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Any path of the portal. */
  public Answer call(String method, String path, Optional<String> body) {
    return call(
        method,
        path,
        body.map(HttpRequest.BodyPublishers::ofString)
            .orElseGet(HttpRequest.BodyPublishers::noBody),
        body.map(_ -> "application/json"));
  }

  private Answer call(
      String method, String path, HttpRequest.BodyPublisher body, Optional<String> type) {
    var request = HttpRequest.newBuilder(portal.resolve(path)).method(method, body);
    if (!cookies.isEmpty()) {
      request.header("Cookie", cookieHeader());
    }
    if (!headers.containsKey("Content-Type")) {
      type.ifPresent(one -> request.header("Content-Type", one));
    }
    headers.forEach(request::header);
    var answer = send(request.build());
    keepCookies(answer);
    OpenApi.assertDescribed(
        method,
        path.replaceFirst("\\?.*", ""),
        answer.status(),
        answer.header("Content-Type").orElse(""),
        answer.body());
    return answer;
  }

  private String cookieHeader() {
    return cookies.entrySet().stream()
        .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
        .collect(Collectors.joining("; "));
  }

  private Answer send(HttpRequest request) {
    try {
      var response = http.send(request, BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body(), response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void keepCookies(Answer answer) {
    for (var line : answer.headers("Set-Cookie")) {
      var pair = line.replaceFirst(";.*", "");
      var equals = pair.indexOf('=');
      if (line.contains("Max-Age=0")) {
        cookies.remove(pair.substring(0, equals));
      } else {
        cookies.put(pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
  }

  /** The first {@code count} objects of an event stream. */
  public List<JsonNode> follow(String path, int count) {
    var found = new ArrayList<JsonNode>();
    follow(
        path,
        object -> {
          found.add(object);
          return found.size() < count;
        });
    return found;
  }

  /** The first object of an event stream that is as wanted. */
  public JsonNode followUntil(String path, Predicate<JsonNode> wanted) {
    var found = new ArrayList<JsonNode>();
    follow(
        path,
        object -> {
          found.add(object);
          return !wanted.test(object);
        });
    return found.getLast();
  }

  /** Any path of the portal, asked for as an event stream; whoever opens it closes its lines. */
  public HttpResponse<Stream<String>> opened(String path) {
    var request =
        HttpRequest.newBuilder(portal.resolve(path)).header("Accept", "text/event-stream");
    if (!cookies.isEmpty()) {
      request.header("Cookie", cookieHeader());
    }
    headers.forEach(request::header);
    try {
      return http.send(request.build(), BodyHandlers.ofLines());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void follow(String path, Predicate<JsonNode> further) {
    try {
      var answer = opened("/Hub/" + app + "/" + path);
      try (var lines = answer.body()) {
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
        var each = lines.takeWhile(line -> !line.equals("event: end")).iterator();
        while (each.hasNext()) {
          var line = each.next();
          if (line.startsWith("data: ") && !further.test(described(path, line))) {
            return;
          }
        }
      }
      throw new AssertionError(path + " ended before it was as wanted");
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a line of the stream carries: the same object that this path answers as JSON. */
  private JsonNode described(String path, String line) throws JsonProcessingException {
    var asked = "/Hub/" + app + "/" + path.replaceFirst("\\?.*", "");
    var data = line.substring("data: ".length());
    OpenApi.assertDescribed("GET", asked, 200, "text/event-stream", line);
    OpenApi.assertDescribed("GET", asked, 200, "application/json", data);
    return JSON.readTree(data);
  }
}
