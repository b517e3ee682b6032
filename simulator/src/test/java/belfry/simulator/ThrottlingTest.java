package belfry.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.ManualTime;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitCount;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.limits.Limits;
import belfry.simulator.limits.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits as a client meets them: platform-api.md 8. */
class ThrottlingTest {
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final String KENJI = "kenji.tanaka@northwind.example";
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private final Simulator simulator =
      Simulator.start(SimulatorSettings.defaults().withPeople(50), time);
  private final Client bot = Client.bot(simulator, 0);

  @AfterEach
  void close() {
    simulator.close();
  }

  /**
   * The connection ends when the answer was written and announced, so nothing is left to chance.
   */
  private RawCall.End sendAndReadToTheEnd() throws IOException {
    try (var call = RawCall.message(simulator, MAIJA)) {
      return call.end();
    }
  }

  @Test
  void aRefusalAsksToWaitAndEarlyRequestsAreCounted() throws Exception {
    simulator.limits().set(LimitRule.of(Resource.MESSAGES_SEND, Limit.fixedWindow(2, TEN_SECONDS)));
    bot.say(MAIJA, "One");
    bot.say(MAIJA, "Two");
    time.advance(Duration.ofMillis(2_500));

    var refused = sendAndReadToTheEnd();
    time.advance(Duration.ofMillis(51));
    var early = sendAndReadToTheEnd();
    time.advance(Duration.ofMillis(7_949));
    var stillEarly = sendAndReadToTheEnd();
    time.advance(Duration.ofSeconds(1));
    var patient = bot.say(MAIJA, "Three");

    assertThat(refused.statusLine()).isEqualTo("HTTP/1.1 429 Too Many Requests");
    assertThat(refused.bytes()).contains("Retry-After: 8\r\n");
    assertThat(refused.body())
        .contains("Too many requests have been sent in a given amount of time.");
    assertThat(early.bytes()).contains("Retry-After: 8\r\n");
    assertThat(stillEarly.bytes()).contains("Retry-After: 1\r\n");
    assertThat(patient.status()).isEqualTo(200);
    assertThat(simulator.limits().count(Resource.MESSAGES_SEND, "Company News"))
        .isEqualTo(new LimitCount(Resource.MESSAGES_SEND, "Company News", 3, 3, 2, 3, 0, 0));
  }

  @Test
  void otherBotsAndOtherResourcesAreNotTouched() {
    simulator.limits().set(LimitRule.of(Resource.MESSAGES_SEND, Limit.fixedWindow(1, TEN_SECONDS)));
    bot.say(MAIJA, "One");

    assertThat(bot.say(MAIJA, "Two").status()).isEqualTo(429);
    assertThat(Client.bot(simulator, 1).say(MAIJA, "One").status()).isEqualTo(200);
    assertThat(bot.get("/v1/people/me").status()).isEqualTo(200);
    assertThat(bot.get("/v1/messages/direct?personEmail=" + MAIJA).status()).isEqualTo(200);
  }

  /** 8 [R typeclaw PR 1057]: reading one room is limited per room, another one is unaffected. */
  @Test
  void readingARoomIsLimitedPerRoomByWhateverNameItIsRead() {
    simulator.limits().set(LimitRule.of(Resource.MESSAGES_ROOM, Limit.fixedWindow(2, TEN_SECONDS)));
    var room = bot.say(MAIJA, "Hello").text("roomId");
    bot.say(KENJI, "Hello");

    var maija = Client.person(simulator, MAIJA, "spark:messages_read");
    assertThat(maija.get("/v1/messages?roomId=" + room).status()).isEqualTo(200);
    assertThat(bot.get("/v1/messages/direct?personEmail=" + MAIJA).status()).isEqualTo(200);
    var refused = bot.get("/v1/messages?roomId=" + room);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("Retry-After")).isEqualTo("10");
    assertThat(bot.get("/v1/messages/direct?personEmail=" + KENJI).status()).isEqualTo(200);
    var rooms = simulator.limits().count(Resource.MESSAGES_ROOM, Limits.ALL_ROOMS);
    assertThat(rooms.throttled()).isEqualTo(1);
    assertThat(rooms.accepted()).isEqualTo(3);
  }

  /** The contract, corrected: "429 may be text/html". */
  @Test
  void aRefusalMayBeAPage() {
    simulator
        .limits()
        .set(
            LimitRule.of(Resource.MESSAGES_SEND, Limit.fixedWindow(1, TEN_SECONDS))
                .refusing(Refusal.proper().asPage()));
    bot.say(MAIJA, "One");

    var refused = bot.say(MAIJA, "Two");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("Retry-After")).isEqualTo("10");
    assertThat(refused.header("Content-Type")).startsWith("text/html");
    assertThat(refused.body()).startsWith("<html>");
  }

  /** 2.2 [R JS rate-limit.js]: identity endpoints rate-limit too. */
  @Test
  void theTokenEndpointHasItsLimitToo() {
    simulator.limits().set(LimitRule.of(Resource.TOKENS, Limit.fixedWindow(1, TEN_SECONDS)));
    var browser = Client.anonymous(simulator);
    browser.form("/v1/access_token", Map.of());

    var refused = browser.form("/v1/access_token", Map.of());

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("Retry-After")).isEqualTo("10");
  }
}
