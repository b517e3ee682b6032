package belfry.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** Somebody who calls the platform with one token. */
public final class Client {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final URI address;
  private final String token;

  private Client(URI address, String token) {
    this.address = address;
    this.token = token;
  }

  static Client of(Simulator simulator, String token) {
    return new Client(simulator.address(), token);
  }

  static Client bot(Simulator simulator, int bot) {
    return of(simulator, simulator.botToken(bot));
  }

  static Client anonymous(Simulator simulator) {
    return of(simulator, "");
  }

  /** The service app that may read and change groups. */
  static Client directory(Simulator simulator) {
    var answer =
        anonymous(simulator)
            .form(
                "/v1/access_token",
                Map.of(
                    "grant_type",
                    "refresh_token",
                    "client_id",
                    simulator.clientId(),
                    "client_secret",
                    simulator.clientSecret(),
                    "refresh_token",
                    simulator.directoryRefreshToken()));
    return of(simulator, answer.json().path("access_token").asText());
  }

  /** A person who consented to these scopes. */
  static Client person(Simulator simulator, String email, String scope) {
    var here = "http://localhost:1/callback";
    var answer =
        anonymous(simulator)
            .form(
                "/v1/access_token",
                Map.of(
                    "grant_type",
                    "authorization_code",
                    "client_id",
                    simulator.clientId(),
                    "client_secret",
                    simulator.clientSecret(),
                    "code",
                    simulator.authorizationCode(email, here, scope),
                    "redirect_uri",
                    here));
    return of(simulator, answer.json().path("access_token").asText());
  }

  /** An answer as it came. */
  record Reply(int status, String body, HttpResponse<String> raw) {
    JsonNode json() {
      try {
        return MAPPER.readTree(body);
      } catch (IOException e) {
        throw new UncheckedIOException(body, e);
      }
    }

    String header(String name) {
      return raw.headers().firstValue(name).orElse("");
    }

    String text(String field) {
      return json().path(field).asText();
    }

    String message() {
      return text("message");
    }

    /** The address in the Link header, or nothing. */
    String next() {
      var link = header("Link");
      return link.isEmpty() ? "" : link.substring(1, link.indexOf('>'));
    }
  }

  Reply get(String path) {
    return send(request(path).GET());
  }

  Reply post(String path, String json) {
    return send(json(path).POST(BodyPublishers.ofString(json)));
  }

  Reply put(String path, String json) {
    return send(json(path).PUT(BodyPublishers.ofString(json)));
  }

  /** A body of any kind. */
  Reply typed(String path, String type, String body) {
    return send(request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body)));
  }

  Reply patch(String path, String json) {
    return send(json(path).method("PATCH", BodyPublishers.ofString(json)));
  }

  Reply delete(String path) {
    return send(request(path).DELETE());
  }

  Reply form(String path, Map<String, String> fields) {
    return send(
        request(path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(encoded(fields))));
  }

  Reply multipart(String path, String boundary, String body) {
    return send(
        request(path)
            .header("Content-Type", "multipart/form-data; boundary=" + boundary)
            .POST(BodyPublishers.ofString(body)));
  }

  /** Sends a markdown message to an e-mail address. */
  Reply say(String email, String markdown) {
    return post("/v1/messages", json("toPersonEmail", email, "markdown", markdown));
  }

  static String json(String... namesAndValues) {
    var object = MAPPER.createObjectNode();
    for (var place = 0; place < namesAndValues.length; place += 2) {
      object.put(namesAndValues[place], namesAndValues[place + 1]);
    }
    return object.toString();
  }

  static String encoded(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(it -> encoded(it.getKey()) + "=" + encoded(it.getValue()))
        .collect(Collectors.joining("&"));
  }

  static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8);
  }

  HttpRequest.Builder request(String path) {
    var uri = path.startsWith("http") ? URI.create(path) : address.resolve(path);
    var request = HttpRequest.newBuilder(uri);
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private HttpRequest.Builder json(String path) {
    return request(path).header("Content-Type", "application/json");
  }

  static Reply send(HttpRequest.Builder request) {
    try {
      var answer = HTTP.send(request.build(), BodyHandlers.ofString());
      return new Reply(answer.statusCode(), answer.body(), answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
