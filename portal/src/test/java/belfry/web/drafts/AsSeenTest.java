package belfry.web.drafts;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Client;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Names, words and addresses with what cannot be seen in them, at the routes that take them. */
class AsSeenTest {
  /** "Desk Ä" with something invisible or white at each end, and in another form of Unicode. */
  private static final String HIDDEN = "\u200B\u202A Desk\u00A0 A\u0308\u2060\u00A0\u202C";

  private static final String LARS = "lars.berg@northwind.example";
  private static final String ZOE = "zoe.muller@northwind.example";

  private static TestPortal portal;
  private static Client ana;

  @BeforeAll
  static void open() {
    portal = TestPortal.start();
    ana = portal.signedIn("news", TestPortal.ADMIN);
  }

  @AfterAll
  static void shut() {
    portal.close();
  }

  @Test
  void groupsAreCalledAndFoundAsTheyAreSeen() {
    once(name -> ana.post("user/groups/create", Map.of("name", name)));

    var found = ana.get("user/groups/find?limit=5&q=" + encoded("\uFEFFdesk\u200B a\u200E"));
    assertThat(found.json().path("items").findValuesAsText("name")).containsExactly("Desk Ä");
  }

  @Test
  void templatesAreCalledAndFoundAsTheyAreSeen() {
    once(name -> ana.post("templates/save", Map.of("name", name, "markdown", "Hello")));
  }

  @Test
  void savedAudiencesAreCalledAsTheyAreSeen() {
    var people = List.of(Map.of("kind", "person", "email", LARS));
    once(name -> ana.post("user/audiences/save", Map.of("name", name, "audience", people)));
  }

  /** A second of the same look is refused. */
  private static void once(Function<String, Client.Answer> make) {
    var made = make.apply(HIDDEN);
    assertThat(made.status()).as(made.body()).isBetween(200, 201);
    assertThat(made.json().findValuesAsText("name")).contains("Desk Ä");
    for (var again : List.of("Desk Ä", "desk a\u0308\u200B", "De\u00ADsk Ä", "Desk\u3000Ä")) {
      assertThat(make.apply(again).status()).as(again).isIn(400, 409);
    }
    assertThat(make.apply("\u200B\u00A0\u2800").status()).isEqualTo(400);
  }

  @Test
  void addressesAreTakenInTheFormsThatMailProgramsCopy() {
    for (var form :
        List.of(
            List.of("\u202A" + LARS + "\u202C", "Zoe <" + ZOE + ">;"),
            List.of("mailto:" + LARS + "?subject=Hi", "'" + ZOE + "'"),
            List.of("Lars.Berg＠northwind.example", "zoe.mul\u00ADler@northwind.example\u00A0"))) {
      var audience = List.of(Map.of("kind", "list", "emails", form));
      var draft = ana.post("jobs/edit", Map.of("markdown", "Hello", "audience", audience));
      assertThat(draft.status()).as(draft.body()).isEqualTo(201);
      assertThat(texts(draft.json().at("/audience/0/emails"))).containsExactly(LARS, ZOE);
    }
    var two = List.of(Map.of("kind", "person", "email", LARS + ", " + ZOE));
    var refused = ana.post("jobs/edit", Map.of("markdown", "Hello", "audience", two));
    assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo("audience[0].emails");
  }

  @Test
  void membersAndUsersAreFoundByAnAddressWithSomethingInvisible() {
    var group = ana.post("user/groups/create", Map.of("name", "Members as seen")).json();
    var added =
        ana.post(
            "user/groups/add",
            Map.of(
                "groupId",
                group.path("id").asText(),
                "members",
                List.of(Map.of("email", "\u200BLars <" + LARS + ">\u00A0"))));
    assertThat(added.json().at("/results/0/status").asText()).isEqualTo("added");

    var user =
        ana.post("admin/users", Map.of("email", "\uFEFF" + ZOE + "\u200F", "role", "sender"));
    assertThat(user.status()).as(user.body()).isEqualTo(201);
    assertThat(user.json().path("email").asText()).isEqualTo(ZOE);
    for (var typed :
        List.of(
            "\u200Blars berg\u00A0",
            "＜" + LARS + "＞",
            "lars\u00ADberg".replace("\u00AD", "\u3000"))) {
      var found = ana.get("user/people/find?limit=5&q=" + encoded(typed)).json();
      assertThat(found.path("items").findValuesAsText("email")).as(typed).contains(LARS);
    }
  }

  @Test
  void whatIsSearchedForIsComparedAsItIsSeen() {
    ana.post("jobs/edit", Map.of("markdown", "# Caf\u00ADe\u0301\u200B of the albatross"));

    for (var words : List.of("café", "\u200Bcafe\u00A0", "ｃａｆｅ albatross\u202C")) {
      var found = ana.get("jobs/list/all?q=" + encoded(words)).json().path("items");
      assertThat(found).as(words).hasSize(1);
    }
    assertThat(ana.get("search?q=" + encoded("\u200B\u00A0")).status()).isEqualTo(400);
  }

  @Test
  void aTextOfWhatCannotBeSeenIsEmpty() {
    var audience = List.of(Map.of("kind", "person", "email", LARS));
    var plan =
        ana.post("jobs/preview", Map.of("markdown", "\u200B\u00A0\n\u2060", "audience", audience));
    assertThat(plan.json().at("/problems/0/field").asText()).isEqualTo("markdown");
    var asked =
        ana.post(
            "jobs/edit",
            Map.of("markdown", "Hello", "acknowledge", Map.of("word", "\u200B OK\u00A0")));
    assertThat(asked.json().at("/acknowledge/word").asText()).isEqualTo("OK");
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asText).toList();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
