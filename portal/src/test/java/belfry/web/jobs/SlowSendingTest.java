package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What can be seen of a message under way, and done to it, while the platform takes it slowly. */
@Tag("whole")
@OnEngines(postgres = "long")
class SlowSendingTest extends ApiContract {
  @Test
  void progressIsSeenAsItHappens() {
    permit(Limit.tokenBucket(20, 20));
    var id = send("Seen as it happens", entry("group", everybody));

    var sent = new ArrayList<Integer>();
    ana.followUntil(
        "jobs/detail/" + id,
        job -> {
          sent.add(counts(job).path("sent").asInt());
          return new HashSet<>(sent).size() > 3;
        });

    assertThat(sent).isSorted();
    assertThat(sent.getLast()).isLessThan(PEOPLE);
    permitAnything();
    finished(id);
    assertThat(ana.follow("jobs/list/all", 1).getFirst().path("items")).isNotEmpty();
  }

  @Test
  void aCancelStopsWhatHasNotBegunAndSaysHowMuch() {
    permit(Limit.tokenBucket(30, 30));
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
    assertThat(
            ana.get("jobs/recipients/" + id + "?state=skipped&limit=1")
                .json()
                .at("/items/0/said/code")
                .asText())
        .as("in the reader's language")
        .isEqualTo("reason.cancelled");
    assertThat(portal.simulator().ledger().totals(Ledger.Query.containing("Stop me")).messages())
        .isEqualTo(counts.path("sent").asInt());
    assertThat(ana.post("jobs/cancel", Map.of("jobId", id)).status())
        .as("cancelling twice")
        .isEqualTo(200);
  }

  @Test
  void aPausedJobIsNotInTheWayOfAnother() {
    permit(Limit.tokenBucket(60, 60));
    var id = send("In nobody's way", entry("group", everybody));
    awaitSent(id, 20);
    ana.post("jobs/pause", Map.of("jobId", id)).json();
    var beside = estimate();
    ana.post("jobs/cancel", Map.of("jobId", id)).json();

    var alone = estimate();
    // Estimates are whole seconds. In the way, the paused job would nearly double this one.
    assertThat(beside).isCloseTo(alone, Offset.offset(1 + 0.3 * alone));
  }

  @Test
  void whatIsUrgentTakesLessTimeThanWhatWaitsWithOthers() {
    permit(Limit.tokenBucket(60, 10));
    var id = send("Before all others", entry("group", everybody));
    awaitSent(id, 5);
    var estimate = Await.until(this::estimated, one -> one.path("urgentSeconds").asInt() > 0);
    ana.post("jobs/cancel", Map.of("jobId", id));

    assertThat(estimate.path("urgentSeconds").asDouble())
        .isLessThan(0.8 * estimate.path("seconds").asDouble());
  }

  @Test
  void theQueueIsWhatStillWaitsInJobsThatAreNotPaused() {
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    assertThat(queue(kenji)).isEqualTo(Map.of("recipients", 0, "seconds", 0));
    // So slow that it is not over before the test is.
    permit(Limit.tokenBucket(10, 1));
    var form = Map.of("markdown", "A long queue", "audience", List.of(entry("group", everybody)));
    var id = kenji.post("jobs/edit", form).json().path("id").asText();
    kenji.post("jobs/runNow", Map.of("jobId", id));
    kenji.followUntil("jobs/detail/" + id, job -> counts(job).path("sent").asInt() >= 5);

    assertThat(queue(kenji))
        .hasEntrySatisfying("recipients", some -> assertThat(some).isBetween(1, PEOPLE - 5))
        .hasEntrySatisfying("seconds", some -> assertThat(some).isPositive());
    assertThat(portal.client("alerts").get("info").json().has("queue")).as("to anybody").isFalse();

    kenji.post("jobs/pause", Map.of("jobId", id));
    assertThat(queue(kenji)).isEqualTo(Map.of("recipients", 0, "seconds", 0));
    kenji.post("jobs/cancel", Map.of("jobId", id));
  }

  @Test
  void aPausedJobGoesOnWhenItIsResumed() {
    permit(Limit.tokenBucket(30, 10));
    var id = send("Pause me", entry("group", everybody));
    awaitSent(id, 20);
    assertThat(ana.post("jobs/pause", Map.of("jobId", id)).json().path("state").asText())
        .isEqualTo("paused");
    var waits = ana.follow("jobs/detail/" + id, 1).getFirst().path("waitsFor");
    assertThat(waits.path("reason").asText()).isEqualTo("resume");
    assertThat(waits.path("words").asText()).isEqualTo("Waiting for somebody to resume it");
    assertThat(reasons(id)).containsOnly("resume");
    permitAnything();

    assertThat(ana.post("jobs/resume", Map.of("jobId", id)).json().path("state").asText())
        .isEqualTo("sending");
    assertThat(finished(id).path("run").path("counts").path("sent").asInt()).isEqualTo(PEOPLE);
    assertEverybodyHasOne("Pause me");
  }

  private Stream<String> reasons(String id) {
    var page = ana.get("jobs/recipients/" + id + "?state=pending,retry&limit=50").json();
    return StreamSupport.stream(page.path("items").spliterator(), false)
        .map(one -> one.path("waitsFor").path("reason").asText());
  }

  @Test
  void whatStopsInTheMiddleGoesOnAtTheNextStart() {
    permit(Limit.tokenBucket(50, 50));
    var id = send("Across a restart", entry("group", everybody));
    awaitSent(id, 40);

    portal.portal().close();
    permitAnything();
    portal = TestPortal.beside(portal.simulator(), portal.settings());
    ana = portal.signedIn("news", TestPortal.ADMIN);

    var counts = finished(id).path("run").path("counts");
    assertThat(counts.path("sent").asInt()).isEqualTo(PEOPLE);
    assertThat(counts.path("unknown").asInt()).isZero();
    assertEverybodyHasOne("Across a restart");
  }

  @Test
  void whatWasCancelledIsNotBegunAgain() {
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403)).every(5));
    permit(Limit.tokenBucket(30, 30));
    var id = send("Over for good", entry("group", everybody));
    awaitSent(id, 20);
    ana.post("jobs/cancel", Map.of("jobId", id));
    var failed = counts(awaitState(id, "cancelled")).path("failed").asInt();
    assertThat(failed).isPositive();
    var reason =
        ana.get("jobs/failures/" + id).json().path("items").path(0).path("reason").asText();

    refused("jobs/retryFailed", json(Map.of("jobId", id, "reasons", List.of(reason))), 409);
    refused("jobs/decide", json(Map.of("jobId", id, "decision", "sendAgain")), 409);
    assertThat(state(id)).isEqualTo("cancelled");
  }

  @Test
  void whileNothingCanBeWrittenNothingIsSentAndItGoesOnWithoutHands() {
    permit(Limit.tokenBucket(30, 20));
    var id = send("Through a broken database", entry("group", everybody));
    awaitSent(id, 20);

    sabotage("ALTER TABLE timeline RENAME TO timeline_gone");
    var status = status(503);
    assertThat(status.path("status").asText()).isEqualTo("degraded");
    assertThat(status.path("checks").path("database").path("detail").asText())
        .contains("Nothing can be written")
        .contains("Nothing new is sent")
        .contains("retried");
    var words = Ledger.Query.containing("Through a broken database");
    var sent = portal.simulator().ledger().totals(words).messages();
    status(503);
    assertThat(portal.simulator().ledger().totals(words).messages()).isLessThan(sent + 64);

    sabotage("ALTER TABLE timeline_gone RENAME TO timeline");
    status(200);
    permitAnything();
    assertThat(counts(finished(id)).path("sent").asInt()).isEqualTo(PEOPLE);
    assertEverybodyHasOne("Through a broken database");
  }

  private double estimate() {
    return estimated().path("seconds").asDouble();
  }

  private JsonNode estimated() {
    var form = Map.of("markdown", "How long?", "audience", List.of(entry("group", everybody)));
    return ana.post("jobs/preview", form).json().path("estimate");
  }

  private static Map<String, Integer> queue(Client client) {
    var queue = client.get("info").json().required("queue");
    return Map.of(
        "recipients", queue.path("recipients").intValue(),
        "seconds", queue.path("seconds").intValue());
  }

  private JsonNode status(int wanted) {
    return Await.until(
            () -> ana.call("GET", "/status", Optional.empty()), answer -> answer.status() == wanted)
        .json();
  }

  /** Does something to the portal's database behind its back. */
  private void sabotage(String sql) {
    try (var connection = DriverManager.getConnection(portal.databaseAddress());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** The platform accepts so much from now on. */
  private void permit(Limit limit) {
    portal.simulator().limits().set(LimitRule.of(Resource.MESSAGES_SEND, limit));
  }

  private void permitAnything() {
    portal.simulator().limits().set(List.of());
  }

  private void awaitSent(String id, int count) {
    ana.followUntil(
        "jobs/detail/" + id, job -> job.path("run").path("counts").path("sent").asInt() >= count);
  }
}
