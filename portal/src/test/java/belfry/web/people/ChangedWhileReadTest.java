package belfry.web.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.directory.Group;
import belfry.simulator.directory.Principal;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever moves to a page of a list that was read already is not lost. */
class ChangedWhileReadTest {
  private static final int MEMBERS = 520;
  private static final int PEOPLE = 600;

  /** On two pages of the list of everybody. */
  private static final int EVERYBODY = 1_005;

  /** Of those who leave. */
  private static final int FIRST = 500;

  private static final Map<String, Object> ALL =
      Map.of("markdown", "All", "audience", List.of(Map.of("kind", "group", "id", "everyone")));

  private static final Instant MADE = Instant.parse("2026-01-01T08:00:00Z");

  static Stream<Arguments> changes() {
    return Stream.of(
        Arguments.of("one fewer", people(0, 0), people(0, 1), MADE),
        Arguments.of("ten fewer", people(0, 0), people(20, 30), MADE),
        Arguments.of(
            "one for another",
            people(MEMBERS, MEMBERS + 1),
            people(7, 8),
            MADE.plus(Duration.ofHours(1))));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void everyMemberOfAGroupGetsItAndNobodyElse(
      String how, List<Principal> added, List<Principal> removed, Instant modified)
      throws InterruptedException {
    try (var portal = TestPortal.start(SimulatorSettings.defaults().withPeople(PEOPLE))) {
      portal.simulator().limits().set();
      var group = portal.simulator().groups().create("Moves", MADE);
      group.change(new Group.Change(null, null, people(0, MEMBERS), List.of()), MADE);
      var ana = portal.signedIn("news", TestPortal.ADMIN);
      Map<String, Object> draft =
          Map.of("markdown", how, "audience", List.of(Map.of("kind", "group", "id", group.id())));
      // Read once, a while ago.
      Await.<JsonNode>until(
          () -> preview(ana, draft), one -> one.at("/reach/people").asInt() == MEMBERS);
      Jdbi.create(portal.databaseAddress())
          .useHandle(handle -> handle.execute("UPDATE people_group SET fetched = 1"));
      // A page is made when its time has come, so the second is made after the change.
      var late = Fault.latency(Duration.ofMillis(600), Duration.ofMillis(600));
      portal.simulator().faults().set(FaultRule.on(Operation.GROUPS_MEMBERS, late));
      portal.simulator().faults().resetCounts();
      var reading = new Thread(() -> preview(ana, draft));
      reading.start();
      awaitLate(portal, 2);
      group.change(new Group.Change(null, null, added, removed), modified);
      reading.join();

      var shown = Await.<JsonNode>until(() -> preview(ana, draft), one -> isRead(one));

      assertThat(shown.path("problems")).as(how).isEmpty();
      assertThat(shown.at("/reach/people").asInt()).isEqualTo(group.size());
      send(ana, draft, shown);
      assertThat(recipients(portal, how))
          .containsExactlyInAnyOrderElementsOf(ids(portal, group.members(0, PEOPLE)));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everybodyGetsItWhoIsThereWhenOthersLeaveMeanwhile(boolean read) throws InterruptedException {
    try (var portal = TestPortal.start(SimulatorSettings.defaults().withPeople(EVERYBODY))) {
      portal.simulator().limits().set();
      var ana = portal.signedIn("news", TestPortal.ADMIN);
      Await.until(() -> ana.get("user/groups/list").json().toString().contains("Everyone"));
      if (read) {
        Await.<JsonNode>until(
            () -> preview(ana, ALL), one -> one.at("/reach/people").asInt() == EVERYBODY);
        outdate(portal);
      }
      var readings = read ? 1 : 2;
      leavingWhileRead(portal, ana, readings);

      var shown = Await.<JsonNode>until(() -> preview(ana, ALL), one -> isRead(one));

      // Whoever left last was listed when they were there.
      assertThat(shown.at("/reach/people").asInt()).isEqualTo(EVERYBODY - readings + 1);
      send(ana, ALL, shown);
      var there =
          Stream.of(people(0, FIRST), people(FIRST + readings, EVERYBODY))
              .flatMap(List::stream)
              .toList();
      assertThat(recipients(portal, "All")).containsExactlyInAnyOrderElementsOf(ids(portal, there));
    }
  }

  /** In each reading the first of the second page moves to the one before. */
  private static void leavingWhileRead(TestPortal portal, Client ana, int readings)
      throws InterruptedException {
    var late = Fault.latency(Duration.ofMillis(600), Duration.ofMillis(600));
    portal.simulator().faults().set(FaultRule.on(Operation.PEOPLE_LIST, late));
    portal.simulator().faults().resetCounts();
    var reading = new Thread(() -> preview(ana, ALL));
    reading.start();
    for (var i = 0; i < readings; i++) {
      awaitLate(portal, 2 * i + 2);
      portal.simulator().directory().leave(FIRST + i);
    }
    reading.join();
  }

  @Test
  void whereItIsNotKnownWhetherSomebodyHasLeftTheEarlierCopyStays() {
    try (var portal = TestPortal.start(SimulatorSettings.defaults().withPeople(EVERYBODY))) {
      portal.simulator().limits().set();
      var ana = portal.signedIn("news", TestPortal.ADMIN);
      Await.until(() -> ana.get("user/groups/list").json().toString().contains("Everyone"));
      Await.<JsonNode>until(
          () -> preview(ana, ALL), one -> one.at("/reach/people").asInt() == EVERYBODY);
      outdate(portal);
      portal.simulator().directory().leave(2);
      var third = FaultRule.on(Operation.PEOPLE_LIST, Fault.before(502)).onCalls(3L);
      portal.simulator().faults().set(third);

      var shown =
          Await.<JsonNode>until(
              () -> preview(ana, ALL), one -> !one.at("/audience/stale").isEmpty());

      assertThat(shown.at("/reach/people").asInt()).isEqualTo(EVERYBODY);
      portal.simulator().faults().set(List.of());
      Await.<JsonNode>until(
          () -> preview(ana, ALL), one -> one.at("/reach/people").asInt() == EVERYBODY - 1);
    }
  }

  /** Everybody's copy is too old now, and not by a day. */
  private static void outdate(TestPortal portal) {
    Jdbi.create(portal.databaseAddress())
        .useHandle(handle ->
            handle.execute(
                "UPDATE people_group SET fetched = fetched - 7200000 WHERE fetched > 0"));
  }

  private static void awaitLate(TestPortal portal, int times) {
    Await.until(() -> portal.simulator().faults().counts().getOrDefault("latency", 0L) >= times);
  }

  private static void send(Client ana, Map<String, Object> draft, JsonNode shown) {
    var id = ana.post("jobs/edit", draft).json().path("id").asText();
    var agreed =
        Map.of(
            "jobId", id,
            "recipients", shown.at("/reach/people").asInt(),
            "whom", shown.path("whom").asText());
    assertThat(ana.post("jobs/runNow", agreed).status()).isEqualTo(200);
    ana.followUntil("jobs/detail/" + id, job -> job.path("state").asText().equals("finished"));
  }

  private static List<String> recipients(TestPortal portal, String words) {
    return portal.simulator().ledger().entries(Ledger.Query.containing(words)).stream()
        .map(Ledger.Entry::recipient)
        .toList();
  }

  private static List<String> ids(TestPortal portal, List<Principal> people) {
    return people.stream().map(portal.simulator().directory()::id).toList();
  }

  private static JsonNode preview(Client ana, Map<String, Object> draft) {
    return ana.post(
            "jobs/preview",
            Map.of(
                "anew", true, "markdown", draft.get("markdown"), "audience", draft.get("audience")))
        .json();
  }

  private static boolean isRead(JsonNode preview) {
    return preview.at("/audience/reading").isEmpty() && preview.at("/audience/stale").isEmpty();
  }

  private static List<Principal> people(int from, int to) {
    return IntStream.range(from, to).<Principal>mapToObj(Principal.Person::new).toList();
  }
}
