package belfry.standin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people answer: what webhooks tell of it, what can be read, and where it is found. */
class StandInAnswersTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SECRET = "between the two";

  private final Desk desk = Desk.open();
  private final BlockingQueue<Letter> letters = new LinkedBlockingQueue<>();
  private final HttpServer post = server();

  /** What somebody was told. */
  private record Letter(String signature, String body) {
    JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static HttpServer server() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeEach
  void open() {
    post.createContext("/", this::take);
    post.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    var signature = exchange.getRequestHeaders().getFirst("X-Spark-Signature");
    letters.add(
        new Letter(
            signature == null ? "" : signature,
            new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  @AfterEach
  void close() {
    desk.close();
    post.stop(0);
  }

  private JsonNode webhook(String resource) throws IOException {
    var form =
        Map.of(
            "name",
            "Answers",
            "targetUrl",
            "http://127.0.0.1:" + post.getAddress().getPort() + "/event",
            "resource",
            resource,
            "event",
            "created",
            "secret",
            SECRET);
    return ask("POST", "/v1/webhooks", form);
  }

  private JsonNode ask(String method, String path, Map<String, ?> form) throws IOException {
    var answer = desk.send(desk.bot(), method, path, Optional.of(JSON.writeValueAsString(form)));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private Letter next() throws InterruptedException {
    return Optional.ofNullable(letters.poll(10, TimeUnit.MINUTES)).orElseThrow();
  }

  private JsonNode say(String email, String words) throws IOException {
    return desk.control(
        "POST", "say", JSON.writeValueAsString(Map.of("email", email, "markdown", words)));
  }

  @Test
  void whatSomebodyWritesIsToldWithoutItsWordsAndSigned() throws Exception {
    webhook("messages");

    var said = say(Desk.PERSON, "Is it so?");

    var letter = next();
    assertThat(letter.json().path("resource").asText()).isEqualTo("messages");
    assertThat(letter.json().at("/data/id")).isEqualTo(said.path("id"));
    assertThat(letter.json().at("/data/personEmail").asText()).isEqualTo(Desk.PERSON);
    assertThat(letter.json().at("/data").has("text")).isFalse();
    var mac = Mac.getInstance("HmacSHA1");
    mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA1"));
    assertThat(letter.signature())
        .isEqualTo(HexFormat.of().formatHex(mac.doFinal(letter.body().getBytes(UTF_8))));
    var read = JSON.readTree(desk.get("/v1/messages/" + said.path("id").asText()).body());
    assertThat(read.path("markdown").asText()).isEqualTo("Is it so?");
    var listed =
        Desk.items(desk.get("/v1/messages?roomId=" + letter.json().at("/data/roomId").asText()));
    assertThat(listed.getFirst().path("id")).isEqualTo(said.path("id"));
  }

  @Test
  void aPressIsToldAndCanBeRead() throws Exception {
    webhook("attachmentActions");
    var card =
        Map.of(
            "contentType",
            "application/vnd.microsoft.card.adaptive",
            "content",
            Map.of("type", "AdaptiveCard", "version", "1.3"));
    var sent =
        JSON.readTree(
            desk.post(
                    Map.of(
                        "toPersonEmail",
                        Desk.PERSON,
                        "markdown",
                        "Read it?",
                        "attachments",
                        List.of(card)))
                .body());
    var press =
        Map.of(
            "email",
            Desk.PERSON,
            "messageId",
            sent.path("id").asText(),
            "inputs",
            Map.of("read", "yes"));

    var pressed = desk.control("POST", "press", JSON.writeValueAsString(press));

    assertThat(next().json().at("/data/id")).isEqualTo(pressed.path("id"));
    var action =
        JSON.readTree(desk.get("/v1/attachment/actions/" + pressed.path("id").asText()).body());
    assertThat(action.at("/inputs/read").asText()).isEqualTo("yes");
    assertThat(action.path("messageId")).isEqualTo(sent.path("id"));
    assertThat(action.path("personId")).isEqualTo(sent.path("toPersonId"));
    assertThat(desk.get("/v1/attachment/actions/" + sent.path("id").asText()).statusCode())
        .isEqualTo(404);
  }

  @Test
  void webhooksAreListedChangedAndDeleted() throws Exception {
    var id = webhook("messages").path("id").asText();
    assertThat(Desk.items(desk.get("/v1/webhooks"))).hasSize(1);
    var other = desk.introduction().at("/bots/1/token").asText();
    assertThat(Desk.items(desk.get(other, "/v1/webhooks"))).isEmpty();

    var changed =
        ask(
            "PUT",
            "/v1/webhooks/" + id,
            Map.of("name", "Other", "targetUrl", "http://127.0.0.1:9/", "status", "active"));
    assertThat(changed.path("name").asText()).isEqualTo("Other");
    assertThat(changed.path("secret").asText()).isEqualTo(SECRET);
    assertThat(changed.path("resource").asText()).isEqualTo("messages");

    var deleted = desk.send(desk.bot(), "DELETE", "/v1/webhooks/" + id, Optional.empty());
    assertThat(deleted.statusCode()).isEqualTo(204);
    assertThat(desk.get("/v1/webhooks/" + id).statusCode()).isEqualTo(404);
    say(Desk.PERSON, "Nobody hears this");
    assertThat(JSON.readTree(desk.get("/control/webhooks").body()).path("confirmed")).isEmpty();
  }

  @Test
  void whatAWebhookLacksIsRefused() throws Exception {
    for (var form : List.of("{}", "{\"name\":\"a\",\"targetUrl\":\"ftp://a\"}")) {
      var answer = desk.send(desk.bot(), "POST", "/v1/webhooks", Optional.of(form));
      assertThat(answer.statusCode()).isEqualTo(400);
    }
  }

  @Test
  void whereSomethingHappenedLastComesFirst() throws Exception {
    desk.write(Desk.PERSON, "one");
    desk.time().pass(Duration.ofSeconds(1));
    desk.write(Desk.ANOTHER, "another");
    desk.time().pass(Duration.ofSeconds(1));
    var said = say(Desk.PERSON, "back");

    var rooms = Desk.items(desk.get("/v1/rooms?type=direct&sortBy=lastactivity"));

    assertThat(rooms).hasSize(2);
    assertThat(rooms.getFirst().path("id")).isEqualTo(said.path("roomId"));
    assertThat(desk.get("/v1/rooms?sortBy=size").statusCode()).isEqualTo(400);
  }
}
