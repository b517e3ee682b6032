package belfry.delivery.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.Platform;
import belfry.platform.Posted;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Response;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whose conversation it is that is shown, where the messages themselves do not say. */
class ConversationsTest {
  private static final PersonRef BOT = PersonRef.of("bot", "news@webex.bot");
  private static final PersonRef ANA = PersonRef.of("ana", "");
  private static final Instant SINCE = Instant.parse("2026-11-21T09:00:00Z");
  private static final String MESSAGE =
      """
      {"id":"m1","roomId":"room","personId":"bot","created":"2026-11-21T08:00:00Z","text":"Hello"}
      """;

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private HttpServer server;
  private Platform platform;
  private Conversations conversations;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/",
        exchange -> {
          var resource = exchange.getRequestURI().getPath().substring("/v1/".length());
          var answer = answers.getOrDefault(resource, "{}").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    var address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    platform = new Platform(address, Duration.ofSeconds(20), Time.system());
    conversations = new Conversations(platform);
    shows(MESSAGE);
  }

  @AfterEach
  void stop() {
    platform.close();
    server.stop(0);
  }

  @Test
  void whereNoMessageSaysWithWhomItIsTheRoomIsAskedWhoIsInIt() {
    answers.put("memberships", "{\"items\":[{\"personId\":\"bot\"},{\"personId\":\"ana\"}]}");

    assertThat(read("")).isInstanceOf(Response.Got.class);
  }

  @Test
  void aConversationWithSomebodyElseSaysNothing() {
    answers.put("memberships", "{\"items\":[{\"personId\":\"bot\"},{\"personId\":\"lars\"}]}");
    assertThat(read("")).isInstanceOf(Response.Unreadable.class);

    answers.put("memberships", "{\"items\":[]}");
    assertThat(read("")).isInstanceOf(Response.Unreadable.class);

    answers.remove("memberships");
    assertThat(read("")).as("and the room does not say").isInstanceOf(Response.Unreadable.class);
  }

  @Test
  void aRoomThatIsRecordedHereIsTheirs() {
    assertThat(read("room")).isInstanceOf(Response.Got.class);
    assertThat(read("another")).isInstanceOf(Response.Unreadable.class);
  }

  @Test
  void aMessageOfThePersonSaysWithWhomItIs() {
    shows(MESSAGE.replace("\"bot\"", "\"ana\""));

    assertThat(read("")).isInstanceOf(Response.Got.class);
  }

  private void shows(String message) {
    answers.put("messages/direct", "{\"items\":[" + message + "]}");
    answers.put("messages", "{\"items\":[" + message + "]}");
  }

  private Response<List<Posted>> read(String room) {
    return conversations.inAllWays(
        new Secret("token"), new Conversations.Pair(BOT, ANA, SpaceId.parse(room)), SINCE);
  }
}
