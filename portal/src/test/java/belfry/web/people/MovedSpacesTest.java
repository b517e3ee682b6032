package belfry.web.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.directory.Principal;
import belfry.simulator.directory.Space;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.simulator.messages.Room;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A space that a list does not show is not yet one that the bot is not in. */
class MovedSpacesTest {
  private static final Principal BOT = new Principal.Bot(0);
  private static final Instant MADE = Instant.parse("2026-01-01T08:00:00Z");

  /** On two pages. */
  private static final int SPACES = 1_010;

  private final TestPortal portal = TestPortal.start(SimulatorSettings.defaults().withPeople(50));
  private final Client ana = portal.signedIn("news", TestPortal.ADMIN);

  @AfterEach
  void close() {
    portal.close();
  }

  /** In each reading the first of the second page moves to the one before. */
  @Test
  void everySpaceIsOfferedThatTheBotIsInWhenItLeavesOthersMeanwhile() throws InterruptedException {
    while (spaces().size() < SPACES) {
      portal.simulator().spaces().create("Space " + spaces().size(), BOT, MADE);
    }
    var all = spaces();
    var late = Fault.latency(Duration.ofMillis(600), Duration.ofMillis(600));
    portal.simulator().faults().set(FaultRule.on(Operation.ROOMS_LIST, late));
    portal.simulator().faults().resetCounts();
    var reading = new Thread(() -> ana.get("user/spaces/list"));
    reading.start();
    awaitLate(2);
    assertThat(all.get(5).remove(BOT)).isTrue();
    awaitLate(4);
    assertThat(all.get(6).remove(BOT)).isTrue();
    reading.join();

    assertThat(ana.get("user/spaces/list").json().path("items").findValuesAsText("id"))
        .hasSize(SPACES - 1)
        .containsAll(spaces().stream().map(this::id).toList());
  }

  @Test
  void whatTheListDoesNotShowIsAskedAboutBeforeItIsLeftOut() {
    var space =
        spaces().stream().filter(one -> one.title().equals("Company announcements")).findFirst();
    var id = id(space.orElseThrow());
    var none = Fault.before(200).withHtml("{\"items\":[]}");
    portal.simulator().faults().set(FaultRule.on(Operation.ROOMS_LIST, none));
    var draft = draft(id);

    assertThat(shown(draft).at("/audience/unreachable")).isEmpty();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", draft)).status()).isEqualTo(200);
    ana.followUntil("jobs/detail/" + draft, job -> job.path("state").asText().equals("finished"));
    assertThat(portal.simulator().ledger().entries(Ledger.Query.containing("To " + id))).hasSize(1);

    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.ROOMS_LIST, none),
            FaultRule.on(Operation.ROOMS_GET, Fault.before(503)));
    var unknown = draft(id(portal.simulator().spaces().create("Not answered", BOT, MADE)));
    var preview = shown(unknown);
    assertThat(preview.at("/audience/unreachable")).isEmpty();
    assertThat(preview.at("/audience/unconfirmed")).hasSize(1);
  }

  /** It says nothing about any other space. */
  @Test
  void aSpaceThatIsForbiddenKeepsNobodyFromAskingAboutOthers() {
    var faults = portal.simulator().faults();
    var none = FaultRule.on(Operation.ROOMS_LIST, Fault.before(200).withHtml("{\"items\":[]}"));
    var forbidden = portal.simulator().spaces().create("Forbidden", BOT, MADE);
    var other = portal.simulator().spaces().create("Other", BOT, MADE);
    faults.set(none, FaultRule.on(Operation.ROOMS_GET, Fault.before(403)));
    assertThat(shown(draft(id(forbidden))).at("/audience/unconfirmed")).hasSize(1);

    faults.set(none);

    var shown = shown(draft(id(other)));
    assertThat(shown.at("/audience/unconfirmed")).isEmpty();
    assertThat(shown.at("/audience/spaces").asInt()).isEqualTo(1);
  }

  /** Whoever chose them does not wait for all of them; what is not known yet is named. */
  @Test
  void ofManySpacesSomeAreAskedAboutAtATime() {
    var many =
        IntStream.range(0, 120)
            .mapToObj(i -> id(portal.simulator().spaces().create("Many " + i, BOT, MADE)))
            .map(id -> Map.of("kind", "space", "id", id))
            .toList();
    var late = Fault.latency(Duration.ofMillis(300), Duration.ofMillis(300));
    portal.simulator().limits().set();
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.ROOMS_LIST, Fault.before(200).withHtml("{\"items\":[]}")),
            FaultRule.on(Operation.ROOMS_GET, late));

    var begun = System.nanoTime();
    var draft = ana.post("jobs/edit", Map.of("markdown", "To many", "audience", many)).json();
    var id = draft.path("id").asText();
    var shown = shown(id);

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
    assertThat(shown.at("/audience/unreachable")).isEmpty();
    Await.until(() -> shown(id).at("/audience/unconfirmed").isEmpty());
  }

  @Test
  void whatTheBotIsNotInIsRefused() {
    var left = portal.simulator().spaces().create("Left", BOT, MADE);
    left.remove(BOT);

    var refused =
        ana.post(
            "jobs/edit",
            Map.of(
                "markdown", "Left", "audience", List.of(Map.of("kind", "space", "id", id(left)))));

    assertThat(refused.status()).isEqualTo(400);
  }

  private JsonNode shown(String draft) {
    return ana.post("jobs/preview", Map.of("jobId", draft)).json();
  }

  private String draft(String space) {
    return ana.post(
            "jobs/edit",
            Map.of(
                "markdown",
                "To " + space,
                "audience",
                List.of(Map.of("kind", "space", "id", space))))
        .json()
        .path("id")
        .asText();
  }

  private void awaitLate(int times) {
    Await.until(() -> portal.simulator().faults().counts().getOrDefault("latency", 0L) >= times);
  }

  private List<Space> spaces() {
    return portal.simulator().spaces().of(BOT).stream()
        .sorted(Comparator.comparing(this::id))
        .toList();
  }

  private String id(Space space) {
    return new Room.Group(space.index()).id(portal.simulator().directory().ids());
  }
}
