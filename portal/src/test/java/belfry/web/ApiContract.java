package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.Settings;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Client;
import belfry.testing.OpenApi;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The routes on real data, from a draft to everybody's inbox. The client holds each answer against
 * openapi.yaml by itself.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ApiContract {
  private static final int PEOPLE = 300;

  private TestPortal portal;
  private Client ana;
  private String everybody;

  abstract UnaryOperator<Settings> database();

  @BeforeAll
  void start() {
    portal = TestPortal.start(SimulatorSettings.defaults().withPeople(PEOPLE), database());
    ana = portal.signedIn("news", TestPortal.ADMIN);
    everybody = group("All staff");
  }

  @AfterAll
  void stop() {
    portal.close();
  }

  @BeforeEach
  void beginAnew() {
    portal.simulator().faults().set(List.of());
    portal.simulator().limits().set(List.of());
    portal.simulator().ledger().reset();
  }

  @Test
  void everyRouteIsDescribedAndNothingElseIs() {
    var routes =
        portal.portal().routes().stream()
            .map(line -> line.replaceFirst(" \\w+$", "").replace("*file", ":file"))
            .toList();
    assertThat(OpenApi.operations()).containsExactlyInAnyOrderElementsOf(routes);
  }

  // A message's way --------------------------------------------------------------------------

  @Test
  void aMessageGoesFromDraftToEverybodyOnce() {
    var audience =
        List.of(
            entry("group", everybody), Map.of("kind", "list", "emails", List.of(TestPortal.ADMIN)));
    var preview =
        ana.post("jobs/preview", Map.of("markdown", "**Hello** everybody", "audience", audience))
            .json();
    assertThat(preview.path("audience").path("people").asInt()).isEqualTo(PEOPLE);
    assertThat(preview.path("audience").path("duplicates").asInt()).isEqualTo(1);
    assertThat(preview.path("problems")).isEmpty();

    var draft =
        ana.post("jobs/edit", Map.of("markdown", "**Hello** everybody", "audience", audience));
    assertThat(draft.status()).isEqualTo(201);
    var id = draft.json().path("id").asText();
    var run = ana.post("jobs/runNow", Map.of("jobId", id, "revision", 1));
    assertThat(run.status()).isEqualTo(200);

    var job = finished(id);
    assertThat(job.path("run").path("counts").path("sent").asInt()).isEqualTo(PEOPLE);
    assertThat(recipientsOf(id))
        .hasSize(PEOPLE)
        .allSatisfy((_, state) -> assertThat(state).isEqualTo("sent"));
    assertEverybodyHasOne("everybody");
  }

  @Test
  void progressIsSeenAsItHappens() {
    portal
        .simulator()
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(100, 100)));
    var id = send("Seen as it happens", entry("group", everybody));

    var sent = new ArrayList<Integer>();
    for (var job : ana.follow("jobs/detail/" + id, 5)) {
      sent.add(job.path("run").path("counts").path("sent").asInt());
    }

    assertThat(sent).isSorted();
    assertThat(new HashSet<>(sent)).hasSizeGreaterThan(2);
    finished(id);
    assertThat(ana.follow("jobs/list/all", 1).getFirst().path("items")).isNotEmpty();
  }

  @Test
  void theRefusedAreListedFirstWithTheirReasonAndTheRestGetsIt() {
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(
                    Operation.MESSAGES_CREATE, Fault.before(403).withText("Bots are blocked here"))
                .to("lars.berg@northwind.example"));
    var id =
        send(
            "With one refusal",
            entry("group", everybody),
            Map.of("kind", "list", "emails", List.of("nobody@northwind.example")));

    var counts = finished(id).path("run").path("counts");

    assertThat(counts.path("sent").asInt()).isEqualTo(PEOPLE - 1);
    assertThat(counts.path("failed").asInt()).isEqualTo(1);
    assertThat(counts.path("skipped").asInt()).isEqualTo(1);
    var first = ana.get("jobs/recipients/" + id + "?limit=1").json().path("items").path(0);
    assertThat(first.path("displayName").asText()).isEqualTo("Lars Berg");
    assertThat(first.path("reason").asText()).contains("Bots are blocked here");
    var found = ana.get("jobs/recipients/" + id + "?state=skipped&q=NOBODY").json().path("items");
    assertThat(found).hasSize(1);
    assertThat(found.path(0).path("reason").asText()).contains("No Webex account");
    var csv = ana.get("jobs/export/" + id);
    assertThat(csv.body().lines()).hasSize(PEOPLE + 2);
    assertThat(csv.body()).contains("Lars Berg,lars.berg@northwind.example,person,failed");
  }

  @Test
  void aTestGoesToTheAuthorAloneAndTicksTheText() {
    var id = draft("Try me", entry("group", everybody));

    var test = ana.post("jobs/test", Map.of("jobId", id)).json();

    assertThat(test.path("state").asText()).isEqualTo("sent");
    assertThat(test.path("job").path("tested").asBoolean()).isTrue();
    assertThat(portal.simulator().ledger().totals(Ledger.Query.containing("Try me")).messages())
        .isEqualTo(1);
    var edited =
        ana.post("jobs/edit", Map.of("jobId", id, "revision", revision(id), "markdown", "Try me!"));
    assertThat(edited.json().path("tested").asBoolean()).isFalse();
  }

  @Test
  void aCancelStopsWhatHasNotBegunAndSaysHowMuch() {
    portal
        .simulator()
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(30, 30)));
    var id = send("Stop me", entry("group", everybody));
    awaitSent(id, 30);

    var cancel = ana.post("jobs/cancel", Map.of("jobId", id)).json();

    var all =
        cancel.path("sentBefore").asInt()
            + cancel.path("inFlight").asInt()
            + cancel.path("neverSent").asInt();
    assertThat(all).isEqualTo(PEOPLE);
    var job = awaitState(id, "cancelled");
    var counts = job.path("run").path("counts");
    assertThat(counts.path("sent").asInt() + counts.path("skipped").asInt()).isEqualTo(PEOPLE);
    assertThat(portal.simulator().ledger().totals(Ledger.Query.containing("Stop me")).messages())
        .isEqualTo(counts.path("sent").asInt());
    assertThat(ana.post("jobs/cancel", Map.of("jobId", id)).status())
        .as("cancelling twice")
        .isEqualTo(200);
  }

  @Test
  void aPausedJobGoesOnWhenItIsResumed() {
    portal
        .simulator()
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(60, 60)));
    var id = send("Pause me", entry("group", everybody));
    awaitSent(id, 20);
    assertThat(ana.post("jobs/pause", Map.of("jobId", id)).json().path("state").asText())
        .isEqualTo("paused");
    portal.simulator().limits().set(List.of());

    assertThat(ana.post("jobs/resume", Map.of("jobId", id)).json().path("state").asText())
        .isEqualTo("sending");
    assertThat(finished(id).path("run").path("counts").path("sent").asInt()).isEqualTo(PEOPLE);
    assertEverybodyHasOne("Pause me");
  }

  @Test
  void aStartCanBeUndoneWhileNothingHasLeft() {
    var id = draft("Take me back", entry("group", everybody));
    var run = ana.post("jobs/runNow", Map.of("jobId", id, "undoSeconds", 8)).json();
    assertThat(Instant.parse(run.path("startsAt").asText())).isAfter(Instant.now().plusSeconds(5));

    var undone = ana.post("jobs/cancel", Map.of("jobId", id, "keepDraft", true)).json();

    assertThat(undone.path("job").path("state").asText()).isEqualTo("draft");
    assertThat(undone.path("neverSent").asInt()).isEqualTo(PEOPLE);
    assertThat(portal.simulator().ledger().totals(Ledger.Query.ALL).messages()).isZero();
  }

  @Test
  void aScheduledJobKeepsItsLocalTimeAndGoesOut() {
    var id = draft("On time", entry("group", group("Crisis team")));
    var local = LocalDateTime.now(ZoneId.of("Asia/Tokyo")).plusSeconds(2).withNano(0);

    var scheduled =
        ana.post("jobs/schedule", Map.of("jobId", id, "at", local.toString(), "zone", "Asia/Tokyo"))
            .json();

    assertThat(scheduled.path("state").asText()).isEqualTo("scheduled");
    assertThat(scheduled.path("zone").asText()).isEqualTo("Asia/Tokyo");
    assertThat(Instant.parse(scheduled.path("startsAt").asText()))
        .isEqualTo(local.atZone(ZoneId.of("Asia/Tokyo")).toInstant());
    assertThat(finished(id).path("run").path("late").asBoolean()).isFalse();
  }

  @Test
  void aSpaceGetsOneMessageForAllInIt() {
    var space =
        ana.get("user/spaces/list")
            .json()
            .path("items")
            .valueStream()
            .filter(one -> one.path("mayPost").asBoolean())
            .findFirst()
            .orElseThrow();

    var id = send("To a space", entry("space", space.path("id").asText()));

    assertThat(finished(id).path("run").path("counts").path("sent").asInt()).isEqualTo(1);
    assertThat(portal.simulator().ledger().entries(Ledger.Query.containing("To a space")))
        .extracting(Ledger.Entry::recipient)
        .containsExactly(space.path("id").asText());
  }

  @Test
  void theSameRequestTwiceSendsOnce() {
    var id = draft("Double click", entry("group", group("Crisis team")));
    var form = Map.of("jobId", id, "revision", 1, "requestId", "click-1");

    assertThat(ana.post("jobs/runNow", form).status()).isEqualTo(200);
    assertThat(ana.post("jobs/runNow", form).status()).isEqualTo(200);

    finished(id);
    assertThat(
            portal
                .simulator()
                .ledger()
                .totals(Ledger.Query.containing("Double click"))
                .doubledRecipients())
        .isZero();
  }

  @Test
  void whatStopsInTheMiddleGoesOnAtTheNextStart() {
    portal
        .simulator()
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(50, 50)));
    var id = send("Across a restart", entry("group", everybody));
    awaitSent(id, 40);

    portal.portal().close();
    portal.simulator().limits().set(List.of());
    portal = TestPortal.beside(portal.simulator(), portal.settings());
    ana = portal.signedIn("news", TestPortal.ADMIN);

    var counts = finished(id).path("run").path("counts");
    assertThat(counts.path("sent").asInt()).isEqualTo(PEOPLE);
    assertThat(counts.path("unknown").asInt()).isZero();
    assertEverybodyHasOne("Across a restart");
  }

  // Bad input --------------------------------------------------------------------------------

  @Test
  void badInputIsNamedByItsFieldAndChangesNothing() {
    var id = draft("Hello", entry("group", everybody));
    var scheduled = draft("Later", entry("group", everybody));
    ana.post(
        "jobs/schedule",
        Map.of("jobId", scheduled, "at", "2027-01-01T09:00", "zone", "Europe/Helsinki"));
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
    refused("jobs/edit", json(Map.of("requestId", "x".repeat(101))), 400, "requestId");
    refused("jobs/runNow", json(Map.of("jobId", empty)), 400, "markdown", "audience");
    refused("jobs/runNow", json(Map.of("jobId", id, "revision", 99)), 409, "");
    refused("jobs/runNow", json(Map.of("jobId", id, "undoSeconds", 61)), 400, "undoSeconds");
    refused("jobs/runNow", json(Map.of("jobId", id, "undoSeconds", 1.5)), 400, "undoSeconds");
    refused("jobs/runNow", "{}", 400, "jobId");
    refused("jobs/schedule", json(Map.of("jobId", id)), 400, "at");
    refused(
        "jobs/schedule",
        json(Map.of("jobId", id, "at", "2020-01-01T09:00", "zone", "Europe/Helsinki")),
        400,
        "at");
    refused(
        "jobs/schedule",
        json(Map.of("jobId", id, "at", "2027-01-01T09:00", "zone", "Mars/Base")),
        400,
        "zone");
    refused("jobs/schedule", json(Map.of("jobId", id, "at", "2027-01-01T09:00")), 400, "zone");
    refused("jobs/schedule", json(Map.of("jobId", id, "at", "soon", "zone", "UTC")), 400, "at");
    for (var action :
        List.of("runNow", "cancel", "pause", "resume", "duplicate", "delete", "test")) {
      refused("jobs/" + action, json(Map.of("jobId", "0000000000000")), 404, "");
      refused("jobs/" + action, json(Map.of("jobId", "not-an-id")), 404, "");
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
  void badQuestionsAreNamedByTheirField() {
    var id = draft("Hello", entry("group", everybody));
    asked("jobs/list/nothing", 404);
    asked("jobs/list/all?limit=0", 400);
    asked("jobs/list/all?limit=many", 400);
    asked("jobs/list/all?cursor=abc", 400);
    asked("jobs/detail/0000000000000", 404);
    asked("jobs/detail/nonsense", 404);
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
    assertThat(ana.call("PUT", "/Hub/news/info", Optional.empty()).header("Allow")).contains("GET");
  }

  @Test
  void anotherAppsJobDoesNotExistHere() {
    var id = draft("Mine", entry("group", everybody));
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);

    assertThat(kenji.get("jobs/detail/" + id).status()).isEqualTo(404);
    assertThat(kenji.get("jobs/recipients/" + id).status()).isEqualTo(404);
    assertThat(kenji.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(404);
    assertThat(state(id)).isEqualTo("draft");
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
        .isEqualTo(204);
    assertThat(stranger.get("jobs/list/all").status()).as("at the next request").isEqualTo(403);
  }

  @Test
  void aPlatformThatIsSilentIsSaidAndNothingIsLost() {
    var id = draft("Wait for it", entry("group", group("Crisis team")));
    portal.simulator().faults().set(FaultRule.onEverything(Fault.before(503)));

    assertThat(ana.post("admin/users", Map.of("email", "lars.berg@northwind.example")).status())
        .isEqualTo(503);
    assertThat(ana.get("user/people/find?q=Lar").json().path("trouble").asText()).contains("Webex");
    assertThat(ana.get("status").status()).isEqualTo(404);
    assertThat(ana.call("GET", "/status", Optional.empty()).status()).isEqualTo(200);

    portal.simulator().faults().set(List.of());
    ana.post("jobs/runNow", Map.of("jobId", id));
    assertThat(finished(id).path("state").asText()).isEqualTo("finished");
  }

  // ------------------------------------------------------------------------------------------

  private String group(String name) {
    return ana.get("user/groups/list?limit=200")
        .json()
        .path("items")
        .valueStream()
        .filter(group -> group.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow()
        .path("id")
        .asText();
  }

  private static Map<String, Object> entry(String kind, String id) {
    return Map.of("kind", kind, "id", id);
  }

  private String draft(String markdown, Map<?, ?>... audience) {
    var answer = ana.post("jobs/edit", Map.of("markdown", markdown, "audience", List.of(audience)));
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    return answer.json().path("id").asText();
  }

  private String send(String markdown, Map<?, ?>... audience) {
    var id = draft(markdown, audience);
    var answer = ana.post("jobs/runNow", Map.of("jobId", id));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return id;
  }

  private int revision(String id) {
    return ana.get("jobs/detail/" + id).json().path("revision").asInt();
  }

  private String state(String id) {
    return ana.get("jobs/detail/" + id).json().path("state").asText();
  }

  /** Follows the job until it is over; the stream ends the waiting, not a clock. */
  private JsonNode finished(String id) {
    return awaitState(id, "finished");
  }

  private JsonNode awaitState(String id, String state) {
    return ana.followUntil("jobs/detail/" + id, job -> job.path("state").asText().equals(state));
  }

  private void awaitSent(String id, int count) {
    ana.followUntil(
        "jobs/detail/" + id, job -> job.path("run").path("counts").path("sent").asInt() >= count);
  }

  private Map<String, String> recipientsOf(String id) {
    var found = new HashMap<String, String>();
    var cursor = "";
    do {
      var page = ana.get("jobs/recipients/" + id + "?limit=70&cursor=" + cursor).json();
      page.path("items")
          .forEach(one -> found.put(one.path("id").asText(), one.path("state").asText()));
      cursor = page.path("next").asText("");
    } while (!cursor.isEmpty());
    return found;
  }

  private void assertEverybodyHasOne(String words) {
    var totals = portal.simulator().ledger().totals(Ledger.Query.containing(words));
    assertThat(totals.messages()).isEqualTo(PEOPLE);
    assertThat(totals.recipients()).isEqualTo(PEOPLE);
  }

  private void refused(String path, String body, int status, String... fields) {
    var answer = ana.post(path, body);
    assertThat(answer.status()).as("%s %s: %s", path, body, answer.body()).isEqualTo(status);
    assertThat(answer.json().path("detail").asText()).isNotBlank();
    if (status == 400) {
      assertThat(answer.errors().keySet()).as("%s %s", path, body).isEqualTo(Set.of(fields));
    }
  }

  private void asked(String path, int status) {
    var answer = ana.get(path);
    assertThat(answer.status()).as("%s: %s", path, answer.body()).isEqualTo(status);
  }

  /** Everything that bad input could have changed. */
  private Map<String, Object> everything() {
    var all = new TreeMap<String, Object>();
    var jobs = new TreeMap<String, String>();
    ana.get("jobs/list/all?limit=200")
        .json()
        .path("items")
        .forEach(job ->
            jobs.put(job.path("id").asText(), job.path("revision") + job.path("state").asText()));
    all.put("jobs", jobs);
    all.put("groups", ana.get("user/groups/list?limit=200").body());
    all.put("staff", ana.get("admin/users").json().path("items").size());
    all.put("messages", portal.simulator().ledger().totals(Ledger.Query.ALL).messages());
    return all;
  }

  private static String json(Object value) {
    return Client.json(value);
  }
}
