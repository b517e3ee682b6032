package belfry.standin;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A stand-in in a test's own time, and a client that knows its secrets. */
final class Desk implements AutoCloseable {
  static final String PERSON = "staff.00003@harbour.example";
  static final String ANOTHER = "staff.00004@harbour.example";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final OwnTime time = new OwnTime();
  private final StandIn standIn;
  private final JsonNode introduction;
  private final HttpClient http = HttpClient.newHttpClient();

  private Desk(int people) {
    standIn = StandIn.open(new Settings(0, people, 7, 2), time);
    introduction = standIn.introduction();
  }

  static Desk open() {
    return new Desk(30);
  }

  static Desk withStaff(int people) {
    return new Desk(people);
  }

  OwnTime time() {
    return time;
  }

  URI address() {
    return standIn.address();
  }

  JsonNode introduction() {
    return introduction;
  }

  String bot() {
    return introduction.at("/bots/0/token").asText();
  }

  /** With the first bot's token. */
  HttpResponse<String> get(String path) throws IOException {
    return send(bot(), "GET", path, Optional.empty());
  }

  HttpResponse<String> get(String token, String path) throws IOException {
    return send(token, "GET", path, Optional.empty());
  }

  HttpResponse<String> post(Map<String, ?> message) throws IOException {
    return send(bot(), "POST", "/v1/messages", Optional.of(written(message)));
  }

  /** The first bot writes to somebody; the answer's body. */
  JsonNode write(String email, String markdown) throws IOException {
    return json(post(Map.of("toPersonEmail", email, "markdown", markdown)));
  }

  /** What the first bot and somebody have written to each other. */
  HttpResponse<String> conversation(String email) throws IOException {
    return get("/v1/messages/direct?personEmail=" + email);
  }

  List<JsonNode> items(String email) throws IOException {
    return items(conversation(email));
  }

  static List<JsonNode> items(HttpResponse<String> listing) {
    return json(listing).path("items").valueStream().toList();
  }

  HttpResponse<String> send(String token, String method, String path, Optional<String> body)
      throws IOException {
    var request =
        HttpRequest.newBuilder(address().resolve(path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, body.map(BodyPublishers::ofString).orElse(BodyPublishers.noBody()));
    return send(request.build());
  }

  HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Only these are on from now on, always. */
  void manners(String... names) throws IOException {
    var all = JSON.createObjectNode();
    for (var name : names) {
      all.put(name, 1.0);
    }
    control("PUT", "manners", all.toString());
  }

  /** Only this is on from now on, always, with this number. */
  void manner(String name, long value) throws IOException {
    control("PUT", "manners", written(Map.of(name, Map.of("share", 1, "value", value))));
  }

  void fault(String name, double share, long value) throws IOException {
    control("PUT", "faults", written(Map.of(name, Map.of("share", share, "value", value))));
  }

  JsonNode control(String method, String what, String body) throws IOException {
    return json(send(bot(), method, "/control/" + what, Optional.of(body)));
  }

  JsonNode stats() throws IOException {
    return json(get("/control/stats"));
  }

  JsonNode ledger() throws IOException {
    return json(get("/control/ledger"));
  }

  int stored() throws IOException {
    return json(get("/control/count")).path("messages").asInt();
  }

  /** What is stored later is stored in the platform's own thread. */
  void awaitStored(int messages) throws IOException {
    while (stored() != messages) {
      Thread.onSpinWait();
    }
  }

  /** A fresh token of the directory's own account. */
  String directory() throws IOException {
    var form =
        "grant_type=refresh_token&client_id=%s&client_secret=%s&refresh_token=%s"
            .formatted(
                introduction.path("clientId").asText(),
                introduction.path("clientSecret").asText(),
                introduction.path("directoryRefreshToken").asText());
    return json(token(form)).path("access_token").asText();
  }

  HttpResponse<String> token(String form) throws IOException {
    return send(
        HttpRequest.newBuilder(address().resolve("/v1/access_token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build());
  }

  static JsonNode json(HttpResponse<String> answer) {
    return json(answer.body());
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + text, e);
    }
  }

  private static String written(Map<String, ?> body) {
    try {
      return JSON.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a map that cannot be written", e);
    }
  }

  @Override
  public void close() {
    http.close();
    standIn.close();
  }
}
