package belfry.simulator;

import static belfry.simulator.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.ManualTime;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A platform whose clock is moved in mid run: what carries a time jumps, what is measured not. */
class ClockTest {
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final String LISTING = "/v1/messages/direct?personEmail=" + MAIJA;

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private final Simulator simulator =
      Simulator.start(SimulatorSettings.defaults().withPeople(50), time);
  private final Client bot = Client.bot(simulator, 0);

  @AfterEach
  void close() {
    simulator.close();
  }

  @Test
  void stampsAndDatesJumpTogether() {
    simulator.jumpClock(Duration.ofSeconds(90));
    var ahead = bot.say(MAIJA, "One");
    simulator.jumpClock(Duration.ofMinutes(-10));
    var behind = bot.say(MAIJA, "Two");

    assertThat(ahead.text("created")).isEqualTo("2026-11-21T09:01:30.000Z");
    assertThat(ahead.header("Date")).isEqualTo("Sat, 21 Nov 2026 09:01:30 GMT");
    assertThat(behind.text("created")).isEqualTo("2026-11-21T08:51:30.000Z");
    assertThat(behind.header("Date")).isEqualTo("Sat, 21 Nov 2026 08:51:30 GMT");
    assertThat(bot.get(LISTING).json().path("items").path(0).path("text").asText())
        .isEqualTo("Two");
    assertThat(bot.get("/v1/messages/" + behind.text("id")).text("text")).isEqualTo("Two");
  }

  @Test
  void aJumpMayComeLater() {
    var control = Client.anonymous(simulator);
    var asked = control.post("/sim/clock", "{\"jumpMillis\":60000,\"afterMillis\":5000}");

    assertThat(asked.status()).as(asked.body()).isEqualTo(200);
    time.advance(Duration.ofMillis(4_999));
    assertThat(control.get("/sim/clock").json().path("shiftMillis").asInt()).isZero();
    time.advance(Duration.ofMillis(1));

    assertThat(control.get("/sim/clock").json().path("shiftMillis").asInt()).isEqualTo(60_000);
    assertThat(control.get("/sim/clock").text("now")).isEqualTo("2026-11-21T09:01:05Z");
  }

  @Test
  void aLagIsMeasuredAndDoesNotJump() {
    simulator.setListingLag(Duration.ofSeconds(20));
    bot.say(MAIJA, "Hello");
    simulator.jumpClock(Duration.ofHours(1));

    assertThat(bot.get(LISTING).json().path("items")).isEmpty();
    time.advance(Duration.ofSeconds(20));
    assertThat(bot.get(LISTING).json().path("items")).hasSize(1);
    simulator.jumpClock(Duration.ofHours(-2));
    assertThat(bot.get(LISTING).json().path("items")).hasSize(1);
  }

  @Test
  void aLimitIsMeasuredAndDoesNotJump() {
    simulator
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_SEND, Limit.fixedWindow(1, Duration.ofSeconds(10))));
    bot.say(MAIJA, "One");
    simulator.jumpClock(Duration.ofHours(1));

    assertThat(bot.post("/v1/messages", json("toPersonEmail", MAIJA, "text", "Two")).status())
        .isEqualTo(429);
  }
}
