package belfry.web;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.people.audience.Audience;
import belfry.testing.Client;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What cannot be asked, and who may not ask it: it is said, and nothing changes. */
@OnEngines(postgres = "whole")
class BadInputTest extends ApiContract {
  /** What is asked about one job. */
  private static final List<String> QUESTIONS =
      List.of("detail", "recipients", "failures", "export", "leftOut", "changes");

  /** As openapi.yaml counts them: an emoji is one, though Java has two. */
  @Test
  void limitsCountCharacters() {
    var id = draft("Hello", entry("group", everybody));
    var hook = Map.of("url", "https://pager.example.com", "events", List.of("job.held"));
    for (var one :
        List.of(
            new Limit("jobs/edit", "reference", 100, Map.of()),
            new Limit("jobs/edit", "requestId", 100, Map.of()),
            new Limit("jobs/urgent", "reason", 200, Map.of("jobId", id)),
            new Limit("templates/save", "name", 100, Map.of("markdown", "a")),
            new Limit("admin/webhooks", "name", 60, hook),
            new Limit("tokens", "name", 60, Map.of("days", 1, "scopes", List.of("read"))))) {
      var most = ana.post(one.path, with(one.rest, one.field, "\uD83D\uDE00".repeat(one.most)));
      assertThat(most.errors()).as(one.toString()).doesNotContainKey(one.field);
      assertThat(most.status()).as(one + most.body()).isIn(200, 201, 409);
      var more = with(one.rest, one.field, "\uD83D\uDE00".repeat(one.most + 1));
      refused(one.path, json(more), 400, one.field);
    }
    var trail = "admin/trail?limit=1&q=" + "%F0%9F%98%80".repeat(200);
    asked(trail, 200);
    asked(trail + "%F0%9F%98%80", 400);
  }

  /** A list that is cut short, or not filtered after all, looks like a whole one. */
  @Test
  void whatAnAddressDoesNotTakeIsNamed() {
    for (var one :
        List.of(
            Map.entry("jobs/list/all?limit=201", "limit"),
            Map.entry("jobs/list/all?limit=0", "limit"),
            Map.entry("jobs/list/all?limmit=5", "limmit"),
            Map.entry("jobs/list/all?state=draft", "state"),
            Map.entry("jobs/list/all?reference=" + "x".repeat(101), "reference"),
            Map.entry("search?q=a&limit=201", "limit"),
            Map.entry("search?q=a&kind=planets", "kind"),
            Map.entry("user/people/find?q=a&limit=1000", "limit"),
            Map.entry("user/groups/find?q=a&limit=201", "limit"),
            Map.entry("user/colleagues/find?limit=201", "limit"),
            Map.entry("user/spaces/list?limit=1", "limit"),
            Map.entry("answers/list?limit=201", "limit"),
            Map.entry("answers/list?kind=planets", "kind"),
            Map.entry("answers/list?state=lost", "state"),
            Map.entry("admin/trail?limit=201", "limit"),
            Map.entry("admin/trail?by=" + "x".repeat(301), "by"),
            Map.entry("admin/trail?about=" + "x".repeat(301), "about"),
            Map.entry("admin/trail/verify?after=-1", "after"),
            Map.entry("admin/users?limit=1", "limit"))) {
      var answer = ana.get(one.getKey());
      assertThat(answer.status()).as(one.getKey() + answer.body()).isEqualTo(400);
      assertThat(answer.errors()).as(one.getKey()).containsOnlyKeys(one.getValue());
    }
    assertThat(ana.get("jobs/calendar?day=1").errors().get("day"))
        .isEqualTo("There is no such parameter. This address has: from, until.");
    refused("jobs/edit?draft=1", "{\"markdown\": \"Not kept\"}", 400, "draft");
    assertThat(ana.get("jobs/list/all?limit=200").body()).doesNotContain("Not kept");
    // Whoever opens the page may come from anywhere.
    asked("sendMessage.html?utm_source=mail", 200);
  }

  /** Whose session has ended signs in again, and a refusal for want of a right is on record. */
  @Test
  void whatAnAddressDoesNotTakeIsSaidToThoseOnlyWhoMayAskIt() {
    var query = "admin/users?limit=1";
    assertThat(new Client(portal.address(), "news").get(query).status()).isEqualTo(401);
    assertThat(new Client(portal.address(), "nowhere").get(query).status()).isEqualTo(404);
    var stranger = portal.signedIn("news", "lars.berg@northwind.example");
    assertThat(stranger.get(query).status()).isEqualTo(403);
    assertThat(ana.get("admin/trail").body()).contains("/Hub/:app/admin/users");
    asked(query, 400);
  }

  private record Limit(String path, String field, int most, Map<String, Object> rest) {}

  @Test
  void badInputIsNamedByItsFieldAndChangesNothing() {
    var id = draft("Hello", entry("group", everybody));
    var scheduled = draft("Later", entry("group", everybody));
    var later = Map.of("at", inAMonth(), "zone", "Europe/Helsinki");
    assertThat(ana.post("jobs/schedule", with(later, "jobId", scheduled)).status()).isEqualTo(200);
    var empty = ana.post("jobs/edit", Map.of()).json().path("id").asText();
    var before = everything();

    refused("jobs/edit", "{", 400, "");
    refused("jobs/edit", "[]", 400, "");
    refused("jobs/edit", "{\"markdown\": 7}", 400, "markdown");
    refused("jobs/edit", "{\"markdown\": \"a\", \"markdown\": \"b\"}", 400, "");
    refused("jobs/edit", "{\"text\": \"a\"}", 400, "text");
    refused("jobs/edit", "{\"audience\": {}}", 400, "audience");
    refused(
        "jobs/edit",
        "{\"audience\": [{\"kind\": \"planet\", \"id\": \"x\"}]}",
        400,
        "audience[0].kind");
    refused(
        "jobs/edit",
        "{\"audience\": [{\"kind\": \"group\", \"id\": \"no-such-group\"}]}",
        400,
        "audience[0].id");
    refused(
        "jobs/edit",
        "{\"audience\": [{\"kind\": \"space\", \"id\": \"no-such-space\"}]}",
        400,
        "audience[0].id");
    refused(
        "jobs/edit",
        "{\"audience\": [{\"kind\": \"person\", \"id\": \"no-such-person\"}]}",
        400,
        "audience[0].id");
    refused(
        "jobs/edit",
        "{\"audience\": [{\"kind\": \"list\", \"emails\": [\"not an address\"]}]}",
        400,
        "audience[0].emails");
    refused("jobs/edit", "{\"audience\": [null]}", 400, "audience[0].kind");
    refused("jobs/edit", json(Map.of("markdown", "é".repeat(3_720))), 400, "markdown");
    refused("jobs/edit", json(Map.of("jobId", id, "markdown", "x")), 400, "revision");
    refused("jobs/edit", json(Map.of("jobId", id, "revision", 99, "markdown", "x")), 409, "");
    refused(
        "jobs/edit", json(Map.of("jobId", id, "revision", "1", "markdown", "x")), 400, "revision");
    refused("jobs/edit", json(Map.of("onUnknown", "guess")), 400, "onUnknown");
    for (var bad :
        Map.of(
                "{\"people\": 5, \"percent\": 5}", "",
                "{\"stopAbove\": 5}", "",
                "{\"people\": 0}", ".people",
                "{\"people\": 1.5}", ".people",
                "{\"percent\": 100}", ".percent",
                "{\"group\": \"\"}", ".group",
                "{\"people\": 5, \"stopAbove\": -1}", ".stopAbove",
                "{\"people\": 5, \"goesOnAfterMinutes\": 0}", ".goesOnAfterMinutes",
                "{\"people\": {\"n\": 1}}", ".people",
                "[]", "")
            .entrySet()) {
      var body = "{\"firstWave\": " + bad.getKey() + "}";
      refused("jobs/edit", body, 400, "firstWave" + bad.getValue());
      refused("jobs/preview", body, 400, "firstWave" + bad.getValue());
    }
    refused("jobs/edit", json(Map.of("requestId", "x".repeat(101))), 400, "requestId");
    refused("jobs/runNow", json(Map.of("jobId", empty)), 400, "markdown", "audience");
    refused("jobs/runNow", json(Map.of("jobId", id, "revision", 99)), 409, "");
    refused("jobs/runNow", json(Map.of("jobId", id, "undoSeconds", 61)), 400, "undoSeconds");
    refused("jobs/runNow", json(Map.of("jobId", id, "undoSeconds", 1.5)), 400, "undoSeconds");
    refused("jobs/runNow", "{}", 400, "jobId");
    refused("jobs/runNow", json(Map.of("jobId", id, "recipients", 1)), 400, "recipients");
    refused("jobs/runNow", json(Map.of("jobId", id, "recipients", "all")), 400, "recipients");
    refused("jobs/runNow", json(Map.of("jobId", id, "urgentReason", " ")), 400, "urgentReason");
    refused("jobs/urgent", json(Map.of("jobId", id)), 400, "reason");
    for (var action : List.of("jobs/skip", "jobs/unskip")) {
      refused(action, json(Map.of("jobId", id)), 400, "time");
      refused(action, json(Map.of("jobId", id, "time", "tomorrow")), 400, "time");
      refused(action, json(Map.of("jobId", id, "time", List.of())), 400, "time");
      refused(action, json(Map.of("jobId", id, "time", "2026-11-27T14:00:00Z")), 409, "");
    }
    refused("jobs/urgent", json(Map.of("jobId", id, "reason", "x".repeat(201))), 400, "reason");
    refused("jobs/urgent", json(Map.of("jobId", id, "reason", "A draft")), 409, "");
    refused("admin/rules", "{}", 400, "revision");
    refused("admin/rules", json(Map.of("revision", 7)), 409, "");
    refused("admin/rules", json(Map.of("revision", 0, "typeAbove", -1)), 400, "typeAbove");
    refused("admin/rules", json(Map.of("revision", 0, "quiet", List.of())), 400, "quiet");
    var nights =
        Map.<String, Object>of(
            "days", List.of("monday"), "from", "20:00", "until", "07:00", "zone", "UTC");
    for (var bad :
        List.of(
            Map.entry("days", List.of()),
            Map.entry("days", List.of("Monday")),
            Map.entry("from", "24:00"),
            Map.entry("until", "07:00:30"),
            Map.entry("zone", "Mars/Olympus"))) {
      var quiet = with(nights, bad.getKey(), bad.getValue());
      var body = json(Map.of("revision", 0, "quiet", quiet));
      refused("admin/rules", body, 400, "quiet." + bad.getKey());
    }
    refused("jobs/schedule", json(Map.of("jobId", id)), 400, "at");
    refused(
        "jobs/schedule",
        json(Map.of("jobId", id, "at", "2020-01-01T09:00", "zone", "Europe/Helsinki")),
        400,
        "at");
    refused(
        "jobs/schedule",
        json(Map.of("jobId", id, "at", inAMonth(), "zone", "Mars/Base")),
        400,
        "zone");
    refused("jobs/schedule", json(Map.of("jobId", id, "at", inAMonth())), 400, "zone");
    refused("jobs/schedule", json(Map.of("jobId", id, "at", "soon", "zone", "UTC")), 400, "at");
    refused(
        "jobs/schedule",
        json(with(with(later, "jobId", id), "repeat", "FREQ=HOURLY")),
        400,
        "repeat");
    refused(
        "jobs/schedule",
        json(with(with(later, "jobId", id), "graceMinutes", 0)),
        400,
        "graceMinutes");
    refused("jobs/schedule", json(with(with(later, "jobId", scheduled), "revision", 99)), 409, "");
    refused("jobs/schedule", json(with(later, "jobId", empty)), 400, "markdown", "audience");
    for (var unknown : List.of("0000000000000", "not-an-id")) {
      actionsOn(unknown).forEach((action, form) -> refused("jobs/" + action, json(form), 404, ""));
    }
    refused("jobs/pause", json(Map.of("jobId", id)), 409, "");
    refused("jobs/fly", "{}", 404, "");
    refused("user/groups/add", "{}", 400, "groupId");
    refused(
        "user/groups/add",
        json(Map.of("groupId", "none", "members", List.of(Map.of("id", "x")))),
        404,
        "");
    refused(
        "user/groups/add",
        json(Map.of("groupId", everybody, "members", List.of())),
        400,
        "members");
    refused(
        "user/groups/add",
        json(Map.of("groupId", everybody, "members", List.of(Map.of("id", "a", "email", "b")))),
        400,
        "members[0]");
    refused("user/groups/create", json(Map.of("name", " ")), 400, "name");
    refused("user/groups/delete", json(Map.of("groupId", everybody)), 400, "groupId");
    refused("admin/users", "{}", 400, "email");
    refused("admin/users", json(Map.of("email", "nobody@northwind.example")), 400, "email");
    refused(
        "admin/users", json(Map.of("email", TestPortal.OTHER_ADMIN, "role", "king")), 400, "role");
    refused("admin/users", json(Map.of("email", TestPortal.ADMIN)), 409, "");

    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void moreAddressesThanAMessageMayHaveAreRefused() {
    var half = Audience.MOST_ADDRESSES / 2;
    var body =
        Map.of(
            "audience", List.of(addresses(0, half)), "except", List.of(addresses(half, half + 1)));
    refused("jobs/preview", json(body), 400, "audience");
    refused("jobs/edit", json(body), 400, "audience");
  }

  private static Map<String, Object> addresses(int from, int count) {
    var emails = IntStream.range(from, from + count).mapToObj("a%d@b.cc"::formatted).toList();
    return Map.of("kind", "list", "emails", emails);
  }

  @Test
  void badQuestionsAreNamedByTheirField() {
    var id = draft("Hello", entry("group", everybody));
    asked("jobs/list/nothing", 404);
    asked("jobs/list/all?limit=0", 400);
    asked("jobs/list/all?limit=many", 400);
    asked("jobs/list/all?cursor=abc", 400);
    for (var list : List.of("jobs/list/all", "jobs/recipients/" + id, "user/groups/list")) {
      for (var numbers : List.of("-1", "-1 -1", "-1 0 0", "99999999999 0", "99999999999 0 0")) {
        var cursor = Base64.getUrlEncoder().encodeToString(numbers.getBytes(US_ASCII));
        asked(list + "?cursor=" + cursor, 400);
      }
    }
    asked("jobs/list/all?q=a%00b", 400);
    for (var bad :
        List.of(
            Map.entry("", "from"),
            Map.entry("?from=&until=2027-01-01T00:00:00Z", "from"),
            Map.entry("?from=tomorrow&until=2027-01-01T00:00:00Z", "from"),
            Map.entry("?from=2026-11-01&until=2026-12-01", "from"),
            Map.entry("?from=2027-01-01T00:00:00Z&until=%00", "until"),
            Map.entry("?from=2027-01-01T00:00:00Z&until=2027-01-01T00:00:00Z", "until"),
            Map.entry("?from=2027-01-01T00:00:00Z&until=2027-03-05T00:00:00Z", "until"),
            Map.entry("?from=-1000000000-01-01T00:00:00Z&until=2027-01-01T00:00:00Z", "from"),
            Map.entry("?from=2027-01-01T00:00:00Z&until=%2B999999999-01-01T00:00:00Z", "until"))) {
      var answer = ana.get("jobs/calendar" + bad.getKey());
      assertThat(answer.status()).as(bad.getKey()).isEqualTo(400);
      assertThat(answer.json().path("errors").path(0).path("field").asText())
          .as(bad.getKey())
          .isEqualTo(bad.getValue());
    }
    asked("user/people/find?query=a%00b", 400);
    asked("jobs/detail/a%00b", 404);
    for (var question : QUESTIONS) {
      asked("jobs/" + question + "/0000000000000", 404);
      asked("jobs/" + question + "/nonsense", 404);
    }
    asked("jobs/recipients/" + id + "?state=lost", 400);
    asked("user/groups/fly", 404);
    asked("user/planets/list", 404);
    asked("user/groups/find", 400);
    asked("user/groups/members", 400);
    asked("user/groups/members?groupId=none", 404);
    asked("user/people/find?q=", 400);
    asked("nothing/here", 404);
    assertThat(ana.call("GET", "/Hub/unknown/info", Optional.empty()).status()).isEqualTo(404);
    assertThat(ana.call("GET", "/Hub/unknown/sendMessage.html", Optional.empty()).status())
        .isEqualTo(404);
    assertThat(ana.call("PUT", "/Hub/news/info", Optional.empty()).status()).isEqualTo(405);
    assertThat(ana.call("PUT", "/Hub/news/info", Optional.empty()).header("Allow"))
        .contains("GET, HEAD");
  }

  @Test
  void anotherAppsJobDoesNotExistHere() {
    var draft = draft("Mine", entry("group", everybody));
    var sent = send("Mine as well", entry("group", group("Crisis team")));
    finished(sent);
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    var before = everything();
    var theirs = kenji.get("jobs/list/all").body();

    for (var id : List.of(draft, sent)) {
      for (var question : QUESTIONS) {
        assertThat(kenji.get("jobs/" + question + "/" + id).status()).as(question).isEqualTo(404);
      }
      actionsOn(id)
          .forEach((action, form) ->
              assertThat(kenji.post("jobs/" + action, form).status()).as(action).isEqualTo(404));
    }

    assertThat(everything()).isEqualTo(before);
    assertThat(kenji.get("jobs/list/all").body()).isEqualTo(theirs);
  }

  @Test
  void whoMayNotSendChangesNothing() {
    var id = draft("Mine", entry("group", everybody));
    var stranger = portal.signedIn("news", "maija.salo@northwind.example");

    assertThat(stranger.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(403);
    assertThat(stranger.get("jobs/list/all").status()).isEqualTo(403);
    assertThat(state(id)).isEqualTo("draft");

    var added =
        ana.post("admin/users", Map.of("email", "maija.salo@northwind.example", "role", "sender"));
    assertThat(added.status()).isEqualTo(201);
    assertThat(stranger.get("jobs/list/all").status()).isEqualTo(200);
    assertThat(stranger.post("jobs/runNow", Map.of("jobId", id)).status())
        .as("somebody else's")
        .isEqualTo(403);
    assertThat(ana.delete("admin/users/" + added.json().path("id").asText()).status())
        .isEqualTo(200);
    assertThat(stranger.get("jobs/list/all").status()).as("at the next request").isEqualTo(403);
  }

  @Test
  void whatSomebodyMayDoIsChangedOnlyFromWhatWasSeen() {
    var priya = "priya.patel@northwind.example";
    var form = new HashMap<String, Object>(Map.of("email", priya, "role", "admin", "was", "king"));
    refused("admin/users", json(form), 400, "was");
    form.put("was", "sender");
    assertThat(ana.post("admin/users", form).body()).contains("staff.isNobody");
    form.put("was", "nobody");
    var added = ana.post("admin/users", form);
    assertThat(added.status()).as(added.body()).isEqualTo(201);
    form.put("role", "sender");
    assertThat(ana.post("admin/users", form).body()).contains("staff.isAdministrator");
    form.put("was", "admin");
    assertThat(ana.post("admin/users", form).status()).isEqualTo(201);
    var again = ana.post("admin/users", form);
    assertThat(again.status()).as("her own change, of which she may not know").isEqualTo(201);
    assertThat(again.json().path("role").asText()).isEqualTo("sender");
    var lars = "lars.berg@northwind.example";
    var other = ana.post("admin/users", Map.of("email", lars, "role", "admin"));
    assertThat(portal.signedIn("news", lars).post("admin/users", form).body())
        .contains("staff.isSender");
    ana.delete("admin/users/" + other.json().path("id").asText());
    assertThat(ana.delete("admin/users/" + added.json().path("id").asText()).status())
        .isEqualTo(200);
    var back = ana.post("admin/users", form);
    assertThat(back.status()).isEqualTo(409);
    assertThat(ana.get("admin/users").body()).doesNotContain(priya);
  }

  /** What can be done to a job, each with a form that is right but for the id. */
  private static Map<String, Map<String, Object>> actionsOn(String id) {
    var form = Map.<String, Object>of("jobId", id);
    var forms = new TreeMap<String, Map<String, Object>>();
    for (var action :
        List.of(
            "runNow",
            "cancel",
            "pause",
            "resume",
            "duplicate",
            "delete",
            "test",
            "preview",
            "check",
            "check/names",
            "check/leftOut")) {
      forms.put(action, form);
    }
    forms.put("edit", with(with(form, "revision", 1), "markdown", "Not mine"));
    forms.put("schedule", with(with(form, "at", inAMonth()), "zone", "UTC"));
    forms.put("decide", with(form, "decision", "delivered"));
    forms.put("retryFailed", with(form, "recipients", List.of("somebody")));
    return forms;
  }

  private static String inAMonth() {
    return LocalDateTime.now(ZoneId.of("Europe/Helsinki")).plusDays(30).withNano(0).toString();
  }
}
