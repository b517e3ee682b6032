package belfry.bench.fuzz;

import belfry.bench.site.TrialException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Somebody with a browser, who signs in the way the page does. */
final class Visitor {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final URI app;
  private final UnaryOperator<String> codes;
  private volatile String cookies = "";

  /**
   * Nobody yet.
   *
   * @param codes gives a code of the platform's for a way back
   */
  Visitor(URI app, UnaryOperator<String> codes) {
    this.app = app;
    this.codes = codes;
  }

  /** With a state of the portal's, as who comes without one may be one of too many. */
  void signIn() {
    cookies = "";
    var begun = send("GET", "authUrl", BodyPublishers.noBody());
    var state = begun.body().replaceFirst(".*[?&]state=([^&]*).*", "$1");
    cookies = cookies(begun);
    var code = codes.apply(app.resolve("oauth").toString());
    var back = send("GET", "oauth?code=" + code + "&state=" + state, BodyPublishers.noBody());
    if (back.statusCode() != 301) {
      throw new TrialException("sign-in answered " + back.statusCode() + ": " + back.body());
    }
    cookies = cookies(back);
  }

  private static String cookies(HttpResponse<String> answer) {
    return answer.headers().allValues("set-cookie").stream()
        .filter(line -> !line.contains("Max-Age=0"))
        .map(line -> line.replaceFirst(";.*", ""))
        .collect(Collectors.joining("; "));
  }

  String cookies() {
    return cookies;
  }

  JsonNode get(String path) {
    return json(send("GET", path, BodyPublishers.noBody()));
  }

  JsonNode post(String path, Object body) {
    try {
      return json(send("POST", path, BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body))));
    } catch (JsonProcessingException e) {
      throw new TrialException("cannot write a request", e);
    }
  }

  /** Brings a file as it is. */
  JsonNode bring(String path, String file) {
    return json(send("POST", path, BodyPublishers.ofString(file)));
  }

  JsonNode delete(String path) {
    return json(send("DELETE", path, BodyPublishers.noBody()));
  }

  /** Where the portal sends whoever asks for this. */
  String locationOf(String path) {
    return send("GET", path, BodyPublishers.noBody()).headers().firstValue("location").orElse("");
  }

  private HttpResponse<String> send(String method, String path, HttpRequest.BodyPublisher body) {
    var request =
        HttpRequest.newBuilder(app.resolve(path))
            .timeout(Line.LONGEST.plus(Duration.ofSeconds(5)))
            .header("Content-Type", "application/json")
            .method(method, body);
    for (var one : cookies.isEmpty() ? List.<String>of() : List.of(cookies)) {
      request.header("Cookie", one);
    }
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new TrialException("the portal did not answer " + method + " " + path, e);
    } catch (InterruptedException e) {
      throw new TrialException("interrupted", e);
    }
  }

  /** What is no JSON is missing. */
  private static JsonNode json(HttpResponse<String> answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (JsonProcessingException _) {
      return JSON.missingNode();
    }
  }
}
