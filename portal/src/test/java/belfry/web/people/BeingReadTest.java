package belfry.web.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.settings.Settings;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.directory.Group;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.Engine;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** No request takes as long as reading a group from the directory does. */
@OnEngines(Engine.SQLITE)
class BeingReadTest extends ApiContract {
  @Override
  public Settings settings(Settings usual) {
    // A page that takes longer than a request may is none, and then nothing is being read.
    return TestPortal.patient(TestPortal.impatient(usual), Duration.ofMinutes(1));
  }

  @Test
  void whatIsSentToAGroupThatIsBeingReadIsPreparedAndSaysWhatIsRead() {
    readingTakesLong();
    var audience = List.of(entry("group", everybody));

    var preview =
        ana.post("jobs/preview", Map.of("markdown", "Being read", "audience", audience)).json();
    var reading = preview.at("/audience/reading/0");
    assertThat(reading.path("name").asText()).isEqualTo("All staff");
    assertThat(reading.path("counted").asBoolean()).as("nobody of it is counted yet").isFalse();
    assertThat(preview.path("problems")).isEmpty();
    var members = ana.get("user/groups/members?groupId=" + everybody).json();
    assertThat(members.at("/said/code").asText()).isEqualTo("expansion.membersBeingRead");

    var asked = draft("Agreed to without a number", entry("group", everybody));
    var refused = ana.post("jobs/runNow", Map.of("jobId", asked, "recipients", PEOPLE));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/errors/0/message").asText())
        .startsWith("All staff is still being read from the directory");

    var stopped = send("Stopped while it is prepared", entry("group", everybody));
    var id = send("Being read", entry("group", everybody));
    Await.until(() -> notes(id).contains("are being read from the directory"));
    ana.post("jobs/cancel", Map.of("jobId", stopped)).json();
    awaitState(stopped, "cancelled");

    portal.simulator().faults().set(List.of());
    var job = finished(id);
    assertThat(counts(job).path("sent").asInt()).isEqualTo(PEOPLE);
    assertThat(messages("Being read")).isEqualTo(PEOPLE);
    assertThat(messages("Stopped while")).isZero();
    var again =
        ana.post("jobs/preview", Map.of("markdown", "Being read", "audience", audience)).json();
    assertThat(again.at("/audience/reading")).isEmpty();
    assertThat(again.at("/reach/people").asInt()).isEqualTo(PEOPLE);
  }

  /** What was read before is nobody's number any more, however old or new it is. */
  @Test
  void whatIsAgreedToIsComparedOnlyWhenTheGroupIsReadAnew() {
    var travel = portal.simulator().groups().byName("Travel desk").orElseThrow();
    var id = draft("As it was shown", entry("group", group("Travel desk")));
    var shown = Await.<JsonNode>until(() -> preview(id, false), BeingReadTest::isRead);
    var agreed =
        Map.of(
            "jobId", id,
            "recipients", shown.at("/reach/most").asInt(),
            "whom", shown.path("whom").asText());
    travel.change(new Group.Change(null, null, List.of(), travel.members(0, 1)), travel.created());
    Jdbi.create(portal.databaseAddress())
        .useTransaction(
            handle -> handle.execute("UPDATE people_group SET fetched = fetched - 120000"));
    readingTakesLong();

    assertThat(preview(id, false).at("/audience/reading")).as("new enough to be shown").isEmpty();
    assertThat(preview(id, true).at("/audience/reading/0/counted").asBoolean(true)).isFalse();
    var refused = ana.post("jobs/runNow", agreed).json();
    assertThat(refused.at("/errors/0/code").asText()).isEqualTo("recipients.beingRead");

    portal.simulator().faults().set(List.of());
    Await.until(() -> isRead(preview(id, true)));
    assertThat(ana.post("jobs/runNow", agreed).errors()).containsOnlyKeys("whom");
  }

  private static boolean isRead(JsonNode preview) {
    var audience = preview.path("audience");
    return audience.path("reading").isEmpty() && audience.path("stale").isEmpty();
  }

  private JsonNode preview(String id, boolean anew) {
    return ana.post("jobs/preview", Map.of("jobId", id, "anew", anew)).json();
  }

  @Test
  void theListOfGroupsIsReadWhileWhoeverAskedGoesOn() {
    var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(PEOPLE));
    simulator.faults().set(FaultRule.on(Operation.GROUPS_LIST, new Fault.Latency(600, 600)));
    try (var fresh =
        TestPortal.beside(simulator, TestPortal.impatient(TestPortal.settings(simulator)))) {
      var admin = fresh.signedIn("news", TestPortal.ADMIN);

      var first = admin.get("user/groups/list").json();
      assertThat(first.at("/said/code").asText()).isEqualTo("directory.listBeingRead");
      assertThat(first.path("items")).isEmpty();

      Await.until(
          () -> admin.get("user/groups/list").json(),
          list -> !list.path("items").isEmpty() && list.path("said").isMissingNode());
    }
  }

  @Test
  void theNumbersOfSavedAudiencesAreWaitedForAndAskedForOnce() {
    var awaited = Duration.ofSeconds(1);
    var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(PEOPLE));
    simulator
        .faults()
        .set(FaultRule.on(Operation.GROUPS_MEMBERS, new Fault.Latency(60_000, 60_000)));
    var usual = TestPortal.awaiting(TestPortal.settings(simulator), awaited);
    // Otherwise reading the group has failed by then on a loaded machine.
    var settings = TestPortal.patient(usual, Duration.ofHours(1));
    try (var fresh = TestPortal.beside(simulator, settings)) {
      var admin = fresh.signedIn("news", TestPortal.ADMIN);
      var team = entry("group", group(admin, "Crisis team"));
      var audience =
          List.of(
              saved(admin, "Team", team),
              saved(admin, "Team and others", team, typed(simulator, 0)),
              saved(admin, "Team and more", team, typed(simulator, 100)),
              saved(admin, "Others", typed(simulator, 200)));
      var form = Map.of("markdown", "Asked for once", "audience", audience);

      var began = System.nanoTime();
      var preview = admin.post("jobs/preview", form).json();
      var took = Duration.ofNanos(System.nanoTime() - began);

      assertThat(preview.at("/audience/reading/0/name").asText()).isEqualTo("Crisis team");
      assertThat(took).as("each would wait").isLessThan(awaited.multipliedBy(3));
      assertThat(preview.path("chosen").valueStream().map(one -> one.path("people").toString()))
          .as("of a group that was never read, nobody can tell")
          .containsExactly("", "", "", "60");
      var again = admin.post("jobs/preview", form).json().at("/audience/unchecked");
      assertThat(again).as("each would ask about some").hasSize(3 * 60 - 2 * 40);
    }
  }

  @Test
  void whoeverReviewsOrSendsDoesNotWaitForADirectoryThatDoesNotAnswer() {
    var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(PEOPLE));
    var usual = TestPortal.impatient(TestPortal.settings(simulator));
    try (var fresh = TestPortal.beside(simulator, TestPortal.patient(usual, Duration.ofHours(1)))) {
      var admin = fresh.signedIn("news", TestPortal.ADMIN);
      var form = Map.of("markdown", "To whom it was", "audience", List.of(two(simulator)));
      assertThat(people(admin, form)).isEqualTo(2);
      var id = admin.post("jobs/edit", form).json().path("id").asText();
      bothOfOne(fresh);
      silence(simulator);

      var reviewed = new HashMap<String, Object>(form);
      reviewed.put("anew", true);
      assertThat(people(admin, reviewed)).as("as it was known").isEqualTo(1);
      var begun = admin.post("jobs/runNow", Map.of("jobId", id, "undoSeconds", 60));
      assertThat(begun.status()).as(begun.body()).isEqualTo(200);
      assertThat(admin.post("jobs/cancel", Map.of("jobId", id)).status()).isEqualTo(200);

      simulator.faults().set(List.of());
      simulator.releaseHanging();
      Await.until(() -> people(admin, reviewed) == 2);
    }
  }

  /** More reviews than may ask at once, of one app. */
  @Test
  void noAppKeepsAnotherFromAskingWhoseTheAddressesAre() {
    var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(PEOPLE));
    var usual = TestPortal.impatient(TestPortal.settings(simulator));
    try (var fresh = TestPortal.beside(simulator, TestPortal.patient(usual, Duration.ofHours(1)))) {
      var admin = fresh.signedIn("news", TestPortal.ADMIN);
      var other = fresh.signedIn("alerts", TestPortal.OTHER_ADMIN);
      var form = Map.of("markdown", "To two", "audience", List.of(two(simulator)), "anew", true);
      assertThat(people(admin, form)).isEqualTo(2);
      bothOfOne(fresh);
      silence(simulator);
      for (var i = 0; i < 10; i++) {
        assertThat(people(admin, form)).isEqualTo(1);
      }
      // Those that were asked go on without an answer.
      simulator.faults().set(List.of());

      Await.until(() -> people(other, form) == 2);
      simulator.releaseHanging();
    }
  }

  private static void silence(Simulator simulator) {
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, new Fault.Hang(Fault.Stage.BEFORE)));
  }

  /** As if one of them had both addresses until now, and that was asked two hours ago. */
  private static void bothOfOne(TestPortal portal) {
    Jdbi.create(portal.databaseAddress())
        .useTransaction(handle -> {
          handle.execute("UPDATE person SET email = ''");
          handle.execute("UPDATE address SET person = (SELECT max(person) FROM address)");
          handle.execute("UPDATE address SET asked = asked - 7200000");
        });
  }

  private static Map<String, Object> two(Simulator simulator) {
    var emails = IntStream.of(30, 31).mapToObj(simulator.directory()::personEmail).toList();
    return Map.of("kind", "list", "name", "Two", "emails", emails);
  }

  private static int people(Client admin, Map<String, ?> form) {
    return admin.post("jobs/preview", form).json().at("/reach/people").asInt();
  }

  private static Map<String, Object> saved(Client admin, String name, Map<?, ?>... audience) {
    var form = Map.of("name", name, "audience", List.of(audience));
    var answer = admin.post("user/audiences/save", form);
    return entry("saved", answer.json().path("id").asText());
  }

  private static Map<String, Object> typed(Simulator simulator, int from) {
    var emails =
        IntStream.range(from, from + 60).mapToObj(simulator.directory()::personEmail).toList();
    return Map.of("kind", "list", "name", "Typed", "emails", emails);
  }

  private void readingTakesLong() {
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.GROUPS_MEMBERS, new Fault.Latency(5_000, 5_000)));
  }

  private String notes(String id) {
    JsonNode job = ana.get("jobs/detail/" + id).json();
    return job.path("run").path("notes").toString();
  }

  private long messages(String words) {
    return portal.simulator().ledger().totals(Ledger.Query.containing(words)).messages();
  }
}
