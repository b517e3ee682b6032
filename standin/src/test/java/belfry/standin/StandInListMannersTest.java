package belfry.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Listings that do not show what is there. */
class StandInListMannersTest {
  private static final Pattern NEXT = Pattern.compile("<http://[0-9.:]*(/[^>]*)>; rel=\"next\"");

  private final Desk desk = Desk.open();

  @BeforeEach
  void writeThree() throws IOException {
    for (var text : List.of("one", "two", "three")) {
      desk.write(Desk.PERSON, text);
    }
  }

  @AfterEach
  void close() {
    desk.close();
  }

  @ParameterizedTest
  @CsvSource({
    "list-html, 200, text/html",
    "list-empty-object, 200, application/json",
    "list-error-object, 200, application/json",
    "list-no-content, 204, ''",
    "list-empty-body, 200, ''",
    "list-items-null, 200, application/json",
    "list-bare-array, 200, application/json",
    "list-forbidden, 403, application/json",
    "list-unauthorized, 401, application/json",
    "list-unavailable, 503, text/html",
    "list-throttled, 429, text/html",
    "list-not-modified, 304, ''",
  })
  void somethingElseMayComeInItsPlace(String manner, int status, String type) throws IOException {
    desk.manners(manner);

    var answer = desk.conversation(Desk.PERSON);

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith(type);
    assertThat(answer.body()).doesNotContain("\"items\":[");
  }

  @Test
  void itMayBeCutInTwoWays() throws IOException {
    desk.manners("list-truncated");

    assertThatThrownBy(() -> desk.conversation(Desk.PERSON)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> desk.conversation(Desk.PERSON)).isInstanceOf(IOException.class);
    desk.manners("list-truncated-valid");
    assertThat(texts()).containsExactly("three");
  }

  @Test
  void messagesMayShowLate() throws IOException {
    desk.manner("list-lag", 90_000);

    assertThat(texts()).isEmpty();
    desk.time().pass(Duration.ofSeconds(90));
    assertThat(texts()).hasSize(3);
    desk.write(Desk.PERSON, "four");
    assertThat(texts()).hasSize(3);
  }

  @Test
  void messagesMayGoSoon() throws IOException {
    desk.manner("list-retention", 1_000);

    assertThat(texts()).hasSize(3);
    desk.time().pass(Duration.ofSeconds(2));
    assertThat(texts()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "list-falsely-empty, ''",
    "list-hides-own, ''",
    "list-hides-newest, two one",
    "list-capped, three",
    "oldest-first, one two three",
  })
  void someMayBeMissing(String manner, String shown) throws IOException {
    desk.manners(manner);

    assertThat(String.join(" ", texts())).isEqualTo(shown);
  }

  @Test
  void itMayShowWhatSomebodyElseHasGot() throws IOException {
    var other = desk.write(Desk.ANOTHER, "for another");

    desk.manners("list-of-another");
    assertThat(desk.items(Desk.PERSON)).containsExactly(other);
    desk.manners("list-unfiltered");
    assertThat(texts()).hasSize(4).contains("for another");
  }

  @Test
  void theRoomMayShowWhatTheListingOfTwoLacks() throws IOException {
    var roomId = desk.items(Desk.PERSON).getFirst().path("roomId").asText();
    desk.manners("direct-forgets");

    assertThat(texts()).isEmpty();
    assertThat(Desk.items(desk.get("/v1/messages?roomId=" + roomId))).hasSize(3);
  }

  @Test
  void aCacheKeepsItAndTheDateOfThen() throws IOException {
    desk.manner("list-cached", 30_000);
    texts();
    desk.time().pass(Duration.ofSeconds(20));
    desk.write(Desk.PERSON, "four");

    var kept = desk.conversation(Desk.PERSON);
    desk.time().pass(Duration.ofSeconds(20));

    assertThat(Desk.items(kept)).hasSize(3);
    assertThat(kept.headers().firstValue("Age")).contains("20");
    assertThat(kept.headers().firstValue("Date")).contains("Mon, 02 Mar 2026 09:15:27 GMT");
    assertThat(texts()).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({
    "pages-of-one, three two one, 3",
    "empty-pages-with-link, three two one, 2",
    "page-gaps, three one, 2",
    "pages-overlap, three three two two one, 3",
    "link-missing, three, 1",
    "link-relative, three two one, 1",
  })
  void pagesAreCutInManyWays(String manner, String shown, int pages) throws IOException {
    desk.manners(manner);

    var all = followed("/v1/messages/direct?personEmail=" + Desk.PERSON);

    assertThat(all.stream().flatMap(page -> Desk.items(page).stream()))
        .extracting(one -> one.path("text").asText())
        .containsExactly(shown.split(" ", -1));
    assertThat(all).hasSize(pages);
  }

  @Test
  void theSecondPageMayBeMissingOrHtml() throws IOException {
    desk.manners("second-page-missing");
    assertThat(followed("/v1/messages/direct?personEmail=" + Desk.PERSON))
        .extracting(HttpResponse::statusCode)
        .containsExactly(200, 404);
    desk.manners("second-page-html", "empty-pages-with-link");
    var pages = followed("/v1/messages/direct?personEmail=" + Desk.PERSON);
    assertThat(Desk.items(pages.getFirst())).isEmpty();
    assertThat(pages.getLast().body()).startsWith("<!DOCTYPE html>");
  }

  @ParameterizedTest
  @CsvSource({
    "link-max-null, .*[?&]max=null.*",
    "link-drops-parameters, '<http://127[^?]*[?]cursor=[^&]*>; rel=\"next\"'",
    "link-elsewhere, <http://elsewhere.*",
    "link-loops, '<http://[^?]*[?]roomId=[^&]*&max=2>; rel=\"next\"'",
    "link-relative, </v1/messages.*",
  })
  void theNextPagesAddressMayBeWrong(String manner, String pattern) throws IOException {
    var roomId = desk.items(Desk.PERSON).getFirst().path("roomId").asText();
    desk.manners(manner);

    var link = desk.get("/v1/messages?roomId=" + roomId + "&max=2").headers().firstValue("Link");

    assertThat(link.orElseThrow()).matches(pattern);
  }

  @ParameterizedTest
  @CsvSource({
    "missing-as-html, 404, <!DOCTYPE",
    "missing-as-other-json, 404, '{\"error\":\"not found\"}'",
    "missing-as-empty, 200, '{\"items\":[]}'",
    "missing-as-400, 400, '{\"message\":\"Failed to get'",
    "missing-as-403, 403, '{\"message\":\"Failed to get'",
  })
  void aMissingConversationIsToldInManyWays(String manner, int status, String body)
      throws IOException {
    desk.manners(manner);

    var answer = desk.conversation(Desk.ANOTHER);

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.body()).startsWith(body);
  }

  @Test
  void aConversationMayFalselyBeMissing() throws IOException {
    var person = desk.items(Desk.PERSON).getFirst().path("toPersonId").asText();
    var byId = "/v1/messages/direct?personId=" + person;

    desk.manners("direct-by-id-missing");
    assertThat(desk.get(byId).statusCode()).isEqualTo(404);
    assertThat(desk.conversation(Desk.PERSON).statusCode()).isEqualTo(200);
    desk.manners("direct-falsely-missing");
    assertThat(desk.conversation(Desk.PERSON).statusCode()).isEqualTo(404);
    desk.manner("conversation-lag", 3_000);
    assertThat(desk.conversation(Desk.PERSON).statusCode()).isEqualTo(404);
    desk.time().pass(Duration.ofSeconds(3));
    assertThat(desk.conversation(Desk.PERSON).statusCode()).isEqualTo(200);
  }

  private List<String> texts() throws IOException {
    return desk.items(Desk.PERSON).stream().map(one -> one.path("text").asText()).toList();
  }

  private List<HttpResponse<String>> followed(String path) throws IOException {
    var pages = new ArrayList<HttpResponse<String>>();
    var at = path;
    while (!at.isEmpty()) {
      var page = desk.get(at);
      pages.add(page);
      var next = NEXT.matcher(page.headers().firstValue("Link").orElse(""));
      at = next.matches() ? next.group(1) : "";
    }
    return pages;
  }
}
