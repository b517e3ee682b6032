package belfry.web.search;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.messages.Ledger;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.answers.AnsweringContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One search over everything that somebody may see, and everything that a person got. */
@OnEngines(postgres = "whole")
class SearchTest extends AnsweringContract {

  private JsonNode section(String words, String kind) {
    return found(words, "")
        .path("sections")
        .valueStream()
        .filter(section -> section.path("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private JsonNode found(String words, String more) {
    var answer = ana.get("search?q=" + encoded(words) + more);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** With marks as brackets. */
  private static String shown(JsonNode parts) {
    return parts
        .valueStream()
        .map(part ->
            part.path("marked").asBoolean()
                ? "[" + part.path("text").asText() + "]"
                : part.path("text").asText())
        .collect(Collectors.joining());
  }

  private static List<String> titles(JsonNode section) {
    return section.path("items").valueStream().map(one -> shown(one.path("title"))).toList();
  }

  private Map<String, Object> person(int number) {
    return entry("person", portal.simulator().directory().personId(number));
  }

  private String name(int number) {
    return portal.simulator().directory().person(number).displayName();
  }

  private JsonNode received(int number, String more) {
    return received(portal.simulator().directory().personId(number), more);
  }

  private JsonNode received(String id, String more) {
    var answer = ana.get("user/people/received?personId=" + encoded(id) + more);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }

  @Test
  void anAnnouncementIsFoundAndSaysWhy() {
    draft("# Zebra crossing\n\nWe serve **Gulasch-Süppchen** today.", entry("group", everybody));

    var byText = section("SUPPCH", "announcements").path("items").path(0);
    assertThat(byText.path("where").asText()).isEqualTo("text");
    assertThat(shown(byText.path("excerpt"))).contains("Gulasch-[Süppch]en today.");
    assertThat(shown(byText.path("title"))).isEqualTo("Zebra crossing");
    assertThat(byText.path("app").path("app").asText()).isEqualTo("news");
    assertThat(byText.path("job").path("state").asText()).isEqualTo("draft");

    var byTitle = section("zebra", "announcements").path("items").path(0);
    assertThat(shown(byTitle.path("title"))).isEqualTo("[Zebra] crossing");
    assertThat(byTitle.has("excerpt")).isFalse();

    var byAudience = section("zebra staff", "announcements").path("items").path(0);
    assertThat(byAudience.path("where").asText()).isEqualTo("audience");
    assertThat(shown(byAudience.path("excerpt"))).isEqualTo("All [staff]");

    var byAuthor = section("zebra lopez", "announcements").path("items").path(0);
    assertThat(byAuthor.path("where").asText()).isEqualTo("author");
    assertThat(shown(byAuthor.path("excerpt"))).isEqualTo("Ana [Lopez]");

    assertThat(titles(section("zebra nowhere", "announcements"))).isEmpty();
    assertThat(titles(section("uppchen", "announcements"))).as("amid a word").isEmpty();
  }

  @Test
  void theNewestComeFirstPageByPage() {
    var words = IntStream.range(0, 7).mapToObj(i -> "Quokka " + i).toList();
    words.forEach(text -> draft(text));

    var few = section("quokka", "announcements");
    assertThat(titles(few))
        .containsExactly("[Quokka] 6", "[Quokka] 5", "[Quokka] 4", "[Quokka] 3", "[Quokka] 2");
    var next =
        found("quokka", "&kind=announcements&cursor=" + few.path("next").asText()).path("sections");
    assertThat(next).hasSize(1);
    assertThat(titles(next.path(0))).containsExactly("[Quokka] 1", "[Quokka] 0");
    assertThat(next.path(0).has("next")).isFalse();
  }

  @Test
  void anAnnouncementIsFoundOnceHoweverManyOfItsWordsBeginAlike() {
    draft("Wombats and wolves in a world of wool");

    assertThat(section("wo", "announcements").path("items")).hasSize(1);
    assertThat(section("wo wol", "announcements").path("items")).hasSize(1);
  }

  @Test
  void whatIsDeletedOrAnotherAppsIsNotFound() {
    var id = draft("Axolotl of the news");
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    kenji.post("jobs/edit", Map.of("markdown", "Axolotl of the alerts", "audience", List.of()));

    assertThat(titles(section("axolotl", "announcements")))
        .containsExactly("[Axolotl] of the news");

    // Only who may send with both finds both.
    var email = Map.of("email", TestPortal.ADMIN, "role", "sender");
    assertThat(kenji.post("admin/users", email).status()).isEqualTo(201);
    assertThat(titles(section("axolotl", "announcements")))
        .containsExactlyInAnyOrder("[Axolotl] of the news", "[Axolotl] of the alerts");
    assertThat(
            section("axolotl alerts", "announcements")
                .path("items")
                .path(0)
                .path("app")
                .path("app")
                .asText())
        .isEqualTo("alerts");
    var own = ana.get("info").json().path("user").path("id").asText();
    assertThat(kenji.delete("admin/users/" + own).status()).isEqualTo(200);

    ana.post("jobs/delete", Map.of("jobId", id));
    assertThat(titles(section("axolotl", "announcements"))).isEmpty();
  }

  @Test
  void peopleGroupsAndTemplatesAreFoundToo() {
    finished(send("Hello there", person(41)));
    var template = Map.of("name", "Wombat news", "markdown", "# A wombat was seen");
    assertThat(ana.post("templates/save", template).status()).isEqualTo(201);

    var people = section(name(41), "people").path("items");
    assertThat(people.valueStream().map(one -> one.path("id").asText()))
        .contains(portal.simulator().directory().personId(41));
    assertThat(people.path(0).path("where").asText()).isEqualTo("email");
    assertThat(titles(section("all sta", "groups"))).contains("[All] [sta]ff");
    assertThat(section("all sta", "groups").path("items").path(0).path("source").asText())
        .isEqualTo("directory");
    var found = section("womb", "templates").path("items").path(0);
    assertThat(shown(found.path("title"))).isEqualTo("[Womb]at news");
    assertThat(shown(found.path("excerpt"))).isEqualTo("A [womb]at was seen");
  }

  @Test
  void whatAPersonGotIsFoundByTheirNameAndListed() {
    var first = send("# Numbat one", person(77));
    finished(first);
    var second = send("# Numbat two", person(77), person(78));
    finished(second);
    assertThat(ana.post("jobs/recall", Map.of("jobId", second)).status()).isEqualTo(200);
    ana.followUntil("jobs/detail/" + second, job -> job.path("run").path("recalled").asInt() == 2);

    var email = portal.simulator().directory().person(77).email();
    var found = section(email, "received");
    assertThat(titles(found)).startsWith("Numbat two", "Numbat one");
    var one = found.path("items").path(0);
    assertThat(one.path("id").asText()).isEqualTo(second);
    assertThat(one.path("where").asText()).isEqualTo("recipient");
    assertThat(one.path("recipient").path("followed").asText()).isEqualTo("recalled");

    var all = received(77, "");
    assertThat(all.path("person").path("email").asText()).isEqualTo(email);
    assertThat(all.path("items").valueStream().map(item -> item.path("title").asText()))
        .containsSubsequence("Numbat two", "Numbat one");
    var last = all.path("items").path(all.path("items").size() - 1);
    assertThat(last.path("jobId").asText()).isEqualTo(first);
    assertThat(last.path("recipient").path("state").asText()).isEqualTo("sent");
    assertThat(last.path("author").asText()).isEqualTo("Ana Lopez");
    assertThat(last.path("at").asText()).isNotBlank();

    var page = received(77, "&limit=1");
    assertThat(page.path("items")).hasSize(1);
    var next = received(77, "&limit=1&cursor=" + page.path("next").asText());
    assertThat(next.path("items").path(0)).isNotEqualTo(page.path("items").path(0));

    assertThat(ana.post("jobs/delete", Map.of("jobId", first)).status()).isEqualTo(204);
    assertThat(received(77, "").path("items").valueStream().map(it -> it.path("title").asText()))
        .doesNotContain("Numbat one");
    assertThat(portal.simulator().ledger().totals(Ledger.Query.containing("Numbat one")).messages())
        .isEqualTo(1);
  }

  @Test
  void whatWasTriedOnSomebodyIsListedAsATest() {
    var saved = draft("# Quoll");
    for (var body : List.of(Map.of("jobId", saved), Map.of("markdown", "# Quoll, not saved"))) {
      var tried = ana.post("jobs/test", body);
      assertThat(tried.status()).as(tried.body()).isEqualTo(200);
      assertThat(tried.json().path("state").asText()).as(tried.body()).isEqualTo("sent");
    }

    var own = ana.get("info").json().path("user").path("id").asText();
    var tests =
        received(own, "")
            .path("items")
            .valueStream()
            .filter(one -> one.path("kind").asText().equals("test"));
    assertThat(tests.map(one -> one.path("jobId").asText()))
        .as("nobody sees a test of what is not saved")
        .containsExactly(saved);
  }

  private String id(int number) {
    return portal.simulator().directory().personId(number);
  }

  @Test
  void whatTheyAnsweredAndWhatWasRepliedIsListedWithIt() {
    var job = send("# Kiwi", Map.of("kind", "person", "email", LARS));
    finished(job);
    portal.simulator().say(LARS, "Company News", "Which kiwi?");
    var answer =
        ana.followUntil("answers/list?jobId=" + job, page -> !page.path("items").isEmpty())
            .at("/items/0");
    var lars = answer.path("from").path("id").asText();

    var one = received(lars, "").path("items").path(0);
    assertThat(one.path("jobId").asText()).isEqualTo(job);
    assertThat(one.path("answers")).hasSize(1);
    assertThat(one.at("/answers/0/text").asText()).isEqualTo("Which kiwi?");

    var reply = Map.of("answerId", answer.path("id").asText(), "markdown", "The bird");
    assertThat(ana.post("answers/reply", reply).status()).isEqualTo(200);
    var replied = received(lars, "").path("items").path(0);
    assertThat(replied.path("kind").asText()).isEqualTo("reply");
    assertThat(replied.path("title").asText()).isEqualTo("The bird");
    assertThat(replied.path("jobId").asText()).isEqualTo(job);
  }

  @Test
  void whatAnotherAppSentIsNotListed() {
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    var draft = Map.of("markdown", "Only for alerts", "audience", List.of(person(90)));
    var id = kenji.post("jobs/edit", draft).json().path("id").asText();
    assertThat(kenji.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    kenji.followUntil("jobs/detail/" + id, job -> job.path("state").asText().equals("finished"));
    finished(send("Not only for alerts", person(90)));

    assertThat(received(90, "").path("items").valueStream().map(it -> it.path("title").asText()))
        .containsExactly("Not only for alerts");
    assertThat(
            kenji
                .get("user/people/received?personId=" + encoded(id(90)))
                .json()
                .path("items")
                .path(0)
                .path("title")
                .asText())
        .isEqualTo("Only for alerts");
  }

  @Test
  void whoHadNoAccountIsFoundByTheAddress() {
    finished(
        send(
            "Dugong",
            person(91),
            Map.of("kind", "list", "emails", List.of("dugong@northwind.example"))));

    var found = section("dugong@northwind.example", "received").path("items").path(0);
    assertThat(shown(found.path("title"))).isEqualTo("Dugong");
    assertThat(found.path("recipient").path("state").asText()).isEqualTo("skipped");
    var all = received(found.path("recipient").path("id").asText(), "");
    assertThat(all.path("person").path("displayName").asText())
        .isEqualTo("dugong@northwind.example");
    assertThat(all.path("items").path(0).path("recipient").path("said").path("code").asText())
        .isNotBlank();
  }

  @Test
  void whatCannotBeAskedIsRefusedWithItsField() {
    for (var query :
        Map.of(
                "search", "q",
                "search?q=%20", "q",
                "search?q=a&kind=cats", "kind",
                "search?q=a&cursor=MQ", "kind",
                "search?q=a&kind=people&cursor=x", "cursor",
                "search?q=a&limit=0", "limit",
                "user/people/received", "personId",
                "user/people/received?personId=a&cursor=x", "cursor")
            .entrySet()) {
      var answer = ana.get(query.getKey());
      assertThat(answer.status()).as(query.getKey()).isEqualTo(400);
      assertThat(answer.errors()).as(query.getKey()).containsOnlyKeys(query.getValue());
    }
    asked("user/people/received?personId=nobody", 404);
    asked("search?q=" + "a%20".repeat(500), 200);
    ana.post("templates/save", Map.of("name", "Gnu", "markdown", "Found by its words only"));
    assertThat(
            found("?!", "")
                .path("sections")
                .valueStream()
                .allMatch(one -> one.path("items").isEmpty()))
        .isTrue();
  }
}
