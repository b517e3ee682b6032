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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A list counts only where it was read to its end, and where no change can have hidden any of it.
 */
class GroupsApiTest {
  private static final Secret TOKEN = new Secret("token");
  private static final String CHANGED =
      "the list was changed again and again while it was being read";

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
    assertThat(list(page(-1, "a"), page(-1, "a"))).isEqualTo("the pages go round in a circle");
    assertThat(list(page(3, "a"), "{}")).asString().contains("groups");
    assertThat(list("<h1>Hello</h1>")).asString().isNotEmpty();
  }

  @Test
  void groupsThatWereChangedMeanwhileAreNoAnswer() {
    assertThat(list(page(4, "a", "b"), page(3, "d"))).as("a is gone").isEqualTo(CHANGED);
    assertThat(list(page(3, "a", "b"), page(4, "c", "d"))).as("d is new").isEqualTo(CHANGED);
  }

  /** Also where as many were taken out as were put in. */
  @Test
  void membersThatWereChangedMeanwhileAreNoAnswer() {
    assertThat(members(members("1", 3, "a", "b"), members("1", 3, "c"), members("1", 3)))
        .isEqualTo(List.of("a", "b", "c"));
    assertThat(members(members("", 3, "a", "b"), members("", -1, "c"), members("", 3)))
        .as("it says less")
        .isEqualTo(List.of("a", "b", "c"));
    assertThat(members(members("1", 4, "a", "b"), members("1", 3, "d"))).isEqualTo(CHANGED);
    assertThat(members(members("1", 4, "a", "b"), members("2", 4, "d", "e"))).isEqualTo(CHANGED);
    assertThat(members(members("1", 3, "a", "b"), members("", 3, "c"), members("2", 3)))
        .as("only the last says so")
        .isEqualTo(CHANGED);
  }

  @Test
  void thatThereAreNoneIsAnAnswer() {
    assertThat(list(page(0))).isEqualTo(List.of());
  }

  /** The ids that were read, or why they were not. */
  private Object list(String... pages) {
    return told(
        pages, api -> api.list(TOKEN).map(all -> all.stream().map(PlatformGroup::id).toList()));
  }

  /** Likewise. */
  private Object members(String... pages) {
    var read = new ArrayList<String>();
    return told(
        pages,
        api ->
            api.members(TOKEN, "g", page -> page.forEach(member -> read.add(member.id())))
                .map(_ -> read));
  }

  private Object told(String[] pages, Function<GroupsApi, Response<List<String>>> question) {
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
    var answer = question.apply(new GroupsApi(questions));
    server.removeContext(context);
    return switch (answer) {
      case Response.Got<List<String>>(var ids) -> ids;
      case Response.Unreadable<List<String>>(var why) -> why.english();
      default -> answer;
    };
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

  /** Likewise, and when it was changed last is not told either where it is nothing. */
  private static String members(String modified, int size, String... ids) {
    var members =
        Arrays.stream(ids).map("{\"id\":\"%s\"}"::formatted).collect(Collectors.joining(","));
    return "{%s%s\"members\":[%s]}"
        .formatted(
            size < 0 ? "" : "\"memberSize\":%d,".formatted(size),
            modified.isEmpty() ? "" : "\"lastModified\":\"%s\",".formatted(modified),
            members);
  }
}
