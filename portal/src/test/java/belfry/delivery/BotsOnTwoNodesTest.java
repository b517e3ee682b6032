package belfry.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.limits.Limits;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.TestPortal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The two bots of one app, of which each of two nodes has one. */
@Tag("whole")
class BotsOnTwoNodesTest {
  private static final int PEOPLE = 120;

  /** No node can see that another one's bots rest. */
  @Test
  void botsThatShareALimitFindEachOther() {
    var simulator =
        Simulator.start(
            SimulatorSettings.defaults()
                .withPeople(PEOPLE)
                .withPopulation(all -> all.withBots(List.of("Company News", "Company News 2"))));
    var tokens = Stream.of(0, 1).map(simulator::botToken).toList();
    var both = TestPortal.withBots(TestPortal.settings(simulator), tokens);
    var news = TestPortal.withApps(both, both.apps().subList(0, 1));
    try (var first = TestPortal.beside(simulator, TestPortal.onPostgres(news));
        var second = first.anotherNode()) {
      second.awaitLanes(1, 2);
      first.awaitLanes(1, 2);
      simulator
          .limits()
          .set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(8, 8)).forAllTogether());
      var ana = first.signedIn("news", TestPortal.ADMIN);
      var everybody = List.of(Map.of("kind", "group", "id", "everyone"));
      var draft = Map.of("markdown", "The *canteen* opens", "audience", everybody);
      Await.until(
          () -> ana.post("jobs/preview", draft).json(),
          shown -> shown.at("/reach/people").asInt() == PEOPLE);
      var job = ana.post("jobs/edit", draft).json().path("id").asText();
      ana.post("jobs/runNow", Map.of("jobId", job));
      ana.followUntil("jobs/detail/" + job, now -> now.path("state").asText().equals("finished"));

      assertThat(simulator.ledger().totals(Ledger.Query.containing("opens")).messages())
          .isEqualTo(PEOPLE);
      assertThat(ana.get("info").json().path("bots"))
          .hasSize(2)
          .allMatch(bot -> bot.path("sharesLimit").asBoolean());
      var early = simulator.limits().count(Resource.MESSAGES_SEND, Limits.ALL_TOKENS).early();
      assertThat(early).as("requests inside a rest").isLessThan(60);
    }
  }
}
