package belfry.platform;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.platform.wire.Http;
import belfry.platform.wire.PlatformClock;
import belfry.platform.wire.Questions;
import belfry.platform.wire.RequestThrottles;
import belfry.platform.wire.Response;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Everybody in the directory: who counts, and when a list counts. */
class PeopleApiTest {
  private final Http http = new Http(Duration.ofSeconds(5), Optional.empty());
  private final List<String> found = new ArrayList<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    http.close();
  }

  @Test
  void botsGuestsAndThoseWhoCannotSignInAreLeftOut() {
    var answer =
        everybody(
            """
            {"items": [
              {"id": "a", "displayName": "Ana", "type": "person", "loginEnabled": "true"},
              {"id": "b", "displayName": "News", "type": "bot"},
              {"id": "c", "displayName": "Guest", "type": "appuser"},
              {"id": "d", "displayName": "Left", "type": "person", "loginEnabled": "false"},
              {"id": "e", "displayName": "Left too", "type": "person", "loginEnabled": false},
              {"id": "f", "displayName": "Lars", "emails": ["lars@x.example"], "type": "person"}
            ]}
            """);

    assertThat(answer).isEqualTo(new Response.Got<>(true));
    assertThat(found).containsExactly("a", "f");
  }

  @Test
  void aListWithSomebodyUnreadableIsNoAnswer() {
    assertThat(everybody("{\"items\": [{\"displayName\": \"Ana\"}]}"))
        .isInstanceOf(Response.Unreadable.class);
    assertThat(everybody("{}")).isInstanceOf(Response.Unreadable.class);
    assertThat(everybody("<h1>Hello</h1>")).isInstanceOf(Response.Unreadable.class);
  }

  @Test
  void whoeverIsAskedAboutByAnIdIsListedAsAmongEverybody() {
    var asked =
        IntStream.range(0, 4)
            .mapToObj(i -> new PersonId("4f2a1c1e-9d1b-4f0e-8a55-0d6f3c1b2a3" + i))
            .toList();
    var encoded = PlatformId.otherForms(asked.getFirst()).iterator().next().value();

    var answer =
        asked(
            """
            {"notFoundIds": ["%s"], "items": [
              {"id": "%s", "displayName": "Ana", "type": "person", "loginEnabled": "true"},
              {"id": "%s", "displayName": "Left", "type": "person", "loginEnabled": "false"},
              {"id": "%s", "displayName": "Guest", "type": "appuser"},
              {"id": "z", "displayName": "Another", "type": "person"}
            ]}
            """
                .formatted(asked.get(3).value(), encoded, asked.get(1).value(), asked.get(2)),
            people -> people.staff(new Secret("token"), asked));

    assertThat(answer.map(found -> found.stream().map(Profile::id).toList()))
        .isEqualTo(new Response.Got<>(List.of(asked.getFirst())));
  }

  private Response<Boolean> everybody(String page) {
    return asked(
        page,
        people ->
            people.everybody(
                new Secret("token"), some -> some.forEach(one -> found.add(one.id().value()))));
  }

  private <T> Response<T> asked(String page, Function<PeopleApi, Response<T>> question) {
    var context =
        server.createContext(
            "/v1/people",
            exchange -> {
              var body = page.getBytes(StandardCharsets.UTF_8);
              exchange.getResponseHeaders().set("Content-Type", "application/json");
              exchange.sendResponseHeaders(200, body.length);
              exchange.getResponseBody().write(body);
              exchange.close();
            });
    try {
      var address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
      var time = Time.system();
      var questions =
          new Questions(http, address, new RequestThrottles(time), time, new PlatformClock(time));
      return question.apply(new PeopleApi(questions));
    } finally {
      server.removeContext(context);
    }
  }
}
