package belfry.web.operations;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.testing.Await;
import belfry.testing.Engine;
import belfry.testing.OnEngines;
import belfry.web.ApiContract;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Webex answers nothing for a while, in the middle of a message. */
@OnEngines(Engine.SQLITE)
class PlatformOutageTest extends ApiContract {
  private static final String SENDS = "503-before";
  private static final String READS = "502-before";

  @Test
  void anOutageLeavesFewDoubtsIsSaidAndEndsByItself() {
    var simulator = portal.simulator();
    simulator.limits().set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(60, 60)));
    var job = send("To all of them", entry("group", everybody));
    Await.until(() -> simulator.messages().size() > 60);

    simulator
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(503)),
            FaultRule.on(Operation.PEOPLE_ME, Fault.before(502)),
            FaultRule.on(Operation.MESSAGES_DIRECT, Fault.before(500)));
    Await.until(() -> status().contains("Webex answers nothing that is sent for: news"));
    Await.until(() -> fired(READS) >= 10);
    assertThat(fired(SENDS)).isLessThan(60);
    assertThat(counts(job).path("pending").asInt()).isPositive();

    simulator.faults().set();
    Await.until(() -> counts(job).path("sent").asInt(), sent -> sent == PEOPLE);
    assertThat(simulator.messages().size()).isEqualTo(PEOPLE);
    assertThat(status()).contains("Every bot has answered.");
  }

  /** Nobody is sent to before the address is known, which is asked with the same token. */
  @Test
  void aTokenThatIsRevokedIsSaidWhateverWasAskedWithIt() {
    var simulator = portal.simulator();
    simulator
        .faults()
        .set(
            FaultRule.on(Operation.PEOPLE_LIST, Fault.before(401)),
            FaultRule.on(Operation.PEOPLE_ME, Fault.before(401)));

    var job = send("To an address", Map.of("kind", "person", "email", "new@northwind.example"));

    Await.until(() -> status().contains("The bot's token cannot be used for: news"));
    assertThat(ana.get("info").json().path("pace").path("waitsFor").path("reason").asText())
        .isEqualTo("token");
    simulator.faults().set();
    Await.until(() -> !status().contains("cannot be used"));
    assertThat(ana.post("jobs/cancel", Map.of("jobId", job)).status()).isEqualTo(200);
  }

  private long fired(String fault) {
    return portal.simulator().faultsFired().getOrDefault(fault, 0L);
  }

  private String status() {
    return portal.client("news").call("GET", "/status", Optional.empty()).body();
  }
}
