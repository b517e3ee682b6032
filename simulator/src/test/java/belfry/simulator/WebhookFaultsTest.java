package belfry.simulator;

import static belfry.simulator.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.webhooks.WebhookFaults;
import java.util.HashSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Letters of webhooks that are lost, doubled, late and forged. */
class WebhookFaultsTest {
  private static final String MAIJA = "maija.salo@northwind.example";

  private final Letterbox box = new Letterbox();
  private final Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPeople(50));

  WebhookFaultsTest() throws Exception {}

  @BeforeEach
  void ask() {
    Client.bot(simulator, 0)
        .post(
            "/v1/webhooks",
            json(
                "name",
                "Mine",
                "targetUrl",
                box.address(),
                "resource",
                "messages",
                "event",
                "created",
                "secret",
                "s3cret"));
  }

  @AfterEach
  void close() {
    simulator.close();
    box.close();
  }

  private void await(String count, long number) {
    while (simulator.webhooks().counts().getOrDefault(count, 0L) < number) {
      Thread.onSpinWait();
    }
  }

  @Test
  void whatIsLostNeverComes() throws Exception {
    simulator.webhooks().setFaults(new WebhookFaults(1, 0, 0, 0, 0));
    simulator.say(MAIJA, "Company News", "Lost");
    await("lost", 1);
    simulator.webhooks().setFaults(WebhookFaults.NONE);
    var said = simulator.say(MAIJA, "Company News", "Not lost");

    assertThat(box.next().json().path("data").path("id").asText()).isEqualTo(said.id());
    await("delivered", 1);
    assertThat(simulator.webhooks().confirmed()).containsExactly(said.id());
  }

  @Test
  void whatIsDoubledComesTwiceAndWhatIsLateComesAtLast() throws Exception {
    simulator.webhooks().setFaults(new WebhookFaults(0, 1, 1, 50, 0));
    var said = simulator.say(MAIJA, "Company News", "Twice");

    for (var time = 0; time < 2; time++) {
      assertThat(box.next().json().path("data").path("id").asText()).isEqualTo(said.id());
    }
    await("late", 1);
  }

  @Test
  void aForgedOneIsSignedByNobodyWhoKnowsTheSecret() throws Exception {
    simulator.webhooks().setFaults(new WebhookFaults(0, 0, 0, 0, 1));
    var said = simulator.say(MAIJA, "Company News", "Real");

    var ids = new HashSet<String>();
    var signatures = new HashSet<String>();
    for (var letter = 0; letter < 2; letter++) {
      var next = box.next();
      ids.add(next.json().path("data").path("id").asText());
      signatures.add(next.signature());
    }
    assertThat(ids).contains(said.id()).hasSize(2);
    assertThat(signatures).hasSize(2).doesNotContain("");
  }

  @Test
  void theyAreSetOverTheWireAndOnlyAsShares() {
    var control = Client.anonymous(simulator);
    assertThat(
            control
                .put(
                    "/sim/webhooks",
                    "{\"lost\":0.1,\"doubled\":0.1,\"late\":0,\"lateMillis\":0,\"forged\":0}")
                .status())
        .isEqualTo(200);
    assertThat(simulator.webhooks().faults().lost()).isEqualTo(0.1);
    assertThat(
            control
                .put(
                    "/sim/webhooks",
                    "{\"lost\":2,\"doubled\":0,\"late\":0,\"lateMillis\":0,\"forged\":0}")
                .status())
        .isEqualTo(400);
  }

  @Test
  void somebodyWritesInAThread() {
    var bot = Client.bot(simulator, 0);
    var sent = bot.say(MAIJA, "What do you think?").text("id");
    var said = simulator.reply(MAIJA, sent, "A lot");

    assertThat(bot.get("/v1/messages/" + said.id()).text("parentId")).isEqualTo(sent);
    var control = Client.anonymous(simulator);
    var form =
        "{\"person\":\"%s\",\"bot\":\"Company News\",\"text\":\"More\",\"parent\":\"%s\"}"
            .formatted(MAIJA, sent);
    assertThat(control.post("/sim/say", form).status()).isEqualTo(200);
  }
}
