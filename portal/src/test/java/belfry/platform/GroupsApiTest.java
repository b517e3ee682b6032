package belfry.platform;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.base.Time;
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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A list of groups counts only where it was read to its end. */
class GroupsApiTest {
  private final Http http = new Http(Duration.ofSeconds(5), Optional.empty());
  private final AtomicInteger asked = new AtomicInteger();
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
  void itIsReadUntilAsManyWereShownAsThereAre() {
    assertThat(list(page(3, "a", "b"), page(3, "c"))).isEqualTo(List.of("a", "b", "c"));
    assertThat(asked).hasValue(2);
  }

  @Test
  void pagesThatOverlapDoNotEndIt() {
    assertThat(list(page(4, "a", "b"), page(4, "b", "c"), page(4, "d")))
        .isEqualTo(List.of("a", "b", "c", "d"));
  }

  @Test
  void withoutATotalItEndsWithAPageOfNone() {
    assertThat(list(page(-1, "a", "b"), page(-1, "c"), page(-1))).isEqualTo(List.of("a", "b", "c"));
  }

  @Test
  void whatEndsBeforeIsNoAnswer() {
    assertThat(list(page(3, "a", "b"), page(3))).isEqualTo("the list of groups ends after 2 of 3");
    assertThat(list(page(-1, "a"), page(-1, "a")))
        .isEqualTo("a page of groups that had already been listed");
    assertThat(list(page(3, "a"), "{}")).asString().contains("groups");
    assertThat(list("<h1>Hello</h1>")).asString().isNotEmpty();
  }

  @Test
  void thatThereAreNoneIsAnAnswer() {
    assertThat(list(page(0))).isEqualTo(List.of());
  }

  /** The ids that were read, or why they were not. */
  private Object list(String... pages) {
    asked.set(0);
    var context =
        server.createContext(
            "/v1/groups",
            exchange -> {
              var body = pages[asked.getAndIncrement()].getBytes(StandardCharsets.UTF_8);
              exchange.getResponseHeaders().set("Content-Type", "application/json");
              exchange.sendResponseHeaders(200, body.length);
              exchange.getResponseBody().write(body);
              exchange.close();
            });
    var time = Time.system();
    var base = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    var questions =
        new Questions(http, base, new RequestThrottles(time), time, new PlatformClock(time));
    var answer = new GroupsApi(questions).list(new Secret("token"));
    server.removeContext(context);
    return answer instanceof Response.Got<List<PlatformGroup>>(var groups)
        ? groups.stream().map(PlatformGroup::id).toList()
        : answer instanceof Response.Unreadable<List<PlatformGroup>>(var why)
            ? why.english()
            : answer;
  }

  /** Less than none is not told. */
  private static String page(int total, String... ids) {
    var groups =
        Arrays.stream(ids)
            .map(id -> "{\"id\":\"%s\",\"displayName\":\"%s\"}".formatted(id, id))
            .collect(Collectors.joining(","));
    return "{%s\"groups\":[%s]}"
        .formatted(total < 0 ? "" : "\"totalResults\":%d,".formatted(total), groups);
  }
}
