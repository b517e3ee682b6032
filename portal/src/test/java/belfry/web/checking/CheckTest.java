package belfry.web.checking;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.testing.Await;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is said of every single recipient before sending, and of those left out afterwards. */
@OnEngines(postgres = "long")
class CheckTest extends ApiContract {
  private static final String LARS = "lars.berg@northwind.example";

  private String list(String table) {
    var answer = ana.bringList("?name=desks.csv", table.getBytes(StandardCharsets.UTF_8));
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    return answer.json().path("list").path("id").asText();
  }

  private static Map<String, Object> form(String markdown, List<?> audience) {
    return Map.of("markdown", markdown, "audience", audience);
  }

  private JsonNode check(Map<String, ?> form) {
    var answer = ana.post("jobs/check", form);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }

  private static Map<String, Integer> counts(JsonNode check, String field) {
    var counts = new HashMap<String, Integer>();
    check
        .path("groups")
        .forEach(group ->
            counts.merge(group.path(field).asText(), group.path("count").asInt(), Integer::sum));
    return counts;
  }

  private static JsonNode group(JsonNode check, String why) {
    return check
        .path("groups")
        .valueStream()
        .filter(group -> group.path("why").asText().equals(why))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whoLacksAValueIsCountedNamedAndListed() {
    var id = list("Mail;Desk\n%s;A1\n%s;\n".formatted(TestPortal.ADMIN, LARS));
    var audience = List.of(Map.of("kind", "list", "listId", id), entry("group", everybody));
    var form = form("You sit at {{Desk}}", audience);
    // The addresses are looked up and the group is read while the audience is counted.
    var people = ana.post("jobs/preview", form).json().path("audience").path("people").asInt();

    var check = check(form);

    assertThat(people).isEqualTo(PEOPLE);
    assertThat(check.path("ready").asInt()).isOne();
    assertThat(counts(check, "reason"))
        .isEqualTo(Map.of("No value is known for Desk.", PEOPLE - 1));
    var group = group(check, "noValue");
    assertThat(group.path("said").path("code").asText()).isEqualTo("reason.noValue");
    assertThat(group.path("first")).hasSize(3);
    assertThat(check.path("longest").path("recipient").path("email").asText())
        .isEqualTo(TestPortal.ADMIN);
    assertThat(check.path("longest").path("bytes").asInt()).isEqualTo("You sit at A1".length());
    assertThat(check.path("longest").path("most").asInt()).isEqualTo(7_439);
    assertThat(listed(with(form, "list", group.path("list").asText())))
        .hasSize(PEOPLE - 1)
        .doesNotHaveDuplicates();
  }

  @Test
  void thePreviewSaysHowManyGetItAndWhatEachChoiceMeans() {
    var id =
        list(
            "Mail;Desk\n%s;A1\n%s;\nnobody@northwind.example;B2\n"
                .formatted(TestPortal.ADMIN, LARS));
    var team = group("Extended leadership");
    var chosen = List.of(Map.of("kind", "list", "listId", id));
    var form = form("You sit at {{Desk}}", chosen);

    var preview = ana.post("jobs/preview", form).json();

    assertThat(preview.path("audience").path("people").asInt()).isEqualTo(2);
    assertThat(preview.path("audience").path("noAccount")).hasSize(1);
    assertThat(preview.path("reach").toString())
        .isEqualTo("{\"people\":1,\"most\":1,\"spaces\":0,\"complete\":true}");
    assertThat(preview.path("chosen").path(0).path("people").asInt()).isEqualTo(3);
    assertThat(check(form).path("ready").asInt()).isOne();
    var sent = ana.post("jobs/edit", form).json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", sent, "recipients", 1)).status())
        .isEqualTo(200);

    var nested = ana.post("jobs/preview", form("Hello", List.of(entry("group", team)))).json();
    var people = nested.path("reach").path("people").asInt();
    assertThat(people).isGreaterThan(10);
    assertThat(nested.path("chosen").path(0).path("people").asInt()).isEqualTo(people);
    for (var path : List.of("user/groups/list?limit=200", "user/groups/find?q=Extended")) {
      assertThat(ana.get(path).json().path("items"))
          .filteredOn(group -> group.path("id").asText().equals(team))
          .singleElement()
          .satisfies(group -> assertThat(group.path("size").asInt()).isEqualTo(people));
    }
  }

  @Test
  void whoIsLeftOutByAnAddressThatWasNotLookedUpYetIsCounted() {
    var chosen = List.of("not.yet.1@northwind.example", "not.yet.2@northwind.example");
    var form =
        with(
            form("Hello", List.of(Map.of("kind", "list", "emails", chosen))),
            "except",
            List.of(Map.of("kind", "list", "emails", chosen.subList(0, 1))));

    var check = check(form);

    assertThat(check.path("ready").asInt()).isZero();
    assertThat(counts(check, "why")).isEqualTo(Map.of("excluded", 1, "unchecked", 1));
    assertThat(listed(with(form, "list", group(check, "excluded").path("list").asText())))
        .singleElement()
        .asString()
        .contains(chosen.getFirst());
    assertThat(ana.post("jobs/check/leftOut", form).body())
        .contains("\"not.yet.1@northwind.example\",\"person\",\"left out\"");
  }

  @Test
  void whoIsChosenInSeveralWaysIsNamedOnce() {
    var id = list("Mail;Desk\n%s;A1\n%s;A2\n".formatted(TestPortal.ADMIN, LARS));
    var team = group("Crisis team");
    var audience =
        List.of(
            Map.of("kind", "list", "listId", id),
            Map.of("kind", "list", "name", "Typed", "emails", List.of(LARS)),
            entry("group", team),
            entry("group", group("Extended leadership")),
            entry("group", everybody));
    var form = form("Hello", audience);
    var counted = ana.post("jobs/preview", form).json().path("audience").path("duplicates").asInt();

    var twice = check(form).path("twice");

    assertThat(counted).isGreaterThan(2);
    assertThat(twice.path("count").asInt()).isEqualTo(counted);
    assertThat(listed(with(form, "list", twice.path("list").asText())))
        .hasSize(counted)
        .doesNotHaveDuplicates()
        .anySatisfy(who -> assertThat(who).contains(LARS));
  }

  /** A list that was corrected and uploaded once more beside the former one. */
  @Test
  void forWhomListsHaveDifferentValuesIsNamed() {
    var table = "Mail;Desk;Floor\n%s;%s;1\n%s;A2;%s\n";
    var former = list(table.formatted(TestPortal.ADMIN, "A1", LARS, "2"));
    var newer = list(table.formatted(TestPortal.ADMIN, "B1", LARS, "3"));
    var audience =
        List.of(Map.of("kind", "list", "listId", former), Map.of("kind", "list", "listId", newer));
    var form = form("You sit at {{desk}}", audience);
    assertThat(ana.post("jobs/preview", form).status()).isEqualTo(200);

    var disputed = check(form).path("disputed");

    assertThat(disputed).as("nobody reads of floors").hasSize(1);
    var group = disputed.path(0);
    assertThat(group.path("why").asText()).isEqualTo("disputed");
    assertThat(group.path("reason").asText())
        .isEqualTo("For desk, the first list that has a value counts.");
    assertThat(group.path("count").asInt()).isOne();
    assertThat(group.path("first").path(0).path("email").asText()).isEqualTo(TestPortal.ADMIN);
    assertThat(listed(with(form, "list", group.path("list").asText())))
        .singleElement()
        .asString()
        .contains(TestPortal.ADMIN);
    assertThat(check(form("You sit somewhere", audience)).path("disputed")).isEmpty();
    assertThat(check(form("{{desk}}", audience.subList(0, 1))).path("disputed")).isEmpty();
  }

  /**
   * Emptying a cell is how somebody takes a value back; a column that is not there says nothing.
   */
  @Test
  void whoseValueALaterListHasAsAnEmptyCellIsNamed() {
    var former = entryOf("Mail;Desk\n%s;A1\n%s;A2\n".formatted(TestPortal.ADMIN, LARS));
    var emptied = entryOf("Mail;Desk\n%s;A1\n%s;\n".formatted(TestPortal.ADMIN, LARS));
    var another = entryOf("Mail;Floor\n%s;1\n%s;2\n".formatted(TestPortal.ADMIN, LARS));
    var form = form("You sit at {{desk|none}}", List.of(former, another, emptied));
    assertThat(ana.post("jobs/preview", form).status()).isEqualTo(200);

    var disputed = check(form).path("disputed");

    assertThat(disputed).hasSize(1);
    assertThat(disputed.at("/0/count").asInt()).isOne();
    assertThat(disputed.at("/0/first/0/email").asText()).isEqualTo(LARS);
    for (var agreeing : List.of(List.of(former, another), List.of(emptied, former))) {
      assertThat(check(with(form, "audience", agreeing)).path("disputed")).isEmpty();
    }
  }

  private Map<String, Object> entryOf(String table) {
    return Map.of("kind", "list", "listId", list(table));
  }

  /** Those of the last group, whose reasons are too many to be named, have names as well. */
  @Test
  void everyGroupHasTheNamesThatItCounts() {
    var columns = List.of("a", "b", "c", "d", "e", "f");
    var table = new StringBuilder("Mail;" + String.join(";", columns) + "\n");
    for (var i = 0; i < 1 << columns.size(); i++) {
      table.append(portal.simulator().directory().personEmail(i));
      for (var column = 0; column < columns.size(); column++) {
        table.append((i >> column & 1) == 0 ? ";" : ";x");
      }
      table.append('\n');
    }
    var audience = List.of(Map.of("kind", "list", "listId", list(table.toString())));
    var form = form("{{a}} {{b}} {{c}} {{d}} {{e}} {{f}}", audience);
    Await.until(
        () -> ana.post("jobs/preview", form).json().path("audience").path("unchecked"),
        unchecked -> unchecked.isEmpty());

    var groups = check(form).path("groups");

    assertThat(groups)
        .hasSize(51)
        .anySatisfy(group -> {
          assertThat(group.path("reason").asText()).isEqualTo("Various values are missing.");
          assertThat(group.path("count").asInt()).isEqualTo(13);
        });
    assertThat(groups)
        .allSatisfy(group ->
            assertThat(listed(with(form, "list", group.path("list").asText())))
                .hasSize(group.path("count").asInt()));
  }

  private List<String> listed(Map<String, ?> form) {
    var names = new ArrayList<String>();
    var cursor = "";
    do {
      var page = ana.post("jobs/check/names?limit=120&cursor=" + cursor, form);
      assertThat(page.status()).as(page.body()).isEqualTo(200);
      page.json().path("items").forEach(one -> names.add(one.toString()));
      cursor = page.json().path("next").asText();
    } while (!cursor.isEmpty());
    return names;
  }

  /** Names are kept while somebody reads on, but not of others than are left out by now. */
  @Test
  void theNamesAreThoseOfWhoIsLeftOutNow() {
    var spared =
        ana.post("user/groups/create", Map.of("name", "Spared")).json().path("id").asText();
    change("add", spared, LARS);
    var form = new HashMap<String, Object>(form("Hello", List.of(entry("group", everybody))));
    form.put("except", List.of(entry("group", spared)));
    // The group is read while the audience is counted.
    assertThat(ana.post("jobs/preview", form).status()).isEqualTo(200);
    var list = group(check(form), "excluded").path("list").asText();
    assertThat(listed(with(form, "list", list))).singleElement().asString().contains(LARS);

    change("remove", spared, LARS);
    change("add", spared, TestPortal.ADMIN);

    assertThat(listed(with(form, "list", list)))
        .singleElement()
        .asString()
        .contains(TestPortal.ADMIN);
  }

  private void change(String what, String group, String email) {
    var form = Map.of("groupId", group, "members", List.of(Map.of("email", email)));
    assertThat(ana.post("user/groups/" + what, form).status()).isEqualTo(200);
  }

  /** A group's copy does not say which address somebody has. */
  @Test
  void whoIsLeftOutByTheirAddressIsSaidToBeLeftOutAlsoByTheirId() {
    var directory = portal.simulator().directory();
    var form =
        Map.of(
            "audience",
            List.of(entry("group", everybody)),
            "except",
            List.of(
                Map.of(
                    "kind", "list", "name", "Typed", "emails", List.of(directory.personEmail(23)))),
            "personId",
            directory.personId(23));

    var explained = ana.post("user/audiences/explain", form);

    assertThat(explained.json().path("verdict").asText())
        .as(explained.body())
        .isEqualTo("left_out");
  }

  /** Whoever is named by an id may have an address that is chosen, or left out. */
  @Test
  void whatDependsOnAnAddressThatIsNotToldIsSaidNotToBeKnown() {
    var directory = portal.simulator().directory();
    var typed = Map.of("kind", "list", "emails", List.of(directory.personEmail(24)));
    portal.simulator().faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(502)));

    assertThat(explained(24, List.of(entry("group", everybody)), List.of(typed)))
        .isEqualTo("not_answered");
    assertThat(explained(24, List.of(typed), List.of())).isEqualTo("not_answered");
    assertThat(explained(24, List.of(entry("group", everybody)), List.of())).isEqualTo("included");
    assertThat(
            explained(
                24, List.of(entry("group", everybody)), List.of(typed, entry("group", everybody))))
        .isEqualTo("left_out");
    var test = new HashMap<String, Object>();
    test.put("markdown", "Hello");
    test.put("audience", List.of(typed));
    test.put("as", Map.of("id", directory.personId(24)));
    assertThat(ana.post("jobs/test", test).errors().get("as"))
        .startsWith("Webex did not say which address");

    portal.simulator().faults().set(List.of());
    assertThat(explained(24, List.of(typed), List.of())).isEqualTo("included");
  }

  private String explained(int person, List<?> audience, List<?> except) {
    var form = new HashMap<String, Object>();
    form.put("audience", audience);
    form.put("except", except);
    form.put("personId", portal.simulator().directory().personId(person));
    var answer = ana.post("user/audiences/explain", form);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json().path("verdict").asText();
  }

  @Test
  void whoReadsADefaultIsCounted() {
    var id = list("Mail;Desk\n%s;A1\n%s;\n".formatted(TestPortal.ADMIN, LARS));
    var audience = List.of(Map.of("kind", "list", "listId", id));
    var form = form("{{desk|Any desk}} is yours, {{Name|you}}, at {{Desk|none}}", audience);
    assertThat(ana.post("jobs/preview", form).status()).isEqualTo(200);

    var check = check(form);

    assertThat(check.path("ready").asInt()).isEqualTo(2);
    assertThat(check.path("defaulted")).hasSize(1);
    assertThat(check.path("defaulted").path(0).path("name").asText()).isEqualTo("desk");
    assertThat(check.path("defaulted").path(0).path("words").asText()).isEqualTo("Any desk");
    assertThat(check.path("defaulted").path(0).path("count").asInt()).isOne();
  }

  @Test
  void aNameThatWebexWasNotAskedForIsNeverFine() {
    var team = group("Laptop users");
    var form = form("Dear {{firstName|colleague}}", List.of(entry("group", team)));
    var people = ana.post("jobs/preview", form).json().path("audience").path("people").asInt();

    var check = check(form);

    // The preview has asked for those that it shows.
    var unknown = group(check, "notYetKnown").path("count").asInt();
    assertThat(unknown).isPositive();
    assertThat(check.path("ready").asInt() + unknown).isEqualTo(people);
    var defaulted = check.path("defaulted").path(0);
    assertThat(defaulted.path("name").asText()).isEqualTo("firstName");
    assertThat(defaulted.path("notYetKnown").asInt()).isEqualTo(unknown);
  }

  @Test
  void defaultsOfListColumnsAreCountedWhateverElseIsNotKnown() {
    var id = list("Mail;Desk\n%s;A1\n%s;\n".formatted(TestPortal.ADMIN, LARS));
    var audience =
        List.of(Map.of("kind", "list", "listId", id), entry("group", group("Laptop users")));
    var form = form("Dear {{firstName|you}}, {{desk|any desk}} is yours", audience);
    var people = ana.post("jobs/preview", form).json().path("audience").path("people").asInt();

    var check = check(form);

    assertThat(group(check, "notYetKnown").path("count").asInt()).isPositive();
    assertThat(check.path("defaulted"))
        .filteredOn(one -> one.path("name").asText().equals("desk"))
        .singleElement()
        .satisfies(one -> {
          assertThat(one.path("count").asInt()).as("all but one").isEqualTo(people - 1);
          assertThat(one.path("notYetKnown").asInt(-1)).isZero();
        });
  }

  @Test
  void everybodyCountsOnceAndTheTableSaysWhyTheOthersDoNotGetIt() {
    var team = group("Crisis team");
    var audience =
        List.of(
            entry("group", everybody),
            entry("group", team),
            Map.of(
                "kind", "list", "name", "Two", "emails", List.of(LARS, "=typo@northwind.example")));
    var form =
        with(form("Hello", audience), "except", List.of(Map.of("kind", "person", "email", LARS)));
    assertThat(ana.post("jobs/preview", form).status()).isEqualTo(200);

    var check = check(form);

    assertThat(check.path("ready").asInt()).isEqualTo(PEOPLE - 1);
    assertThat(counts(check, "why")).isEqualTo(Map.of("excluded", 1, "noAccount", 1));
    var table = ana.post("jobs/check/leftOut", form);
    assertThat(table.body().lines())
        .hasSize(3)
        .anyMatch(line ->
            line.contains(
                "\"" + LARS + "\",\"person\",\"left out\",\"The author leaves this person out.\""))
        .anyMatch(line ->
            line.startsWith(
                "\"'=typo@northwind.example\",\"'=typo@northwind.example\",\"person\""));

    var job = ana.post("jobs/edit", form).json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", job)).status()).isEqualTo(200);
    finished(job);
    assertThat(ana.get("jobs/leftOut/" + job).body().lines())
        .hasSize(3)
        .anyMatch(line ->
            line.contains(
                "\"skipped\",\"Webex finds nobody with this address in your organization.\""))
        .anyMatch(line -> line.contains(LARS));
  }

  @Test
  void linesOfAFileThatCouldNotBeReadAreListedWithTheReason() {
    var table = "Mail;Desk\n%s;A1\nhalf@;A2\n=a+b;A3\n%s;A4\n".formatted(TestPortal.ADMIN, LARS);
    var bad = IntStream.range(0, 60).mapToObj(i -> "none;%d\n".formatted(i));
    var id = list(table + bad.collect(Collectors.joining()));
    var detail = ana.get("user/lists/detail/" + id).json();
    assertThat(detail.path("bad").asInt()).isEqualTo(62);
    assertThat(detail.path("repeated").asInt(-1)).isZero();
    assertThat(detail.path("left")).hasSize(62);
    assertThat(detail.path("left").path(0).path("line").asInt()).isEqualTo(3);
    assertThat(detail.path("left").path(0).path("said").asText()).isEqualTo("half@");
    assertThat(detail.path("left").path(0).path("code").asText()).isEqualTo("list.noAddress");
    var first = ana.get("user/lists/unread/" + id + "?limit=40").json();
    var rest = ana.get("user/lists/unread/" + id + "?cursor=" + first.path("next").asText()).json();
    assertThat(first.path("items")).hasSize(40);
    assertThat(rest.path("items")).hasSize(22);
    assertThat(rest.has("next")).isFalse();
    asked("user/lists/unread/" + id + "?cursor=x", 400);
    asked("user/lists/unread/0S9X8JYY9CVR3", 404);

    var form = form("Hello", List.of(Map.of("kind", "list", "listId", id)));
    assertThat(ana.post("jobs/preview", form).status()).isEqualTo(200);
    var check = check(form);
    assertThat(check.path("ready").asInt()).isEqualTo(2);
    var unread = check.path("unread").path(0);
    assertThat(unread.path("listId").asText()).isEqualTo(id);
    assertThat(unread.path("count").asInt()).isEqualTo(62);
    assertThat(unread.path("leavesOut").asBoolean(true)).isFalse();
    assertThat(unread.path("first")).hasSize(3);
    var list = List.of(Map.of("kind", "list", "listId", id));
    var out = with(form("Hello", List.of(entry("group", everybody))), "except", list);
    assertThat(check(out).path("unread").path(0).path("leavesOut").asBoolean()).isTrue();
    assertThat(ana.post("jobs/check/leftOut", out).body())
        .contains("\"desks.csv, line 3\",\"half@\",\"line\",\"not read, so not left out\"");
    var expected =
        List.of(
            "\"desks.csv, line 3\",\"half@\",\"line\",\"not read\",\"'half@' is not an e-mail address.\"",
            "\"desks.csv, line 4\",\"'=a+b\",\"line\",\"not read\",\"'=a+b' is not an e-mail address.\"");
    var before = ana.post("jobs/check/leftOut", form).body().lines().toList();
    assertThat(before).hasSize(63).containsAll(expected);
    var job = ana.post("jobs/edit", form).json().path("id").asText();
    assertThat(ana.get("jobs/leftOut/" + job).body().lines()).containsExactlyElementsOf(before);
    assertThat(ana.post("jobs/runNow", Map.of("jobId", job)).status()).isEqualTo(200);
    finished(job);
    assertThat(ana.get("jobs/leftOut/" + job).body().lines()).containsExactlyElementsOf(before);
  }

  @Test
  void whatIsWrongIsSaid() {
    refused("jobs/check", json(Map.of("markdown", "x".repeat(7_440))), 400, "markdown");
    refused("jobs/check/names?cursor=x", "{}", 400, "cursor");
    refused("jobs/check", json(Map.of("jobId", "0S9X8JYY9CVR3")), 404);
    var draft = draft("Hello", entry("group", everybody));
    asked("jobs/changes/" + draft + "/other", 404);
    assertThat(ana.get("jobs/changes/" + draft).json()).isEmpty();
    assertThat(
            ana.post("jobs/check/names", Map.of("jobId", draft, "list", "x")).json().path("items"))
        .isEmpty();
    assertThat(ana.get("jobs/leftOut/" + draft).body().lines()).hasSize(1);
  }
}
