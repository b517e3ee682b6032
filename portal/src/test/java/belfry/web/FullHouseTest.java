package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Client;
import belfry.testing.TestPortal;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One person takes no more than their share, and is told so; others do not notice. */
class FullHouseTest {
  private static final int VIEWS_EACH = 24;
  private static final int REQUESTS_EACH = 16;
  private static TestPortal portal;

  @BeforeAll
  static void start() {
    portal = TestPortal.start();
  }

  @AfterAll
  static void stop() {
    portal.close();
  }

  @Test
  void onePersonHasSoManyLiveViewsAndOthersHaveTheirs() throws Exception {
    var ana = portal.signedIn("news", TestPortal.ADMIN);
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    var open = new ArrayList<InputStream>();
    try (var http = HttpClient.newHttpClient()) {
      for (var i = 0; i < VIEWS_EACH; i++) {
        var view = view(http, ana, "news");
        assertThat(view.statusCode()).as("view %d", i).isEqualTo(200);
        open.add(view.body());
      }

      var oneMore = view(http, ana, "news");
      assertThat(oneMore.statusCode()).isEqualTo(429);
      assertThat(oneMore.headers().firstValue("Retry-After")).contains("2");
      assertThat(text(oneMore)).contains("as many live views open as one person may have (24)");

      var other = view(http, kenji, "alerts");
      assertThat(other.statusCode()).as("somebody else").isEqualTo(200);
      open.add(other.body());
      assertThat(ana.get("jobs/list/all").status()).as("what is not live").isEqualTo(200);
      for (var stream : open) {
        stream.close();
      }
      http.shutdownNow();
    }
  }

  private static HttpResponse<InputStream> view(HttpClient http, Client who, String app)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(portal.address().resolve("/Hub/" + app + "/jobs/list/all"))
            .header("Accept", "text/event-stream")
            .header("Cookie", cookies(who))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
  }

  private static String cookies(Client who) {
    return who.cookies().entrySet().stream()
        .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
        .collect(Collectors.joining("; "));
  }

  private static String text(HttpResponse<InputStream> answer) throws IOException {
    return new String(answer.body().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void onePersonAsksForSoMuchAtOnceAndWhoeverIsTurnedAwayComesAnew() {
    var ana = portal.signedIn("news", TestPortal.ADMIN);
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    var begun = IntStream.range(0, REQUESTS_EACH).mapToObj(_ -> begun(ana)).toList();
    try (var wire = Wire.to(portal.address().getPort())) {
      wire.write(Wire.head("GET", "/Hub/news/jobs/list/all", "Cookie: " + cookies(ana)) + "\r\n");
      var answer = wire.answer();
      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.body()).contains("as many requests open as one person may have (16)");
      assertThat(answer.header("Connection")).contains("close");
      assertThat(wire.rest()).isEmpty();
    }
    assertThat(kenji.get("jobs/list/all").status()).isEqualTo(200);

    for (var one : begun) {
      assertThat(one.write("{}").answer().status()).isEqualTo(201);
      one.close();
    }
    assertThat(ana.get("jobs/list/all").status()).isEqualTo(200);
  }

  /** A request that is being answered, and whose body is awaited. */
  private static Wire begun(Client who) {
    var wire = Wire.to(portal.address().getPort());
    wire.write(
        Wire.head(
                "POST",
                "/Hub/news/jobs/edit",
                "Cookie: " + cookies(who),
                "Content-Type: application/json",
                "Expect: 100-continue",
                "Content-Length: 2")
            + "\r\n");
    assertThat(wire.answer().status()).isEqualTo(100);
    return wire;
  }

  @Test
  void hugePreviewsOfOnePersonAreAnsweredOneByOneAndStopNothing() throws Exception {
    var ana = portal.signedIn("news", TestPortal.ADMIN);
    var body = Client.json(Map.of("markdown", "[".repeat(1_000_000)));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers =
          threads.invokeAll(
              IntStream.range(0, 16)
                  .<java.util.concurrent.Callable<Client.Answer>>mapToObj(
                      _ -> () -> ana.post("jobs/preview", body))
                  .toList());
      var statuses = new ArrayList<Integer>();
      for (var answer : answers) {
        statuses.add(answer.get().status());
      }
      assertThat(statuses).isSubsetOf(List.of(200, 429)).contains(200);
    }
    var status = portal.client("news").call("GET", "/status", java.util.Optional.empty());
    assertThat(status.status()).isEqualTo(200);
    assertThat(ana.post("jobs/preview", body).json().path("problems")).isNotEmpty();
  }

  /** Whoever is slow to read a list of tens of thousands takes nothing that others compute in. */
  @Test
  void aSlowReaderOfWhoIsLeftOutKeepsNobodyFromChecking() {
    var ana = portal.signedIn("news", TestPortal.ADMIN);
    var table =
        IntStream.range(0, 25_000)
            .mapToObj(i -> "nobody.%05d.%s@x.example\n".formatted(i, "y".repeat(45)))
            .collect(Collectors.joining());
    var list = ana.bringList("?name=many.csv", table.getBytes(StandardCharsets.UTF_8)).json();
    var audience = List.of(Map.of("kind", "list", "listId", list.at("/list/id").asText()));
    var job = ana.post("jobs/edit", Map.of("markdown", "Many", "audience", audience)).json();
    try (var wire = Wire.to(portal.address().getPort())) {
      var path = "/Hub/news/jobs/leftOut/" + job.path("id").asText();
      wire.write(Wire.head("GET", path, "Cookie: " + cookies(ana)) + "\r\n");
      wire.until("HTTP/1.1 200");

      var checked = ana.post("jobs/check", Map.of("markdown", "Few", "audience", List.of()));
      assertThat(checked.status()).as(checked.body()).isEqualTo(200);
    }
  }
}
