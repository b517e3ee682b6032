package belfry.web.drafts;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Client;
import belfry.testing.OnEngines;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages to begin others with, and what they were before. */
@OnEngines(postgres = "whole")
class TemplatesTest extends ApiContract {
  private static final Map<String, Object> BUTTON =
      Map.of(
          "buttons",
          List.of(Map.of("title", "To [[Place]]", "url", "https://corp.test/?at=[[Place]]")));

  @Test
  void eachChangeIsAVersionAndTheOldOnesAreKept() {
    var first = save(Map.of("name", "Weekly", "markdown", "One [[Day]]", "card", BUTTON));
    assertThat(first.status()).as(first.body()).isEqualTo(201);
    var id = first.json().path("template").path("id").asText();
    assertThat(first.json().path("template").path("fields").toString())
        .isEqualTo("[\"Day\",\"Place\"]");

    var second =
        save(Map.of("templateId", id, "version", 1, "name", "Weekly news", "markdown", "Two"));
    assertThat(second.status()).as(second.body()).isEqualTo(200);
    assertThat(second.json().has("card")).isFalse();
    assertThat(second.json().path("versions")).hasSize(2);

    var old = ana.get("templates/detail/" + id + "?version=1").json();
    assertThat(old.path("markdown").asText()).isEqualTo("One [[Day]]");
    assertThat(old.path("template").path("name").asText()).isEqualTo("Weekly");
    assertThat(named("Weekly news").path("version").asInt()).isEqualTo(2);

    var stale = save(Map.of("templateId", id, "version", 1, "name", "W", "markdown", "Three"));
    assertThat(stale.status()).isEqualTo(409);
    assertThat(ana.post("templates/delete", Map.of("templateId", id)).status()).isEqualTo(204);
    assertThat(ana.get("templates/detail/" + id).status()).isEqualTo(404);
    assertThat(ana.post("templates/delete", Map.of("templateId", id)).status()).isEqualTo(404);
  }

  @Test
  void aCardThatSaysItAllCanBeOne() {
    var alone = save(Map.of("name", "Buttons only", "card", BUTTON));
    assertThat(alone.status()).as(alone.body()).isEqualTo(201);
    assertThat(alone.json().path("markdown").asText()).isEmpty();
    assertThat(save(Map.of("name", "Nothing")).errors().keySet()).containsExactly("markdown");
  }

  @Test
  void itsFieldsAreFilledInAndPlaceholdersRemain() {
    var id =
        save(Map.of(
                "name",
                "Invitation",
                "markdown",
                "Dear {{firstName}}, on [[Day]] \\[[so]] at [[ Place ]]",
                "card",
                BUTTON))
            .json()
            .path("template")
            .path("id")
            .asText();

    var filled =
        ana.post(
                "templates/fill",
                Map.of(
                    "templateId", id, "fields", Map.of("Day", "$1 [[Place]]", "Place", "Hall 1/2")))
            .json();
    assertThat(filled.path("markdown").asText())
        .isEqualTo("Dear {{firstName}}, on $1 [[Place]] \\[[so]] at Hall 1/2");
    var button = filled.path("card").path("buttons").get(0);
    assertThat(button.path("title").asText()).isEqualTo("To Hall 1/2");
    assertThat(button.path("url").asText()).isEqualTo("https://corp.test/?at=Hall%201%2F2");
    assertThat(filled.path("missing")).isEmpty();

    var empty = ana.post("templates/fill", Map.of("templateId", id)).json();
    assertThat(empty.path("missing").toString()).isEqualTo("[\"Day\",\"Place\"]");
  }

  @Test
  void twoOfOneNameThereAreNot() {
    assertThat(save(Map.of("name", "Täglich", "markdown", "a")).status()).isEqualTo(201);
    var again = save(Map.of("name", " TÄGLICH ", "markdown", "b"));

    assertThat(again.status()).isEqualTo(400);
    assertThat(again.json().path("errors").get(0).path("field").asText()).isEqualTo("name");
  }

  static Stream<Arguments> badForms() {
    return Stream.of(
        Arguments.of(Map.of("markdown", "a"), "name"),
        Arguments.of(Map.of("name", " ", "markdown", "a"), "name"),
        Arguments.of(Map.of("name", "x".repeat(101), "markdown", "a"), "name"),
        Arguments.of(Map.of("name", 7, "markdown", "a"), "name"),
        Arguments.of(Map.of("name", "n"), "markdown"),
        Arguments.of(Map.of("name", "n", "markdown", "é".repeat(3_720)), "markdown"),
        Arguments.of(Map.of("name", "n", "markdown", "a", "card", 1), "card"),
        Arguments.of(Map.of("name", "n", "markdown", "a", "version", "1"), "version"),
        Arguments.of(
            Map.of("name", "n", "markdown", "a", "templateId", "0S9X8JYY9CVR3"), "version"),
        Arguments.of(Map.of("name", "n", "markdown", "a", "fields", Map.of()), "fields"));
  }

  @ParameterizedTest
  @MethodSource("badForms")
  void badInputIsNamedByItsField(Map<String, Object> form, String field) {
    var refused = save(form);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("errors").get(0).path("field").asText()).isEqualTo(field);
  }

  @Test
  void whatIsNotThereIsNotFoundAndWhatIsTooMuchIsRefused() {
    var unknown =
        save(Map.of("templateId", "0S9X8JYY9CVR3", "version", 1, "name", "n", "markdown", "a"));
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(ana.get("templates/detail/x").status()).isEqualTo(404);
    var id =
        save(Map.of("name", "Values", "markdown", "[[a]]"))
            .json()
            .path("template")
            .path("id")
            .asText();
    assertThat(ana.get("templates/detail/" + id + "?version=x").status()).isEqualTo(400);
    assertThat(ana.get("templates/detail/" + id + "?version=9").status()).isEqualTo(404);
    var long_ =
        ana.post(
            "templates/fill", Map.of("templateId", id, "fields", Map.of("a", "x".repeat(501))));
    assertThat(long_.json().path("errors").get(0).path("field").asText()).isEqualTo("fields.a");
  }

  private JsonNode named(String name) {
    return ana.get("templates/list")
        .json()
        .path("items")
        .valueStream()
        .filter(one -> one.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Client.Answer save(Map<String, ?> form) {
    return ana.post("templates/save", form);
  }
}
