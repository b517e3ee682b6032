package belfry.web.drafts;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.messages.Card;
import belfry.simulator.messages.Ledger;
import belfry.simulator.messages.Words;
import belfry.testing.Client;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong in texts, cards, lists and audiences, beyond their types. */
@OnEngines(postgres = "whole")
class BadContentTest extends ApiContract {
  private static final Map<String, Object> MYSELF =
      Map.of("kind", "person", "email", TestPortal.ADMIN);

  private static final Map<String, Object> READER = Map.of("email", TestPortal.ADMIN);

  // Braces ------------------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{{{{{",
        "Hi {{firstName",
        "Hi {{firstName|{{lastName}}}}",
        "Hi {{}}",
        "Hi {{firstName}} and {{\nlastName}}"
      })
  void bracesThatAreNoPlaceholderAreKeptAsADraftAndSentToNobody(String markdown) {
    var id = draft(markdown, MYSELF);

    assertThat(ana.get("jobs/detail/" + id).json().path("markdown").asText()).isEqualTo(markdown);
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).errors()).containsOnlyKeys("markdown");
    assertThat(ana.post("jobs/test", Map.of("jobId", id)).errors()).containsOnlyKeys("markdown");
    var problems = ana.post("jobs/preview", Map.of("jobId", id)).json().path("problems");
    assertThat(codes(problems)).containsExactly("markdown.brokenNames");
    assertThat(messages()).isZero();
  }

  @Test
  void bracesInACardAreNamedByTheirPlace() {
    var buttons =
        List.of(
            Map.of("title", "{{{{{", "url", "https://x.example/{{email|{{name}}}}"),
            Map.of("title", "{{firstName|all}}", "url", "https://x.example/"));
    var picture = Map.of("url", "https://x.example/{{", "alt", "{{name");
    var card = Map.of("buttons", buttons, "picture", picture);
    assertThat(problems(Map.of("markdown", "Hello", "card", card)))
        .containsExactly(
            "card.buttons[0].title", "card.buttons[0].url", "card.picture.url", "card.picture.alt");
    var own =
        own("{\"type\":\"TextBlock\",\"text\":\"Hi {{name, {{DATE(2026-11-25T09:00:00Z)}}\"}");
    assertThat(problems(Map.of("markdown", "Hello", "card", own))).containsExactly("card.own");
  }

  // Values ------------------------------------------------------------------------------------

  @Test
  void whateverAListSaysNobodyIsCalledAndNothingIsRead() {
    var values =
        List.of(
            "<@all>",
            "<@personEmail:%s|x>".formatted(TestPortal.OTHER_ADMIN),
            "[a](https://evil.example)",
            "*a* _b_ `c` # d",
            "{{email}}",
            "\"}],\"actions\":[{",
            "\u202egnp.exe",
            "&lt;b&gt; <b>",
            "<@all");
    var table = new StringBuilder("mail,Said\n");
    var people = portal.simulator().directory();
    for (var i = 0; i < values.size(); i++) {
      table.append(people.person(i).email()).append(',');
      table.append('"').append(values.get(i).replace("\"", "\"\"")).append("\"\n");
    }
    var id =
        ana.bringList("?name=a.csv", table.toString().getBytes(StandardCharsets.UTF_8))
            .json()
            .path("list")
            .path("id")
            .asText();
    var button = Map.of("title", "For {{Said}}", "url", "https://x.example/?a={{Said}}");
    var form =
        Map.of(
            "markdown",
            "Told: <{{Said}} and `{{Said}}`, [here](https://x.example/{{Said}})",
            "card",
            Map.of("buttons", List.of(button)),
            "audience",
            List.of(Map.of("kind", "list", "listId", id)));
    var job = ana.post("jobs/edit", form).json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", job)).status()).isEqualTo(200);

    assertThat(counts(finished(job)).path("sent").asInt()).isEqualTo(values.size());
    var arrived = portal.simulator().ledger().entries(Ledger.Query.containing("Told:"));
    assertThat(arrived)
        .extracting(Ledger.Entry::recipient)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, values.size()).mapToObj(people::personId).toList());
    for (var entry : arrived) {
      var said = portal.simulator().messages().byId(entry.messageId()).orElseThrow().words();
      var value =
          values.get(
              IntStream.range(0, values.size())
                  .filter(i -> people.personId(i).equals(entry.recipient()))
                  .findFirst()
                  .orElseThrow());
      assertThat(said.mentions().all()).as(value).isFalse();
      assertThat(said.mentions().emails()).as(value).isEmpty();
      assertThat(said.html()).as(value).doesNotContain("href=\"https://evil", "<em>", "<strong>");
      // What turns around the letters after it is taken out where the list is read.
      var shown = value.replace("\u202e", "");
      assertThat(said.text().replace("\u2060", "")).as(value).contains("<" + shown);
      var card = card(said);
      assertThat(card.path("actions")).as(value).hasSize(1);
      assertThat(card.path("actions").get(0).path("title").asText()).isEqualTo("For " + shown);
    }
  }

  private static JsonNode card(Words words) {
    return Card.tree(String.valueOf(words.content().card())).path("content");
  }

  // Cards -------------------------------------------------------------------------------------

  @Test
  void aCardOfAHundredLevelsIsSentAndADeeperOneIsNamed() {
    // The card, its body and each container with its items.
    assertThat(problems(Map.of("markdown", "Deep", "card", own(nested(48))))).isEmpty();
    assertThat(problems(Map.of("markdown", "Deep", "card", own(nested(60)))))
        .containsExactly("card.own");
    assertThat(problems(Map.of("markdown", "Deep", "card", Map.of("own", "[".repeat(20_000)))))
        .containsExactly("card.own");
    var id = draft("Deep", MYSELF);
    var form = Map.of("jobId", id, "revision", revision(id), "card", own(nested(48)));
    assertThat(ana.post("jobs/edit", form).status()).isEqualTo(200);
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    assertThat(counts(finished(id)).path("sent").asInt()).isOne();
  }

  private static String nested(int containers) {
    return "{\"type\":\"Container\",\"items\":[".repeat(containers)
        + "{\"type\":\"TextBlock\",\"text\":\"Down here\"}"
        + "]}".repeat(containers);
  }

  private static Map<String, Object> own(String element) {
    return Map.of(
        "own", "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":[" + element + "]}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e400",
        "-1e400",
        "1e999999999",
        "1e-999999999",
        "9e99999999999999999999",
        "NaN",
        "123456789012345678901234567890"
      })
  void aNumberThatNobodyCountsToIsNamed(String number) {
    var column = "{\"type\":\"ColumnSet\",\"columns\":[{\"width\":%s,\"items\":[]}]}";
    for (var element :
        List.of(
            "{\"type\":\"TextBlock\",\"text\":\"a\",\"maxLines\":%s}",
            "{\"type\":\"Input.Number\",\"id\":\"a\",\"min\":%s}",
            "{\"type\":\"Input.Text\",\"id\":\"a\",\"maxLength\":%s}",
            column)) {
      var form = Map.of("markdown", "Many", "card", own(element.formatted(number)));
      assertThat(ana.post("jobs/preview", form).status()).as(element).isEqualTo(200);
      assertThat(ana.post("jobs/check", form).status()).as(element).isEqualTo(200);
    }
    assertThat(problems(Map.of("markdown", "Many", "card", own(column.formatted(number)))))
        .isSubsetOf("card.own");
  }

  @Test
  void aTemplatesValueStaysInsideOfTheTextThatItFills() {
    var card = own("{\"type\":\"TextBlock\",\"text\":\"On [[Day]]\"}");
    var made = Map.of("name", "Quoted", "markdown", "On [[Day]]", "card", card);
    var saved = ana.post("templates/save", made).json().path("template").path("id").asText();
    var value = "\"}],\"actions\":[{\"type\": \\";

    var filled =
        ana.post("templates/fill", Map.of("templateId", saved, "fields", Map.of("Day", value)));

    var own = Card.tree(filled.json().path("card").path("own").asText());
    assertThat(own.path("body").path(0).path("text").asText()).isEqualTo("On " + value);
    assertThat(own.has("actions")).isFalse();
    assertThat(ana.post("templates/delete", Map.of("templateId", saved)).status()).isEqualTo(204);
  }

  // Sizes and numbers of things ---------------------------------------------------------------

  @Test
  void whatIsTooLongOrTooMuchIsNamed() {
    var group = Map.of("kind", "group", "id", everybody);
    var before = everything();

    for (var route : List.of("jobs/edit", "jobs/preview", "jobs/check", "jobs/check/leftOut")) {
      refused(
          route, json(audience(with(group, "name", "n".repeat(1_001)))), 400, "audience[0].name");
      refused(route, json(audience(with(group, "id", "i".repeat(201)))), 400, "audience[0].id");
      refused(route, json(audience(emails())), 400, "audience[0].emails");
      refused(route, json(audience(emails("x@"))), 400, "audience[0].emails");
      refused(
          route,
          json(audience(Map.of("kind", "list", "emails", Arrays.asList("a@x.example", null)))),
          400,
          "audience[0].emails");
      refused(route, json(Map.of("except", Collections.nCopies(1_001, group))), 400, "except");
    }
    var long1 = ana.post("jobs/edit", audience(emails("x".repeat(500_000))));
    assertThat(long1.body()).as("what is wrong is not repeated in full").hasSizeLessThan(1_000);
    refused("user/audiences/save", name("n".repeat(121)), 400, "name");
    refused("user/audiences/save", name(" "), 400, "name");
    refused("user/groups/create", json(Map.of("name", "n".repeat(121))), 400, "name");
    refused("templates/save", json(Map.of("name", "n".repeat(101), "markdown", "a")), 400, "name");
    var tested = Map.of("markdown", "Hello");
    var nobody = Map.of("email", "no address");
    refused("jobs/test", json(with(tested, "to", Collections.nCopies(11, READER))), 400, "to");
    refused("jobs/test", json(with(tested, "to", Collections.nCopies(500, nobody))), 400, "to");
    refused("jobs/test", json(with(tested, "to", List.of(nobody, nobody))), 400, "to[0]", "to[1]");
    refused("jobs/test", json(with(tested, "to", List.of(READER, nobody))), 400, "to[1]");
    refused("jobs/test", json(with(tested, "as", nobody)), 400, "as");
    refused("jobs/test", json(with(tested, "as", Map.of("id", "i".repeat(201)))), 400, "as");
    refused("jobs/check/names?limit=0", "{}", 400, "limit");
    refused("jobs/check/names?cursor=LTE", "{}", 400, "cursor");
    refused("admin/rules", rules(Collections.singletonList(null)), 400, "quiet.days");
    refused("admin/rules", rules(List.of()), 400, "quiet.days");
    refused("admin/rules", json(Map.of("revision", 0, "typeAbove", 1_000_001)), 400, "typeAbove");

    assertThat(everything()).isEqualTo(before);
  }

  private static Map<String, Object> audience(Map<String, ?> entry) {
    return Map.of("audience", List.of(entry));
  }

  private static Map<String, Object> emails(String... emails) {
    return Map.of("kind", "list", "emails", List.of(emails));
  }

  private static String name(String name) {
    return json(Map.of("name", name, "audience", List.of(emails("a@x.example"))));
  }

  private static String rules(List<?> days) {
    var quiet = new HashMap<String, Object>();
    quiet.put("days", days);
    quiet.put("from", "20:00");
    quiet.put("until", "07:00");
    quiet.put("zone", "UTC");
    return json(Map.of("revision", 0, "quiet", quiet));
  }

  @Test
  void aGroupFromAFileNamesWhatIsWrongWithIt() {
    var group =
        ana.post("user/groups/create", Map.of("name", "Bad file")).json().path("id").asText();
    var list = list(ana);
    var before = everything();
    var form = Map.<String, Object>of("groupId", group);
    refused("user/groups/add", json(form), 400, "members");
    refused("user/groups/add", json(with(form, "listId", "")), 400, "listId");
    refused("user/groups/add", json(with(form, "listId", "0S9X8JYY9CVR3")), 400, "listId");
    for (var after : List.of(-1, Integer.MIN_VALUE)) {
      refused(
          "user/groups/add", json(with(with(form, "listId", list), "after", after)), 400, "after");
    }
    var beyond = with(with(form, "listId", list), "after", Integer.MAX_VALUE);
    assertThat(ana.post("user/groups/add", beyond).json().path("results")).isEmpty();
    assertThat(everything()).isEqualTo(before);
  }

  private static String list(Client client) {
    var table = "mail\n%s\n".formatted(TestPortal.ADMIN).getBytes(StandardCharsets.UTF_8);
    return client.bringList("?name=a.csv", table).json().path("list").path("id").asText();
  }

  // Another app's -----------------------------------------------------------------------------

  @Test
  void anotherAppsListsAudiencesAndTemplatesDoNotExistHere() {
    var list = list(ana);
    var saved =
        ana.post(
                "user/audiences/save",
                Map.of("name", "Of the news", "audience", List.of(emails("a@x.example"))))
            .json()
            .path("id")
            .asText();
    var made = Map.of("name", "Of the news", "markdown", "Hello");
    var template = ana.post("templates/save", made).json().path("template").path("id").asText();
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    var before = everything();

    var entries =
        Map.of(
            Map.of("kind", "list", "listId", list),
            "audience[0].listId",
            Map.of("kind", "saved", "id", saved),
            "audience[0].id");
    entries.forEach((entry, field) -> {
      for (var route : List.of("jobs/edit", "jobs/preview", "jobs/check", "user/audiences/save")) {
        var form =
            route.startsWith("user") ? with(audience(entry), "name", "Mine") : audience(entry);
        assertThat(kenji.post(route, form).errors()).as(route).containsOnlyKeys(field);
      }
    });
    assertThat(kenji.get("user/lists/detail/" + list).status()).isEqualTo(404);
    assertThat(kenji.get("user/audiences/detail/" + saved).status()).isEqualTo(404);
    assertThat(kenji.get("templates/detail/" + template).status()).isEqualTo(404);
    for (var route : List.of("templates/fill", "templates/delete")) {
      assertThat(kenji.post(route, Map.of("templateId", template)).status()).isEqualTo(404);
    }
    assertThat(kenji.post("user/audiences/delete", Map.of("audienceId", saved)).status())
        .isEqualTo(404);
    assertThat(everything()).isEqualTo(before);
    ana.post("templates/delete", Map.of("templateId", template));
    ana.post("user/audiences/delete", Map.of("audienceId", saved));
  }

  // ------------------------------------------------------------------------------------------

  private List<String> problems(Map<String, ?> form) {
    var preview = ana.post("jobs/preview", with(form, "audience", List.of(MYSELF)));
    assertThat(preview.status()).as(preview.body()).isEqualTo(200);
    return preview
        .json()
        .path("problems")
        .valueStream()
        .map(one -> one.path("field").asText())
        .toList();
  }

  private static List<String> codes(JsonNode problems) {
    return problems.valueStream().map(one -> one.path("code").asText()).toList();
  }

  private long messages() {
    return portal.simulator().ledger().totals(Ledger.Query.ALL).messages();
  }
}
