package belfry.web.operations;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.testing.Await;
import belfry.testing.TestPortal;
import org.junit.jupiter.api.Test;

/** What is said of a bot before the platform has said who it is. */
class UnknownBotTest {
  @Test
  void whileItIsAskedToWaitNobodySaysThatWebexDoesNotAnswer() {
    var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(1_000));
    simulator
        .faults()
        .set(FaultRule.on(Operation.PEOPLE_ME, Fault.before(429).withRetryAfter("3600")));
    try (var portal = TestPortal.beside(simulator, TestPortal.settings(simulator))) {
      Await.until(
          () -> simulator.faultsFired().values().stream().mapToLong(Long::longValue).sum() >= 2);
      simulator.faults().set();

      var info = portal.signedIn("news", TestPortal.ADMIN).get("info").json();

      assertThat(info.path("pace").path("waitsFor").path("reason").asText()).isEqualTo("answer");
    }
  }
}
