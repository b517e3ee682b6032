package belfry.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MessagesTest {
  private static final String MAIJA = "maija.salo@northwind.example";

  private final Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPeople(50));
  private final Client bot = Client.bot(simulator, 0);

  @AfterEach
  void close() {
    simulator.close();
  }

  /** platform-api.md 4.1 [R SPEC]: the fields of the answer. */
  @Test
  void answersWithTheMessageAsItWasStored() {
    var answer = bot.say(MAIJA, "**Hello** Maija");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("toPersonEmail")).isEqualTo(MAIJA);
    assertThat(answer.text("roomType")).isEqualTo("direct");
    assertThat(answer.text("markdown")).isEqualTo("**Hello** Maija");
    assertThat(answer.text("html")).isEqualTo("<p><strong>Hello</strong> Maija</p>");
    assertThat(answer.text("text")).isEqualTo("Hello Maija");
    assertThat(answer.text("personEmail")).isEqualTo("company-news@webex.bot");
    assertThat(answer.text("created"))
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
  }
}
