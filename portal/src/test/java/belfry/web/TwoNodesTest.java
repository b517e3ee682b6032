package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import java.util.List;
import java.util.Map;
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
    awaitLanes(first, 2);
    permit(Limit.tokenBucket(40, 20));
    var news = first.signedIn("news", TestPortal.ADMIN);
    var alerts = first.signedIn("alerts", TestPortal.OTHER_ADMIN);
    var jobs = List.of(send(news, "From news"), send(alerts, "From alerts"));

    var second = first.anotherNode();
    try {
      awaitLanes(second, 1);
      awaitLanes(first, 1);
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
    awaitLanes(first, 2);
    assertEverybodyHasOne("Again from news");
    assertEverybodyHasOne("Again, alerts");
  }

  private static void awaitLanes(TestPortal node, int count) {
    var client = node.client("news");
    var wanted = "%d of 2 are sent from here.".formatted(count);
    Await.until(
        () ->
            client
                .call("GET", "/status", Optional.empty())
                .json()
                .at("/checks/lanes/detail")
                .asText(),
        wanted::equals);
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
