package belfry.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.simulator.base.ManualTime;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.manners.Manner;
import belfry.simulator.manners.MannerRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Manners as switches; dates that are off, refusals out of nowhere. */
class MannersTest {
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

  private final Client control = Client.anonymous(simulator);

  /** The connection ends when the answer was written, so what it announced is known. */
  private RawCall.End sent() throws Exception {
    try (var call = RawCall.message(simulator, MAIJA)) {
      return call.end();
    }
  }

  private List<String> dates(int calls) {
    var dates = new ArrayList<String>();
    for (var call = 0; call < calls; call++) {
      dates.add(bot.get("/v1/people/me").header("Date"));
    }
    return dates;
  }

  @ParameterizedTest
  @EnumSource(Manner.class)
  void everyMannerHasANameAndIsSetOverTheWire(Manner manner) {
    var rule = "{\"manner\":\"%s\",\"share\":0.5,\"number\":-7}".formatted(manner.label());

    var set = control.put("/sim/manners", "{\"rules\":[" + rule + "]}");

    assertThat(set.status()).as(set.body()).isEqualTo(200);
    assertThat(control.get("/sim/manners").json()).isEqualTo(set.json());
    assertThat(simulator.manners().rules()).containsExactly(new MannerRule(manner, 0.5, -7));
    assertThat(MannerRule.parsed(manner.label() + "=0.5:-7"))
        .isEqualTo(new MannerRule(manner, 0.5, -7));
    assertThat(MannerRule.parsed(manner.label())).isEqualTo(MannerRule.of(manner));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"rules\":[{\"manner\":\"rude\"}]}",
        "{\"rules\":[{\"share\":0.5}]}",
        "{\"rules\":[{\"manner\":\"crlf\",\"share\":2}]}",
        "{\"rules\":[{\"manner\":\"crlf\",\"often\":true}]}"
      })
  void whatIsMisspeltIsRefused(String body) {
    assertThat(control.put("/sim/manners", body).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rude", "crlf=", "crlf=2", "crlf=0.5:", "crlf=0.5:x", "=1", ""})
  void whatIsNoMannerIsRefused(String words) {
    assertThatThrownBy(() -> MannerRule.parsed(words)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theSettingsBringMannersAndTheControlTakesThemAway() {
    try (var other =
        Simulator.start(
            SimulatorSettings.defaults()
                .withPeople(10)
                .withManners(MannerRule.ofThePlatform().toArray(MannerRule[]::new)),
            time)) {
      var client = Client.bot(other, 0);

      assertThat(client.say(MAIJA, "Hi <@all> ").text("markdown"))
          .startsWith("Hi <spark-mention data-object-type=\"groupMention\"")
          .endsWith("</spark-mention>");
      Client.anonymous(other).put("/sim/manners", "{\"rules\":[]}");
      assertThat(client.say(MAIJA, "Hi ").text("markdown")).isEqualTo("Hi ");
    }
  }

  @Test
  void theyAreCountedByNameUntilTheLedgerIsForgotten() {
    always(Manner.CRLF);
    bot.say(MAIJA, "a\nb");
    bot.get("/v1/messages/direct?personEmail=" + MAIJA);

    assertThat(control.get("/sim/counts").json().path("manners").path("crlf").asInt()).isEqualTo(1);
    assertThat(simulator.mannersApplied()).isEqualTo(Map.of("crlf", 1L));
    control.delete("/sim/ledger");
    assertThat(simulator.mannersApplied()).isEmpty();
    assertThat(simulator.manners().rules()).hasSize(1);
  }

  @Test
  void aShareOfTheDatesIsOff() {
    var rule = MannerRule.of(Manner.DATE_OFF).withShare(0.2).withNumber(300);
    simulator.manners().set(rule);
    var first = dates(100);
    simulator.manners().set(rule);

    assertThat(first)
        .containsOnly("Sat, 21 Nov 2026 09:00:00 GMT", "Sat, 21 Nov 2026 09:05:00 GMT");
    assertThat(first).filteredOn(it -> it.contains(":05:")).hasSizeBetween(8, 35);
    assertThat(dates(100)).isEqualTo(first);
  }

  @Test
  void theDateMayBeOffOnErrorsOnly() {
    always(Manner.DATE_OFF_ON_ERRORS);
    simulator
        .limits()
        .set(LimitRule.of(Resource.PEOPLE, Limit.fixedWindow(2, Duration.ofMinutes(1))));

    assertThat(bot.get("/v1/people/me").header("Date")).endsWith("09:00:00 GMT");
    assertThat(bot.get("/v1/people/nobody").header("Date")).endsWith("09:10:00 GMT");
    assertThat(bot.get("/v1/people/me").header("Date")).endsWith("09:10:00 GMT");
    assertThat(Client.of(simulator, "forged").get("/v1/people/me").header("Date"))
        .endsWith("09:10:00 GMT");
    assertThat(bot.get("/v1/people/me").status()).isEqualTo(429);
  }

  @Test
  void theDateMayBeMissing() throws Exception {
    always(Manner.DATE_MISSING);
    var end = sent();

    assertThat(end.statusLine()).isEqualTo("HTTP/1.1 200 OK");
    assertThat(end.bytes()).doesNotContainIgnoringCase("\r\ndate:");
    assertThat(end.body()).hasSize(end.contentLength());
    assertThat(bot.get("/v1/people/me").header("Date")).isEmpty();
  }

  /** In turn every form of the header, as JSON and then as a page. */
  @Test
  void aStrayRefusalComesInEveryForm() throws Exception {
    simulator.manners().set(MannerRule.of(Manner.STRAY_429).withNumber(30));
    var headers = new ArrayList<String>();
    for (var turn = 0; turn < 12; turn++) {
      var end = sent();
      assertThat(end.statusLine()).isEqualTo("HTTP/1.1 429 Too Many Requests");
      assertThat(end.body()).startsWith(turn < 6 ? "{\"message\":" : "<html>");
      headers.add(
          end.bytes()
              .lines()
              .filter(it -> it.startsWith("Retry-After: "))
              .map(it -> it.substring(13))
              .findFirst()
              .orElse("none"));
    }

    assertThat(headers.subList(0, 6))
        .containsExactly(
            "30", "none", "0", "-30", "Sat, 21 Nov 2026 09:00:31 GMT", "rand(30),add(30)")
        .isEqualTo(headers.subList(6, 12));
    assertThat(simulator.messages().size()).isZero();
    assertThat(simulator.mannersApplied()).containsEntry("stray429", 12L);
  }

  @Test
  void aStrayTakesNothingFromTheBudgetAndItsRestIsWatched() throws Exception {
    simulator
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_SEND, Limit.fixedWindow(1, Duration.ofMinutes(1))));
    always(Manner.STRAY_429);
    assertThat(sent().bytes()).contains("Retry-After: 2\r\n");
    simulator.manners().set();
    time.advance(Duration.ofSeconds(1));

    assertThat(sent().statusLine()).isEqualTo("HTTP/1.1 200 OK");
    var count = simulator.limits().count(Resource.MESSAGES_SEND, "Company News");
    assertThat(count.strays()).isEqualTo(1);
    assertThat(count.throttled()).isZero();
    assertThat(count.accepted()).isEqualTo(1);
    assertThat(count.early()).isEqualTo(1);
    assertThat(control.get("/sim/counts").json().path("limits").path(0).path("strays").asInt())
        .isEqualTo(1);
  }

  @Test
  void signingInMeetsNoStray() {
    always(Manner.STRAY_429);

    assertThat(Client.directory(simulator).get("/v1/groups").status()).isEqualTo(429);
    assertThat(simulator.tokenExchanges()).isEqualTo(1);
  }

  @Test
  void aShareOfTheCallsIsRefused() {
    simulator.manners().set(MannerRule.of(Manner.STRAY_429).withShare(0.1));
    var refused = 0;
    for (var call = 0; call < 200; call++) {
      refused += bot.get("/v1/people/me").status() == 429 ? 1 : 0;
    }

    assertThat(refused).isBetween(8, 40);
    assertThat(simulator.mannersApplied()).containsEntry("stray429", (long) refused);
  }
}
