package belfry.simulator;

import static belfry.simulator.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.ManualTime;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.manners.Manner;
import belfry.simulator.manners.MannerRule;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be answered to a POST of a message, stored or not. */
class MannersOfPostsTest {
  private static final String MAIJA = "maija.salo@northwind.example";

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private final Simulator simulator =
      Simulator.start(SimulatorSettings.defaults().withPeople(50), time);
  private final Client bot = Client.bot(simulator, 0);

  @AfterEach
  void close() {
    simulator.close();
  }

  private void always(Manner manner) {
    simulator.manners().set(MannerRule.of(manner));
  }

  private int stored() {
    return simulator.messages().size();
  }

  @Test
  void theAddresseeMayBeMissing() {
    always(Manner.ADDRESSEE_MISSING);
    var sent = bot.say(MAIJA, "Hello");

    assertThat(sent.status()).isEqualTo(200);
    assertThat(sent.json().has("toPersonId")).isFalse();
    assertThat(sent.json().has("toPersonEmail")).isFalse();
    assertThat(sent.text("roomId")).isNotEmpty();
  }

  /** platform-api.md 4.1 shows an answer like this. */
  @Test
  void theAddressMayComeBackWhereNobodyAskedByIt() {
    var toMaija = json("toPersonId", simulator.directory().personId(1), "text", "Hello");
    assertThat(bot.post("/v1/messages", toMaija).json().has("toPersonEmail")).isFalse();

    always(Manner.ADDRESSEE_IN_FULL);

    assertThat(bot.post("/v1/messages", toMaija).text("toPersonEmail")).isEqualTo(MAIJA);
    assertThat(bot.say(MAIJA, "Hello").text("toPersonEmail")).isEqualTo(MAIJA);
    assertThat(simulator.mannersApplied()).containsEntry("addresseeInFull", 1L);
  }

  @Test
  void aSuccessMayNameAnotherAddressee() {
    always(Manner.ADDRESSEE_OTHER);
    var maija = simulator.directory().personId(1);

    var byEmail = bot.say(MAIJA, "Hello");
    var byId = bot.post("/v1/messages", json("toPersonId", maija, "text", "Hello"));
    var byRoom = bot.post("/v1/messages", json("roomId", byId.text("roomId"), "text", "Hello"));

    assertThat(byEmail.text("toPersonEmail")).isEqualTo("kenji.tanaka@northwind.example");
    assertThat(byId.text("toPersonId")).isEqualTo(simulator.directory().personId(2));
    assertThat(byId.json().has("toPersonEmail")).isFalse();
    assertThat(byRoom.json().has("toPersonId")).isFalse();
    assertThat(simulator.mannersApplied()).containsEntry("addresseeOther", 2L);
    simulator.manners().set();
    assertThat(bot.get("/v1/messages/direct?personId=" + maija).json().path("items")).hasSize(3);
  }

  @Test
  void aMessageMayBeStoredAndTheSuccessBeNone() {
    always(Manner.STORED_HTML);
    var page = bot.say(MAIJA, "One");
    always(Manner.STORED_NO_CONTENT);
    var nothing = bot.say(MAIJA, "Two");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).startsWith("text/html");
    assertThat(nothing.status()).isEqualTo(204);
    assertThat(stored()).isEqualTo(2);
    assertThat(bot.post("/v1/messages", "{}").status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 403})
  void aProxyMayRefuseWhatIsStoredAndWhatIsNot(int status) {
    simulator.manners().set(MannerRule.of(Manner.STORED_REFUSED).withNumber(status));
    var stored = bot.say(MAIJA, "One");
    assertThat(stored()).isEqualTo(1);
    simulator.manners().set(MannerRule.of(Manner.REFUSED_HTML).withNumber(status));
    var refused = bot.say(MAIJA, "Two");

    assertThat(stored()).isEqualTo(1);
    assertThat(stored.status()).isEqualTo(status);
    assertThat(refused.status()).isEqualTo(status);
    assertThat(refused.header("Content-Type")).startsWith("text/html");
    assertThat(refused.body()).isEqualTo(stored.body());
    assertThat(simulator.mannersApplied())
        .containsEntry("storedRefused", 1L)
        .containsEntry("refusedHtml", 1L);
  }

  /** A fault ends a call, a manner changes its answer: both may hold. */
  @Test
  void faultsGoTheirOwnWay() {
    always(Manner.ADDRESSEE_MISSING);
    simulator.faults().set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(502)).every(2));

    assertThat(bot.say(MAIJA, "One").json().has("toPersonId")).isFalse();
    assertThat(bot.say(MAIJA, "Two").status()).isEqualTo(502);
    assertThat(stored()).isEqualTo(2);
  }
}
