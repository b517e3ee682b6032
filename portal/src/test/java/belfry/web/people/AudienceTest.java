package belfry.web.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.people.lists.Lists;
import belfry.simulator.messages.Ledger;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Leaving people out of an audience, and lists from files, over the API. */
@OnEngines(postgres = "whole")
class AudienceTest extends ApiContract {
  @Test
  void whoIsLeftOutIsCountedShownAndNotSentTo() {
    var team = group("Crisis team");
    var left =
        List.of(
            entry("group", team),
            Map.of(
                "kind",
                "list",
                "name",
                "These two",
                "emails",
                List.of(TestPortal.ADMIN, "typo@x.example")));
    var form =
        Map.of(
            "markdown",
            "All but some",
            "audience",
            List.of(entry("group", everybody)),
            "except",
            left);

    var count = ana.post("jobs/preview", form).json().path("audience");
    var people = count.path("people").asInt();
    assertThat(people + count.path("excluded").asInt()).isEqualTo(PEOPLE);
    assertThat(people).isLessThan(PEOPLE);
    assertThat(count.path("nobodyExcluded").path(0).asText()).isEqualTo("typo@x.example");

    var draft = ana.post("jobs/edit", form).json();
    assertThat(draft.path("audienceSummary").asText())
        .isEqualTo("All staff, except Crisis team, These two");
    assertThat(draft.path("audienceSaid").path("code").asText()).isEqualTo("audience.someExcept");
    var id = draft.path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    assertThat(counts(finished(id)).path("sent").asInt()).isEqualTo(people);
    assertThat(portal.simulator().ledger().totals(Ledger.Query.containing("All but")).recipients())
        .isEqualTo(people);
    assertThat(ana.get("jobs/recipients/" + id + "?q=" + TestPortal.ADMIN).json().path("items"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"kind": "list", "email": "a@x.example", "emails": ["b@x.example", "c@x.example"]} | email
          {"kind": "list", "email": "a@x.example"}                                           | email
          {"kind": "list", "id": "x", "emails": ["b@x.example"]}                             | id
          {"kind": "list", "listId": "x", "email": "a@x.example"}                            | email
          {"kind": "person", "id": "x", "emails": ["b@x.example"]}                           | emails
          {"kind": "person", "email": "a@x.example", "listId": "x"}                          | listId
          {"kind": "group", "id": "everyone", "emails": ["b@x.example"]}                     | emails
          {"kind": "group", "id": "everyone", "who": "silent"}                               | who
          {"kind": "space", "id": "x", "email": "a@x.example"}                               | email
          {"kind": "saved", "id": "x", "recall": "x"}                                        | recall
          {"kind": "recipients", "id": "x", "who": "silent", "listId": "x"}                  | listId
          """)
  void anEntryThatNamesMoreThanItsKindHasIsRefused(String entry, String field) {
    var named = "audience[0]." + field;
    refused("jobs/edit", "{\"audience\": [%s]}".formatted(entry), 400, named);
  }

  /** So that nobody whose address is theirs no more, or another's now, is lost or exchanged. */
  @Test
  void whatTheApiSaysOfAnAudienceCanBeSentBack() {
    var list =
        ana.bringList("?name=back.csv", "mail\nback@x.example".getBytes(StandardCharsets.UTF_8));
    var person = ana.get("user/people/find?q=Ana").json().path("items").path(0).path("id").asText();
    var space = ana.get("user/spaces/list").json().path("items").path(0).path("id").asText();
    var saved =
        ana.post(
            "user/audiences/save",
            Map.of("name", "Sent back", "audience", List.of(entry("group", everybody))));
    var draft =
        draft(
            "Sent back",
            entry("person", person),
            entry("group", everybody),
            entry("space", space),
            entry("saved", saved.json().path("id").asText()),
            Map.of("kind", "list", "emails", List.of("one@x.example", "two@x.example")),
            Map.of("kind", "person", "email", "one@x.example"),
            Map.of("kind", "list", "listId", list.json().at("/list/id").asText()));
    var before = ana.get("jobs/detail/" + draft).json();
    assertThat(before.at("/audience/0/email").asText()).isNotEmpty();

    var edit = Map.of("jobId", draft, "revision", 1, "audience", before.path("audience"));
    assertThat(ana.post("jobs/edit", edit).status()).isEqualTo(200);
    assertThat(ana.get("jobs/detail/" + draft).json().path("audience"))
        .isEqualTo(before.path("audience"));
  }

  /** Whoever is called alike elsewhere is somebody else. */
  @ParameterizedTest
  @CsvSource({
    "ana.lopez, 1",
    "ana.lopez@nor, 1",
    "ana.lopez@northwind.example, 1",
    "ana.lopez@partner, 0",
    "ana.lopez@northwind.example), 1",
    "ana.lopez@northwind.example ana.lopez@partner.example, 0"
  })
  void anAddressFindsNobodyAtAnotherOne(String typed, int found) {
    var query = URLEncoder.encode(typed, StandardCharsets.UTF_8);
    assertThat(ana.get("user/people/find?q=" + query).json().path("items")).hasSize(found);
  }

  @Test
  void anEditThatDoesNotNameThemKeepsThoseWhoAreLeftOut() {
    var all = List.of(entry("group", everybody));
    var except = List.of(Map.of("kind", "person", "email", TestPortal.ADMIN));
    var draft =
        ana.post("jobs/edit", Map.of("markdown", "One", "audience", all, "except", except)).json();
    var id = draft.path("id").asText();

    var edited = ana.post("jobs/edit", Map.of("jobId", id, "revision", 1, "audience", all)).json();
    assertThat(edited.path("except")).isEqualTo(draft.path("except")).hasSize(1);

    var nobody =
        ana.post("jobs/edit", Map.of("jobId", id, "revision", 2, "except", List.of())).json();
    assertThat(nobody.path("except")).isEmpty();
    assertThat(nobody.path("audience")).hasSize(1);
  }

  @Test
  void aListOutOfAFileGivesEachTheirOwnWords() {
    var table =
        """
        Name;Mail;Desk
        Ana;%s;A1
        Lars;lars.berg@northwind.example;B2
        Lars;LARS.BERG@northwind.example;C3
        Somebody;;D4
        """
            .formatted(TestPortal.ADMIN);

    var answer = ana.bringList("?name=managers.csv", table.getBytes(StandardCharsets.UTF_8));

    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    var list = answer.json().path("list");
    assertThat(list.path("name").asText()).isEqualTo("managers.csv");
    assertThat(list.path("people").asInt()).isEqualTo(2);
    assertThat(texts(list.path("columns"))).containsExactly("Name", "Desk");
    assertThat(answer.json().path("addresses").asText()).isEqualTo("Mail");
    assertThat(answer.json().path("bad").asInt()).isEqualTo(1);
    assertThat(answer.json().path("repeated").asInt()).isEqualTo(1);
    assertThat(answer.json().path("left").path(1).path("line").asInt()).isEqualTo(5);
    assertThat(answer.json().path("left").path(1).path("code").asText())
        .isEqualTo("list.addressMissing");
    var id = list.path("id").asText();
    assertThat(ana.get("user/lists/detail/" + id).json().path("list")).isEqualTo(list);

    var audience = List.of(Map.of("kind", "list", "listId", id), entry("group", everybody));
    var form = Map.of("markdown", "You sit at {{desk|home}}", "audience", audience);
    var preview = ana.post("jobs/preview", form).json();
    assertThat(preview.path("problems")).isEmpty();
    assertThat(preview.path("audience").path("people").asInt()).isEqualTo(PEOPLE);
    var draft = ana.post("jobs/edit", form).json();
    assertThat(draft.path("audience").path(0).path("listId").asText()).isEqualTo(id);
    assertThat(draft.path("audience").path(0).path("name").asText()).isEqualTo("managers.csv");
    var job = draft.path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", job)).status()).isEqualTo(200);

    assertThat(counts(finished(job)).path("sent").asInt()).isEqualTo(PEOPLE);
    assertThat(got("You sit at A1")).isOne();
    assertThat(got("You sit at B2")).isOne();
    assertThat(got("You sit at home")).isEqualTo(PEOPLE - 2);
  }

  @Test
  void aSavedAudienceStandsForWhatItIsWhenTheMessageIsSent() {
    var form =
        Map.of(
            "name",
            "Team",
            "audience",
            List.of(entry("group", everybody)),
            "except",
            List.of(Map.of("kind", "person", "email", TestPortal.ADMIN)),
            "requestId",
            "once");
    var saved = ana.post("user/audiences/save", form);
    assertThat(saved.status()).as(saved.body()).isEqualTo(200);
    assertThat(ana.post("user/audiences/save", form).json()).isEqualTo(saved.json());
    var id = saved.json().path("id").asText();
    assertThat(ana.get("user/audiences/list").json().path("items")).contains(saved.json());
    assertThat(ana.get("user/audiences/detail/" + id).json().path("except")).hasSize(1);

    var audience = List.of(Map.of("kind", "saved", "id", id));
    var text = Map.of("markdown", "For the team", "audience", audience);
    assertThat(ana.post("jobs/preview", text).json().path("audience").path("people").asInt())
        .isEqualTo(PEOPLE - 1);
    var job = ana.post("jobs/edit", text).json().path("id").asText();
    var smaller =
        Map.of(
            "audienceId",
            id,
            "name",
            "Team",
            "audience",
            List.of(Map.of("kind", "person", "email", TestPortal.ADMIN)));
    assertThat(ana.post("user/audiences/save", smaller).status()).isEqualTo(200);
    var late = new HashMap<String, Object>(smaller);
    late.put("changedAt", saved.json().path("changedAt").asText());
    refused("user/audiences/save", json(late), 409);
    late.put("changedAt", "yesterday");
    refused("user/audiences/save", json(late), 400, "changedAt");
    assertThat(ana.post("jobs/runNow", Map.of("jobId", job)).status()).isEqualTo(200);
    assertThat(counts(finished(job)).path("sent").asInt()).isEqualTo(1);

    assertThat(ana.post("user/audiences/delete", Map.of("audienceId", id)).status()).isEqualTo(204);
    assertThat(ana.post("jobs/preview", text).errors())
        .containsExactly(
            Map.entry("audience[0].id", "There is no such saved audience. Remove it."));
  }

  @ParameterizedTest
  @CsvSource({
    "group, There is no such group. Remove it.",
    "space, There is no such space. Remove it.",
    "person, There is no such person. Remove them.",
    "saved, There is no such saved audience. Remove it.",
    "list, This list no longer exists. Upload it again."
  })
  void whoIsNotThereIsNamedByTheirKind(String kind, String said) {
    var key = kind.equals("list") ? "listId" : "id";
    var entry = Map.of("kind", kind, key, "0S9X8JYY9CVR3");
    var answer = ana.post("jobs/edit", Map.of("markdown", "x", "audience", List.of(entry)));
    assertThat(answer.errors()).containsExactly(Map.entry("audience[0]." + key, said));
    if (key.equals("id")) {
      var nameless = Map.of("audience", List.of(Map.of("kind", kind)));
      assertThat(ana.post("jobs/edit", nameless).errors())
          .containsExactly(Map.entry("audience[0].id", "Give its id."));
    }
  }

  @Test
  void whySomebodyIsInItOrOutIsSaid() {
    var table = ("mail\nnobody@x.example\n" + TestPortal.ADMIN).getBytes(StandardCharsets.UTF_8);
    var list = ana.bringList("?name=team.csv", table).json().path("list").path("id").asText();
    var audience = List.of(entry("group", everybody), Map.of("kind", "list", "listId", list));

    var in = explained(audience, List.of(), TestPortal.ADMIN);
    assertThat(in.path("verdict").asText()).isEqualTo("included");
    assertThat(in.path("chosenBy")).hasSize(2);
    assertThat(in.path("chosenBy").path(0).path("kind").asText()).isEqualTo("group");
    assertThat(in.path("chosenBy").path(1).path("line").asInt()).isEqualTo(3);
    var out =
        explained(
            audience,
            List.of(Map.of("kind", "person", "email", TestPortal.ADMIN)),
            TestPortal.ADMIN);
    assertThat(out.path("verdict").asText()).isEqualTo("left_out");
    assertThat(out.path("leftOutBy")).hasSize(1);
    assertThat(explained(audience, List.of(), "nobody@x.example").path("verdict").asText())
        .isEqualTo("no_account");
    assertThat(explained(List.of(), List.of(), TestPortal.ADMIN).path("verdict").asText())
        .isEqualTo("not_chosen");
    refused("user/audiences/explain", "{}", 400, "email");
    refused("user/audiences/explain", "{\"email\": \"no address\"}", 400, "email");
    refused(
        "user/audiences/explain",
        "{\"email\": \"a@x.example\", \"personId\": \"x\"}",
        400,
        "email");
  }

  private JsonNode explained(List<?> audience, List<?> except, String email) {
    var answer =
        ana.post(
            "user/audiences/explain",
            Map.of("audience", audience, "except", except, "email", email));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }

  @Test
  void whatCannotBeSavedIsNamed() {
    refused("user/audiences/save", "{}", 400, "name");
    refused("user/audiences/save", "{\"name\": \"A\"}", 400, "audience");
    refused("user/audiences/save", "{\"name\": 7, \"audience\": {}}", 400, "name");
    refused("user/audiences/save", "{\"audienceId\": \"x\", \"name\": \"A\"}", 404);
    refused("user/audiences/delete", "{}", 400, "audienceId");
    refused("user/audiences/delete", "{\"audienceId\": \"0S9X8JYY9CVR3\"}", 404);
    var one = Map.of("kind", "list", "emails", List.of("a@x.example"));
    var saved = ana.post("user/audiences/save", Map.of("name", "A", "audience", List.of(one)));
    var again = Map.of("name", "  á ", "audience", List.of(one));
    assertThat(ana.post("user/audiences/save", again).errors()).containsOnlyKeys("name");
    var nested = List.of(Map.of("kind", "saved", "id", saved.json().path("id").asText()));
    assertThat(ana.post("user/audiences/save", Map.of("name", "B", "audience", nested)).errors())
        .containsOnlyKeys("audience");
    assertThat(ana.post("jobs/edit", Map.of("audience", List.of(one), "except", nested)).errors())
        .containsOnlyKeys("except[0].kind");
  }

  @Test
  void aGroupTakesItsPeopleFromAFile() {
    var list = ana.bringList("?name=team.csv", table(120).getBytes(StandardCharsets.UTF_8)).json();
    var id = list.path("list").path("id").asText();
    var group = ana.post("user/groups/create", Map.of("name", "From a file")).json();
    var groupId = group.path("id").asText();

    var first = ana.post("user/groups/add", Map.of("groupId", groupId, "listId", id)).json();
    assertThat(first.path("results")).hasSize(100);
    assertThat(first.path("results").path(0).path("status").asText()).isEqualTo("added");
    assertThat(first.path("results").path(1).path("status").asText()).isEqualTo("no_account");
    var next = Map.of("groupId", groupId, "listId", id, "after", first.path("next").asInt());
    var second = ana.post("user/groups/add", next).json();
    assertThat(second.path("results")).hasSize(20);
    assertThat(second.has("next")).isFalse();
    assertThat(second.path("group").path("size").asInt()).isEqualTo(1);

    refused(
        "user/groups/add",
        "{\"groupId\": \"%s\", \"listId\": \"x\"}".formatted(groupId),
        400,
        "listId");
    refused(
        "user/groups/add",
        "{\"groupId\": \"%s\", \"listId\": \"%s\", \"members\": []}".formatted(groupId, id),
        400,
        "members");
    refused(
        "user/groups/add",
        "{\"groupId\": \"everyone\", \"members\": [{\"email\": \"a@x.example\"}]}",
        400,
        "groupId");
  }

  private static String table(int lines) {
    return TestPortal.ADMIN
        + IntStream.range(1, lines)
            .mapToObj(i -> "\nnobody%d@x.example".formatted(i))
            .collect(Collectors.joining());
  }

  private int got(String words) {
    return portal.simulator().ledger().totals(Ledger.Query.containing(words)).recipients();
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }

  @Test
  void whatIsNoListIsRefusedCleanly() {
    broughtInVain("name\nAna\n".getBytes(StandardCharsets.UTF_8), "list.noAddresses");
    broughtInVain(new byte[0], "list.empty");
    broughtInVain(new byte[] {'P', 'K', 3, 4, 0, 0}, "list.workbook");
    broughtInVain(new byte[] {'a', 0, 1, 2}, "list.noText");
    broughtInVain(
        ("a@x.example" + ",".repeat(10_000)).getBytes(StandardCharsets.UTF_8),
        "list.tooManyColumns");
    assertThat(
            ana.bringList("?name=a&column=b", "a@x.example".getBytes(StandardCharsets.UTF_8))
                .errors())
        .containsOnlyKeys("file");
    assertThat(ana.bringList("", new byte[1]).errors()).containsOnlyKeys("name");
    var large = new byte[Lists.MOST_BYTES + 1];
    Arrays.fill(large, (byte) 'a');
    assertThat(ana.bringList("?name=a", large).status()).isEqualTo(413);
    assertThat(ana.get("user/lists/detail/0S9X8JYY9CVR3").status()).isEqualTo(404);
    assertThat(ana.get("user/lists/detail/nothing").status()).isEqualTo(404);
    refused(
        "jobs/edit",
        "{\"audience\": [{\"kind\": \"list\", \"listId\": \"0S9X8JYY9CVR3\"}]}",
        400,
        "audience[0].listId");
    refused(
        "jobs/edit",
        "{\"except\": [{\"kind\": \"list\", \"listId\": \"x\", \"emails\": [\"a@x.example\"]}]}",
        400,
        "except[0].emails");
    refused(
        "jobs/edit",
        "{\"audience\": [{\"kind\": \"list\", \"listId\": 7}]}",
        400,
        "audience[0].listId");
  }

  private void broughtInVain(byte[] file, String code) {
    var answer = ana.bringList("?name=a.csv", file);
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.json().path("errors").path(0).path("field").asText()).isEqualTo("file");
    assertThat(answer.json().path("errors").path(0).path("code").asText()).isEqualTo(code);
  }

  @Test
  void whatCannotBeLeftOutIsNamed() {
    refused("jobs/edit", "{\"except\": {}}", 400, "except");
    refused(
        "jobs/edit",
        "{\"except\": [null, {\"kind\": \"x\"}]}",
        400,
        "except[0].kind",
        "except[1].kind");
    refused(
        "jobs/edit", "{\"except\": [{\"kind\": \"space\", \"id\": \"s\"}]}", 400, "except[0].kind");
    refused(
        "jobs/preview",
        "{\"except\": [{\"kind\": \"group\", \"id\": \"g\"}]}",
        400,
        "except[0].id");
    refused(
        "jobs/preview",
        json(Map.of("except", Collections.nCopies(1_001, Map.of("kind", "group", "id", "g")))),
        400,
        "except");
  }
}
