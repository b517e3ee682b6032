package belfry.web.operations;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.testing.Await;
import belfry.testing.TestPortal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is said of a bot before the platform has said who it is. */
class UnknownBotTest {
  private static final Set<String> BEFORE_IT_IS_ASKED = Set.of("", "lane");

  @Test
  void whileItIsAskedToWaitNobodySaysThatWebexDoesNotAnswer() {
    var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(1_000));
    simulator
        .faults()
        .set(
            FaultRule.on(Operation.PEOPLE_ME, Fault.before(429).withRetryAfter("3600"))
                .to(simulator.bots().getFirst().email()));
    try (var portal = TestPortal.beside(simulator, TestPortal.settings(simulator))) {
      var admin = portal.signedIn("news", TestPortal.ADMIN);

      var reason =
          Await.until(
              () -> admin.get("info").json().path("pace").path("waitsFor").path("reason").asText(),
              waitsFor -> !BEFORE_IT_IS_ASKED.contains(waitsFor));

      assertThat(reason).isEqualTo("answer");
    }
  }

  @Test
  @Tag("whole")
  void aNodeThatDoesNotSendLearnsWhoTheBotIsFromTheOneThatDoes() {
    var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(20));
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_ME, Fault.before(503)));
    try (var first =
            TestPortal.beside(simulator, TestPortal.onPostgres(TestPortal.settings(simulator)));
        var second = first.anotherNode()) {
      Await.until(() -> platform(second).contains("news"));

      simulator.faults().set();

      for (var node : List.of(first, second)) {
        Await.until(() -> platform(node), "Every bot has answered."::equals);
      }
    }
  }

  @Test
  void aPortalThatStartsWhileWebexIsAwaySaysSo() {
    var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(20));
    var settings = TestPortal.settings(simulator);
    var before = TestPortal.beside(simulator, settings);
    Await.until(() -> platform(before), "Every bot has answered."::equals);
    before.portal().close();

    simulator.faults().set(FaultRule.onEverything(Fault.before(502)));
    try (var portal = TestPortal.beside(simulator, settings)) {
      Await.until(() -> platform(portal).contains("sent for: news (status 502)"));
      simulator.faults().set();
      Await.until(() -> platform(portal), "Every bot has answered."::equals);
    }
  }

  private static String platform(TestPortal node) {
    return node.client("news")
        .call("GET", "/status", Optional.empty())
        .json()
        .at("/checks/platform/detail")
        .asText();
  }
}
