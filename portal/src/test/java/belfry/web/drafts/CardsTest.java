package belfry.web.drafts;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.simulator.messages.Message;
import belfry.testing.Client;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.ApiContract;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages with buttons and a picture, from the draft until they have arrived. */
@OnEngines(postgres = "whole")
class CardsTest extends ApiContract {
  private static final Map<String, Object> CARD =
      Map.of(
          "buttons",
          List.of(
              Map.of("title", "For {{firstName}}", "url", "https://corp.test/{{email}}"),
              Map.of("title", "The \"plan\"", "url", "https://corp.test/plan?a=1&b=2")),
          "picture",
          Map.of("url", "https://corp.test/hall.png", "alt", "The new hall"));

  @Test
  void eachGetsACardOfTheirOwnEvenIfItsAnswerIsLost() {
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(502)).onCalls(3L, 7L, 8L));
    var id = draft("Dear {{firstName}}, *rings*", entry("group", everybody));
    assertThat(edit(id, CARD).status()).isEqualTo(200);
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    var job =
        ana.followUntil("jobs/detail/" + id, one -> one.path("state").asText().equals("finished"));

    assertThat(counts(job).path("sent").asInt()).isEqualTo(PEOPLE);
    var arrived = portal.simulator().ledger().entries(Ledger.Query.containing("*rings*"));
    assertThat(arrived).hasSize(PEOPLE);
    var directory = portal.simulator().directory();
    var people =
        IntStream.range(0, PEOPLE)
            .boxed()
            .collect(Collectors.toMap(directory::personId, directory::person));
    for (var entry : arrived) {
      var person = Objects.requireNonNull(people.remove(entry.recipient()));
      var card = card(entry);
      assertThat(card.path("body").get(1).path("text").asText())
          .isEqualTo("Dear " + person.firstName() + ", _rings_");
      assertThat(card.path("actions").get(0).path("title").asText())
          .isEqualTo("For " + person.firstName());
      assertThat(card.path("actions").get(0).path("url").asText())
          .isEqualTo("https://corp.test/" + person.email().replace("@", "%40"));
      assertThat(card.path("actions").get(1).path("title").asText()).isEqualTo("The \"plan\"");
    }
    assertThat(people).isEmpty();
  }

  private JsonNode card(Ledger.Entry entry) {
    return card(portal.simulator().messages().byId(entry.messageId()).orElseThrow());
  }

  private static JsonNode card(Message message) {
    try {
      return new ObjectMapper()
          .readTree(Objects.requireNonNull(message.words().content().card()))
          .path("content");
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsKeptIsShownAgainAndTakenAwayByNothing() {
    var id = draft("Hello", entry("group", everybody));

    var kept = edit(id, CARD).json();
    assertThat(kept.path("card").path("buttons")).hasSize(2);
    assertThat(kept.path("card").path("picture").path("alt").asText()).isEqualTo("The new hall");
    var same =
        ana.post("jobs/edit", Map.of("jobId", id, "revision", revision(id), "markdown", "Hi"));
    assertThat(same.json().path("card")).isEqualTo(kept.path("card"));
    var copy = ana.post("jobs/duplicate", Map.of("jobId", id)).json();
    assertThat(copy.path("card")).isEqualTo(kept.path("card"));

    assertThat(edit(id, Map.of()).json().has("card")).isFalse();
    assertThat(ana.get("jobs/detail/" + id).json().has("card")).isFalse();
  }

  @Test
  void thePreviewShowsTheCardAndEachReadersOwn() {
    var person = Map.of("kind", "person", "email", TestPortal.ADMIN);
    var plain =
        ana.post(
                "jobs/preview",
                Map.of(
                    "markdown",
                    "Hello",
                    "card",
                    Map.of("buttons", List.of(Map.of("title", "Go", "url", "https://x.example/"))),
                    "audience",
                    List.of(person)))
            .json();
    assertThat(plain.path("problems")).isEmpty();
    assertThat(plain.path("card").path("actions").get(0).path("title").asText()).isEqualTo("Go");
    assertThat(plain.has("personal")).isFalse();

    var personal =
        ana.post(
                "jobs/preview",
                Map.of("markdown", "Hello", "card", CARD, "audience", List.of(person)))
            .json();
    assertThat(
            personal
                .path("personal")
                .path("readings")
                .get(0)
                .path("card")
                .path("actions")
                .get(0)
                .path("title")
                .asText())
        .isEqualTo("For Ana");
  }

  @Test
  void aTestArrivesWithItsCardAndCountsForExactlyThat() {
    var content = Map.of("markdown", "Try", "card", button("Go", "https://x.example/"));
    var tried = ana.post("jobs/test", content);
    assertThat(tried.json().path("state").asText()).isEqualTo("sent");
    var arrived = portal.simulator().ledger().entries(Ledger.Query.containing("Try"));
    assertThat(card(arrived.getFirst()).path("actions").get(0).path("title").asText())
        .isEqualTo("Go");

    var same = ana.post("jobs/edit", content).json();
    assertThat(same.path("tested").asBoolean()).isTrue();
    var other =
        ana.post(
            "jobs/edit", Map.of("markdown", "Try", "card", button("Go", "https://y.example/")));
    assertThat(other.json().path("tested").asBoolean()).isFalse();
  }

  static Stream<Arguments> badForms() {
    return Stream.of(
        Arguments.of(7, "card"),
        Arguments.of("x", "card"),
        Arguments.of(List.of(), "card"),
        Arguments.of(Map.of("buttons", "x"), "card.buttons"),
        Arguments.of(Map.of("buttons", List.of(7)), "card.buttons[0]"),
        Arguments.of(Map.of("buttons", Collections.singletonList(null)), "card.buttons[0]"),
        Arguments.of(Map.of("buttons", List.of(Map.of("title", 1))), "card.buttons[0].title"),
        Arguments.of(Map.of("buttons", List.of(Map.of("name", "x"))), "card.buttons[0].name"),
        Arguments.of(Map.of("buttons", Collections.nCopies(6, Map.of())), "card.buttons"),
        Arguments.of(button("x".repeat(101), ""), "card.buttons[0].title"),
        Arguments.of(button("", "x".repeat(2_001)), "card.buttons[0].url"),
        Arguments.of(Map.of("picture", List.of()), "card.picture"),
        Arguments.of(Map.of("picture", Map.of("alt", "x".repeat(501))), "card.picture.alt"),
        Arguments.of(Map.of("own", 7), "card.own"),
        Arguments.of(Map.of("own", Map.of()), "card.own"),
        Arguments.of(Map.of("own", "x".repeat(20_001)), "card.own"),
        Arguments.of(Map.of("own", "{}", "buttons", List.of()), "card"));
  }

  @ParameterizedTest
  @MethodSource("badForms")
  void aCardThatCannotBeReadIsNamedByItsField(Object card, String field) {
    for (var route : List.of("jobs/edit", "jobs/preview", "jobs/test")) {
      var refused = ana.post(route, Map.of("markdown", "Hello", "card", card));

      assertThat(refused.status()).as(route).isEqualTo(400);
      assertThat(fields(refused.json().path("errors"))).as(route).containsExactly(field);
    }
  }

  @Test
  void aCardThatCannotBeSentIsKeptAsADraftAndNotSent() {
    var id = draft("Hello", entry("group", everybody));
    edit(
        id,
        Map.of(
            "buttons",
            List.of(
                Map.of("title", "", "url", "corp.test"), Map.of("url", "https://{{fistName}}"))));

    var refused = ana.post("jobs/runNow", Map.of("jobId", id));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(fields(refused.json().path("errors")))
        .containsExactly(
            "card.buttons[0].title", "card.buttons[0].url", "card.buttons[1].title", "markdown");
  }

  @Test
  void aCardOfOnesOwnIsSentAsItIsAndItsMistakesAreNamedByTheirPlace() {
    var person = Map.of("kind", "person", "email", TestPortal.ADMIN);
    var bad = "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":[{\"type\":\"TextBlok\"}]}";
    var plan =
        ana.post(
            "jobs/preview",
            Map.of("markdown", "Own", "card", Map.of("own", bad), "audience", List.of(person)));
    var problem = plan.json().path("problems").get(0);
    assertThat(problem.path("field").asText()).isEqualTo("card.own");
    assertThat(problem.path("message").asText()).startsWith("Element 1, type: this must be one of");

    var own =
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":[{\"type\":\"TextBlock\",\"text\":\"Hi {{firstName}}, {{DATE(2026-11-25T09:00:00Z)}}\"}]}";
    var id = draft("Own for all", entry("group", everybody));
    var kept = edit(id, Map.of("own", own)).json();
    assertThat(kept.path("card").path("own").asText()).isEqualTo(own);
    ana.post(
        "jobs/edit", Map.of("jobId", id, "revision", revision(id), "audience", List.of(person)));
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    ana.followUntil("jobs/detail/" + id, one -> one.path("state").asText().equals("finished"));

    var arrived = portal.simulator().ledger().entries(Ledger.Query.containing("Own for all"));
    assertThat(card(arrived.getFirst()).path("body").get(0).path("text").asText())
        .isEqualTo("Hi Ana, {{DATE(2026-11-25T09:00:00Z)}}");
  }

  private Client.Answer edit(String id, Map<String, ?> card) {
    return ana.post("jobs/edit", Map.of("jobId", id, "revision", revision(id), "card", card));
  }

  private static Map<String, Object> button(String title, String url) {
    return Map.of("buttons", List.of(Map.of("title", title, "url", url)));
  }

  private static List<String> fields(JsonNode errors) {
    return errors.valueStream().map(error -> error.path("field").asText()).toList();
  }
}
