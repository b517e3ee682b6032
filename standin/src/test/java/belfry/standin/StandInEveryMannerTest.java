package belfry.standin;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.standin.manners.Manner;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each manner by itself, and all at once: a client's whole tour meets it, and nothing breaks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StandInEveryMannerTest {
  private static final String RICH =
      "# Tide \n- **high** at \"noon\" \uD83D\uDD14\n- <b>the ﬁrst</b> café... "
          + "https://tides.example/now <@personEmail:staff.00004@harbour.example|Tom>";
  private static final Pattern NEXT = Pattern.compile("<http://[0-9.:]*(/[^>]*)>.*");
  private static final long SHORT_MILLIS = 20;

  private final Desk desk = Desk.open();
  private String person = "";
  private String directRoom = "";
  private String groupRoom = "";
  private String group = "";
  private String directory = "";

  @BeforeAll
  void knowTheWay() throws IOException {
    desk.write(Desk.ANOTHER, "before");
    desk.write(Desk.PERSON, "before");
    var first = desk.write(Desk.PERSON, "and again");
    person = first.path("toPersonId").asText();
    directRoom = first.path("roomId").asText();
    groupRoom = Desk.items(desk.get("/v1/rooms?type=group")).getFirst().path("id").asText();
    directory = desk.directory();
    group = Desk.json(desk.get(directory, "/v1/groups")).at("/groups/0/id").asText();
  }

  @AfterAll
  void close() {
    desk.close();
  }

  static Stream<Manner> manners() {
    return Manner.all().stream();
  }

  @ParameterizedTest
  @MethodSource("manners")
  void eachComesAboutOnATour(Manner manner) throws IOException {
    desk.manner(manner.label(), manner.usual() >= 1000 ? SHORT_MILLIS : manner.usual());

    tour();

    assertThat(desk.stats().path("defects").asInt()).isZero();
    assertThat(desk.stats().at("/manners/" + manner.label()).asInt()).isPositive();
  }

  @Test
  void namesAreUnique() {
    assertThat(Manner.all()).extracting(Manner::label).doesNotHaveDuplicates();
  }

  @Test
  void anyNumberOfThemIsOnAtOnce() throws IOException {
    var half = new StringBuilder();
    for (var manner : Manner.all()) {
      var value = manner.usual() >= 1000 ? SHORT_MILLIS : manner.usual();
      half.append(half.isEmpty() ? "{" : ",")
          .append("\"%s\":{\"share\":0.1,\"value\":%d}".formatted(manner.label(), value));
    }
    desk.control("PUT", "manners", half.append("}").toString());

    for (var i = 0; i < 20; i++) {
      tour();
    }

    assertThat(desk.stats().path("defects").asInt()).isZero();
  }

  private void tour() throws IOException {
    visit(() -> desk.post(Map.of("toPersonEmail", Desk.ANOTHER, "markdown", RICH)));
    visit(() -> desk.post(Map.of("toPersonEmail", Desk.PERSON, "markdown", RICH)));
    visit(() ->
        desk.post(
            Map.of(
                "toPersonId",
                person,
                "markdown",
                RICH,
                "text",
                "in other words",
                "files",
                List.of("https://files.example/tide.pdf"))));
    for (var path :
        List.of(
            "/v1/messages/direct?personId=" + person,
            "/v1/messages/direct?personEmail=staff.00017@harbour.example",
            "/v1/messages?max=1&roomId=" + directRoom,
            "/v1/rooms?type=group",
            "/v1/rooms/" + groupRoom,
            "/v1/people?email=" + Desk.PERSON,
            "/v1/people/" + person)) {
      visit(() -> desk.get(path));
    }
    follow("/v1/messages/direct?personEmail=" + Desk.PERSON);
    follow("/v1/messages?max=1&roomId=" + directRoom);
    visit(() -> desk.get(directory, "/v1/groups"));
    visit(() -> desk.get(directory, "/v1/groups/" + group));
    visit(() -> desk.get(directory, "/v1/groups/" + group + "/members?startIndex=1&count=5"));
  }

  private void follow(String path) {
    var at = path;
    for (var pages = 0; pages < 3 && !at.isEmpty(); pages++) {
      var here = at;
      var link = visit(() -> desk.get(here)).flatMap(page -> page.headers().firstValue("Link"));
      at =
          link.map(NEXT::matcher)
              .filter(next -> next.matches())
              .map(next -> next.group(1))
              .orElse("");
    }
  }

  /** One request. */
  private interface Visit {
    HttpResponse<String> make() throws IOException;
  }

  private static Optional<HttpResponse<String>> visit(Visit visit) {
    try {
      return Optional.of(visit.make());
    } catch (IOException _) {
      // Cut short, as some manners have it.
      return Optional.empty();
    }
  }
}
