package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.JumpingTime;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two nodes on one PostgreSQL: each sends for one of the two apps. */
@Tag("whole")
class TwoNodesTest {
  private static final int PEOPLE = 400;

  private TestPortal first;

  @BeforeEach
  void startTheFirst() {
    first =
        TestPortal.start(SimulatorSettings.defaults().withPeople(PEOPLE), TestPortal::onPostgres);
  }

  @AfterEach
  void stopTheFirst() {
    first.close();
  }

  @Test
  void aNodeThatJoinsInMidRunGetsItsShareAndNobodyNoticesIt() {
    first.awaitLanes(2, 2);
    permit(Limit.tokenBucket(40, 20));
    var news = first.signedIn("news", TestPortal.ADMIN);
    var alerts = first.signedIn("alerts", TestPortal.OTHER_ADMIN);
    var jobs = List.of(send(news, "From news"), send(alerts, "From alerts"));

    var second = first.anotherNode();
    try {
      second.awaitLanes(1, 2);
      first.awaitLanes(1, 2);
      var running = news.get("jobs/detail/" + jobs.getFirst()).json();
      assertThat(running.path("state").asText()).isEqualTo("sending");
      permitAnything();
      finished(news, jobs.getFirst());
      finished(alerts, jobs.getLast());
      assertEverybodyHasOne("From news");
      assertEverybodyHasOne("From alerts");

      // Whose lane is on the other node is sent to all the same, and seen to be.
      var again =
          List.of(
              send(second.signedIn("news", TestPortal.ADMIN), "Again from news"),
              send(second.signedIn("alerts", TestPortal.OTHER_ADMIN), "Again, alerts"));
      finished(news, again.getFirst());
      finished(alerts, again.getLast());
    } finally {
      second.portal().close();
    }
    first.awaitLanes(2, 2);
    assertEverybodyHasOne("Again from news");
    assertEverybodyHasOne("Again, alerts");
  }

  /**
   * Only the node that sends for an app is answered; and whoever never asks again does not know.
   */
  @Test
  void whatWebexDoesNotAnswerIsSaidByBothNodesAndByNeitherOnceItIsOver() {
    first.awaitLanes(2, 2);
    permit(Limit.tokenBucket(40, 20));
    var second = first.anotherNode();
    try {
      second.awaitLanes(1, 2);
      first.awaitLanes(1, 2);
      var nodes = List.of(first, second);
      var news = nodes.stream().map(node -> node.signedIn("news", TestPortal.ADMIN)).toList();
      var alerts =
          nodes.stream().map(node -> node.signedIn("alerts", TestPortal.OTHER_ADMIN)).toList();
      var somebody = first.simulator().directory().personEmail(7);
      first
          .simulator()
          .faults()
          .set(
              FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(429).withRetryAfter("2"))
                  .to(somebody));
      permitAnything();
      var refused = send(news.getFirst(), "To all but one");
      news.forEach(who -> Await.until(() -> waitsFor(who, refused), "refusal"::equals));
      news.getFirst().post("jobs/cancel", Map.of("jobId", refused));
      permit(Limit.tokenBucket(40, 20));

      var ofNews = send(news.getFirst(), "An outage of news");
      var ofAlerts = send(alerts.getFirst(), "An outage, alerts");
      first
          .simulator()
          .faults()
          .set(
              FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(503)),
              FaultRule.on(Operation.PEOPLE_ME, Fault.before(502)),
              FaultRule.on(Operation.MESSAGES_DIRECT, Fault.before(500)));

      news.forEach(who -> Await.until(() -> waitsFor(who, ofNews), "outage"::equals));
      alerts.forEach(who -> Await.until(() -> waitsFor(who, ofAlerts), "outage"::equals));
      for (var node : nodes) {
        Await.until(
            () -> platform(node),
            says -> says.contains("news (status 503)") && says.contains("alerts (status 503)"));
        // By now each has found in vain that it cannot take the other's lane.
        Await.until(() -> silent(node, "news") > 0 && silent(node, "alerts") > 0);
      }

      first.simulator().faults().set();
      permitAnything();
      for (var node : nodes) {
        Await.until(() -> platform(node), "Every bot has answered."::equals);
        Await.until(() -> silent(node, "news") == 0 && silent(node, "alerts") == 0);
      }
    } finally {
      second.portal().close();
    }
  }

  @Test
  void aNodeWhoseClockIsAheadSaysOfNoRunThatNobodySendsIt() {
    first.awaitLanes(2, 2);
    permit(Limit.tokenBucket(40, 20));
    var admins = Map.of("news", TestPortal.ADMIN, "alerts", TestPortal.OTHER_ADMIN);
    var jobs = new HashMap<String, String>();
    admins.forEach((app, who) -> jobs.put(app, send(first.signedIn(app, who), "From " + app)));
    var ahead = new JumpingTime();
    ahead.jump(Duration.ofMinutes(5));
    var second = first.anotherNode(ahead);
    try {
      second.awaitLanes(1, 2);
      first.awaitLanes(1, 2);
      jobs.forEach((app, job) -> {
        var who = second.signedIn(app, Objects.requireNonNull(admins.get(app)));
        var seen = who.get("jobs/detail/" + job).json();
        assertThat(seen.path("state").asText()).isEqualTo("sending");
        assertThat(waitsFor(who, job)).isNotEqualTo("lane");
      });
    } finally {
      second.portal().close();
    }
  }

  private static String platform(TestPortal node) {
    return node.client("news")
        .call("GET", "/status", Optional.empty())
        .json()
        .at("/checks/platform/detail")
        .asText();
  }

  private static String waitsFor(Client who, String job) {
    return who.get("jobs/detail/" + job).json().at("/waitsFor/reason").asText();
  }

  /** For how long a node has got no answer for an app, as it is measured. */
  private static double silent(TestPortal node, String app) {
    var line = "belfry_bot_silent_seconds{app=\"" + app + "\"} ";
    return node.client("news")
        .withHeader("Authorization", "Bearer " + TestPortal.METRICS_TOKEN.reveal())
        .call("GET", "/metrics", Optional.empty())
        .body()
        .lines()
        .filter(one -> one.startsWith(line))
        .mapToDouble(one -> Double.parseDouble(one.substring(line.length())))
        .findFirst()
        .orElseThrow();
  }

  private void permit(Limit limit) {
    first.simulator().limits().set(LimitRule.of(Resource.MESSAGES_SEND, limit));
  }

  private void permitAnything() {
    first.simulator().limits().set(List.of());
  }

  private static String send(Client who, String markdown) {
    var everybody =
        who.get("user/groups/list?limit=200")
            .json()
            .path("items")
            .valueStream()
            .filter(group -> group.path("name").asText().equals("All staff"))
            .findFirst()
            .orElseThrow();
    var audience = List.of(Map.of("kind", "group", "id", everybody.path("id").asText()));
    var id =
        who.post("jobs/edit", Map.of("markdown", markdown, "audience", audience))
            .json()
            .path("id")
            .asText();
    assertThat(who.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    return id;
  }

  private static void finished(Client who, String id) {
    who.followUntil("jobs/detail/" + id, job -> job.path("state").asText().equals("finished"));
  }

  private void assertEverybodyHasOne(String words) {
    var totals = first.simulator().ledger().totals(Ledger.Query.containing(words));
    assertThat(totals.messages()).isEqualTo(PEOPLE);
    assertThat(totals.recipients()).isEqualTo(PEOPLE);
  }
}
