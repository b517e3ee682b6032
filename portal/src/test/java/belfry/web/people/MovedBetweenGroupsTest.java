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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whoever moves from one group to another is in one of them at each moment. */
class MovedBetweenGroupsTest {
  private static final Instant MADE = Instant.parse("2026-01-01T08:00:00Z");
  private static final Principal MOVED = new Principal.Person(20);

  private final TestPortal portal = TestPortal.start(SimulatorSettings.defaults().withPeople(100));
  private final Client ana = portal.signedIn("news", TestPortal.ADMIN);
  private Group to;
  private Group from;

  @BeforeEach
  void make() {
    portal.simulator().limits().set();
    to = group("Here", people(10, 20));
    from = group("There", people(20, 30));
  }

  @AfterEach
  void close() {
    portal.close();
  }

  @Test
  void whoeverMovesFromOneChosenGroupToAnotherGetsIt() {
    read(to);
    move();
    read(from);

    send("Both", to, from);

    assertThat(recipients("Both")).containsExactlyInAnyOrderElementsOf(ids(people(10, 30)));
  }

  @Test
  void whoeverMovesBetweenGroupsToBeLeftOutIsLeftOut() {
    var all = group("All", people(5, 30));
    read(all);
    read(to);
    move();
    read(from);

    send("Except both", List.of(entry(all)), List.of(entry(to), entry(from)));

    assertThat(recipients("Except both")).containsExactlyInAnyOrderElementsOf(ids(people(5, 10)));
  }

  @Test
  void whoeverMovesBetweenGroupsWithinAGroupGetsIt() throws InterruptedException {
    var both = group("Within", List.of(principal(to), principal(from)));
    // Each page is made when its time has come.
    var late = Fault.latency(Duration.ofMillis(500), Duration.ofMillis(500));
    portal.simulator().faults().set(FaultRule.on(Operation.GROUPS_MEMBERS, late));
    portal.simulator().faults().resetCounts();
    var reading = new Thread(() -> read(both));
    reading.start();
    // Two pages of each: the second says that there are no more.
    Await.until(() -> portal.simulator().faults().counts().getOrDefault("latency", 0L) >= 5);
    move();
    reading.join();
    portal.simulator().faults().set(List.of());

    send("Within", both);

    assertThat(recipients("Within")).containsExactlyInAnyOrderElementsOf(ids(people(10, 30)));
  }

  @Test
  void whereTheDirectoryDoesNotSayWhetherTheyWereChangedThatIsSaid() {
    read(to);
    read(from);
    portal.simulator().faults().set(FaultRule.on(Operation.GROUPS_MEMBERS, Fault.before(502)));

    var job = send("Not answered", to, from);

    assertThat(job.toString()).contains("The members of Here are an older copy");
    assertThat(recipients("Not answered")).hasSize(20);
  }

  @Test
  void whatIsChangedAgainAndAgainIsNotReadForEver() {
    read(to);
    read(from);
    var other = Fault.before(200).withHtml("{\"memberSize\":9,\"members\":[]}");
    // To each question about it; two pages each time that it is read.
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.GROUPS_MEMBERS, other).to(to.id()).onCalls(1L, 4L, 7L, 10L));

    var job = send("Changing", to, from);

    assertThat(job.toString())
        .contains("The members of Here are an older copy: they were changed again and again");
    assertThat(recipients("Changing")).hasSize(20);
  }

  /** Somebody at a page waits for the answer, and a run begins after it. */
  @Test
  void ofManyGroupsSomeAreAskedAboutAtATime() {
    var many =
        IntStream.range(0, 80)
            .mapToObj(i -> group("Of many " + i, people(i, i + 2)))
            .toArray(Group[]::new);
    Stream.of(many).forEach(this::read);
    var late = Fault.latency(Duration.ofMillis(500), Duration.ofMillis(500));
    portal.simulator().faults().set(FaultRule.on(Operation.GROUPS_MEMBERS, late));

    var begun = System.nanoTime();
    var job = send("To many", many);

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
    assertThat(job.toString()).doesNotContain("older copy");
    assertThat(recipients("To many")).hasSize(81);
  }

  @Test
  void nothingIsAskedAboutOneGroupAndOnceAboutEachOfSeveral() {
    read(to);
    read(from);
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.GROUPS_MEMBERS, Fault.latency(Duration.ZERO, Duration.ZERO)));
    portal.simulator().faults().resetCounts();

    send("One", to);

    assertThat(portal.simulator().faults().counts()).isEmpty();
    send("Both at once", to, from);
    assertThat(portal.simulator().faults().counts()).containsEntry("latency", 2L);
  }

  private void move() {
    var at = MADE.plus(Duration.ofHours(1));
    to.change(new Group.Change(null, null, List.of(MOVED), List.of()), at);
    from.change(new Group.Change(null, null, List.of(), List.of(MOVED)), at);
  }

  private Group group(String name, List<Principal> members) {
    var group = portal.simulator().groups().create(name, MADE);
    group.change(new Group.Change(null, null, members, List.of()), MADE);
    return group;
  }

  private static Principal principal(Group group) {
    return new Principal.Group(group.index());
  }

  /** Has it copied. */
  private void read(Group group) {
    var preview = Map.of("markdown", "Read", "audience", List.of(entry(group)));
    Await.<JsonNode>until(
        () -> ana.post("jobs/preview", preview).json(),
        one ->
            one.at("/audience/reading").isEmpty()
                && one.at("/audience/missing").isEmpty()
                && one.at("/reach/people").asInt() > 0);
  }

  private JsonNode send(String words, Group... groups) {
    return send(words, Stream.of(groups).map(this::entry).toList(), List.of());
  }

  private JsonNode send(String words, List<?> audience, List<?> excluded) {
    var draft = Map.of("markdown", words, "audience", audience, "except", excluded);
    var id = ana.post("jobs/edit", draft).json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    return ana.followUntil(
        "jobs/detail/" + id, job -> job.path("state").asText().equals("finished"));
  }

  private Map<String, String> entry(Group group) {
    return Map.of("kind", "group", "id", group.id());
  }

  private List<String> recipients(String words) {
    return portal.simulator().ledger().entries(Ledger.Query.containing(words)).stream()
        .map(Ledger.Entry::recipient)
        .toList();
  }

  private List<String> ids(List<Principal> people) {
    return people.stream().map(portal.simulator().directory()::id).toList();
  }

  private static List<Principal> people(int from, int to) {
    return IntStream.range(from, to).<Principal>mapToObj(Principal.Person::new).toList();
  }
}
