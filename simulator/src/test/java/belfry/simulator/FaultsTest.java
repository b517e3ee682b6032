package belfry.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.ManualTime;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.Fault.Stage;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults by script, as they look on the wire: platform-api.md 9.5. */
class FaultsTest {
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final String KENJI = "kenji.tanaka@northwind.example";

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private final Simulator simulator =
      Simulator.start(SimulatorSettings.defaults().withPeople(50), time);
  private final Client bot = Client.bot(simulator, 0);

  @AfterEach
  void close() {
    simulator.close();
  }

  private void sendsFailWith(Fault fault) {
    simulator.faults().set(FaultRule.on(Operation.MESSAGES_CREATE, fault));
  }

  private int stored() {
    return simulator.ledger().totals(Ledger.Query.ALL).messages();
  }

  private RawCall.End rawSend() throws Exception {
    try (var call = RawCall.message(simulator, MAIJA)) {
      return call.end();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504})
  void anErrorBeforeStoresNothingAndAfterHidesWhatWasStored(int status) {
    sendsFailWith(Fault.before(status));
    assertThat(bot.say(MAIJA, "Hello").status()).isEqualTo(status);
    assertThat(stored()).isZero();

    sendsFailWith(Fault.after(status));
    assertThat(bot.say(MAIJA, "Hello").status()).isEqualTo(status);

    assertThat(stored()).isEqualTo(1);
    assertThat(simulator.faultsFired())
        .containsEntry(status + "-before", 1L)
        .containsEntry(status + "-after", 1L);
  }

  @ParameterizedTest
  @EnumSource(Stage.class)
  void aResetIsAnRst(Stage stage) throws Exception {
    sendsFailWith(new Fault.Reset(stage));

    var end = rawSend();

    assertThat(end.reset()).isTrue();
    assertThat(end.bytes()).isEmpty();
    assertThat(stored()).isEqualTo(stage == Stage.AFTER ? 1 : 0);
  }

  @ParameterizedTest
  @EnumSource(Stage.class)
  void aClosedConnectionIsAnOrdinaryEnd(Stage stage) throws Exception {
    sendsFailWith(new Fault.Close(stage));

    var end = rawSend();

    assertThat(end.reset()).isFalse();
    assertThat(end.bytes()).isEmpty();
    assertThat(stored()).isEqualTo(stage == Stage.AFTER ? 1 : 0);
  }

  /** Resets are made with a lingering time of 0, which must not reach any other connection. */
  @Test
  void ordinaryAnswersAreNeverCut() throws Exception {
    simulator
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, new Fault.Reset(Stage.AFTER)).every(2));
    var ids = new ArrayList<String>();
    for (var index = 0; index < 50; index++) {
      ids.add(simulator.directory().personId(index));
    }
    var path = "/v1/people?id=" + String.join(",", ids);

    for (var round = 0; round < 100; round++) {
      if (round % 10 == 0) {
        rawSend();
      }
      try (var call = RawCall.get(simulator, path)) {
        var end = call.end();
        assertThat(end.reset()).isFalse();
        assertThat(end.body().getBytes(StandardCharsets.UTF_8)).hasSize(end.contentLength());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Stage.class)
  void aHangingCallIsAnsweredByNothingUntilItIsReleased(Stage stage) throws Exception {
    sendsFailWith(new Fault.Hang(stage));

    try (var call = RawCall.message(simulator, MAIJA);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var end = threads.submit(call::end);
      while (simulator.faultsFired().isEmpty()) {
        Thread.onSpinWait();
      }
      assertThat(end.isDone()).isFalse();
      assertThat(stored()).isEqualTo(stage == Stage.AFTER ? 1 : 0);
      // The count goes up just before the wait begins, so one release might come too soon.
      while (!end.isDone()) {
        simulator.releaseHanging();
      }

      assertThat(end.get(10, TimeUnit.MINUTES).bytes()).isEmpty();
    }
  }

  @Test
  void closingTheSimulatorReleasesWhatHangs() throws Exception {
    sendsFailWith(new Fault.Hang(Stage.BEFORE));

    try (var call = RawCall.message(simulator, MAIJA);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var end = threads.submit(call::end);
      while (simulator.faultsFired().isEmpty()) {
        Thread.onSpinWait();
      }
      simulator.close();

      assertThat(end.get(10, TimeUnit.MINUTES).bytes()).isEmpty();
    }
  }

  @Test
  void aRequestThatBreaksOffIsAnsweredByNothing() throws Exception {
    RawCall.breakOff(simulator);

    assertThat(stored()).isZero();
    assertThat(bot.say(MAIJA, "Hello").status()).isEqualTo(200);
  }

  @Test
  void aTruncatedAnswerPromisesMoreThanItBrings() throws Exception {
    sendsFailWith(new Fault.Truncated());

    var end = rawSend();

    assertThat(end.statusLine()).isEqualTo("HTTP/1.1 200 OK");
    assertThat(end.body()).startsWith("{\"id\":\"").hasSizeLessThan(end.contentLength());
    assertThat(end.reset()).isFalse();
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void aSuccessMayCarrySomethingElseThanJson() {
    sendsFailWith(new Fault.NonJson());

    var answer = bot.say(MAIJA, "Hello");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("OK, your request was accepted.");
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void anAnswerMayBeNoHttpAtAll() throws Exception {
    sendsFailWith(new Fault.Garbage());

    assertThat(rawSend().bytes()).doesNotContain("HTTP/").isNotEmpty();
    assertThat(stored()).isEqualTo(1);
  }

  /** platform-api.md 1.1: the body may be HTML (gateway). */
  @Test
  void anErrorMayComeAsAPage() {
    sendsFailWith(Fault.before(502).withHtml("<html><h1>Bad gateway</h1></html>"));

    var answer = bot.say(MAIJA, "Hello");

    assertThat(answer.status()).isEqualTo(502);
    assertThat(answer.header("Content-Type")).startsWith("text/html");
    assertThat(answer.body()).isEqualTo("<html><h1>Bad gateway</h1></html>");
  }

  /** reading-notes.md 2: the phrase as it came over the wire, also when it is empty. */
  @Test
  void theReasonPhraseMayBeAnythingOrNothing() throws Exception {
    sendsFailWith(Fault.before(429).withReason("Token Quota Exceeded"));
    assertThat(rawSend().statusLine()).isEqualTo("HTTP/1.1 429 Token Quota Exceeded");

    sendsFailWith(Fault.before(401).withReason(""));
    var empty = rawSend();
    assertThat(empty.statusLine()).isEqualTo("HTTP/1.1 401 ");
    assertThat(empty.body()).hasSize(empty.contentLength());
    assertThat(empty.bytes()).contains("Date: Sat, 21 Nov 2026 09:00:00 GMT");

    sendsFailWith(Fault.before(401));
    assertThat(bot.say(MAIJA, "Hello").status()).isEqualTo(401);
  }

  /** reading-notes.md 3: redirects of the token endpoint are "non-success". */
  @Test
  void anAnswerMayBeARedirect() {
    simulator
        .faults()
        .set(
            FaultRule.on(
                Operation.TOKEN_EXCHANGE,
                Fault.before(307).withLocation("http://localhost:1/elsewhere")));

    var answer = Client.anonymous(simulator).form("/v1/access_token", Map.of());

    assertThat(answer.status()).isEqualTo(307);
    assertThat(answer.header("Location")).isEqualTo("http://localhost:1/elsewhere");
    assertThat(simulator.tokenExchanges()).isZero();
  }

  /** platform-api.md 1.1: 503 overloaded, with or without Retry-After; 423 with. */
  @Test
  void anErrorMayAskToWait() {
    sendsFailWith(Fault.before(503).withRetryAfter("7"));
    assertThat(bot.say(MAIJA, "Hello").header("Retry-After")).isEqualTo("7");
    sendsFailWith(Fault.before(503));
    assertThat(bot.say(MAIJA, "Hello").header("Retry-After")).isEmpty();
  }

  /** platform-api.md 4.1: 403 and 404 are permanent for one recipient. */
  @Test
  void aRecipientMayBeRefusedByEitherName() {
    simulator
        .faults()
        .set(
            FaultRule.on(
                    Operation.MESSAGES_CREATE,
                    Fault.before(403).withText("The bot is blocked by the organization."))
                .to(MAIJA));
    var byId =
        bot.post(
            "/v1/messages",
            Client.json("toPersonId", simulator.directory().personId(1), "text", "Hello"));

    assertThat(byId.status()).isEqualTo(403);
    assertThat(byId.message()).isEqualTo("The bot is blocked by the organization.");
    assertThat(bot.say(MAIJA, "Hello").status()).isEqualTo(403);
    assertThat(bot.say(KENJI, "Hello").status()).isEqualTo(200);
  }

  @Test
  void oneBotMayBeRefusedItsOwnName() {
    simulator
        .faults()
        .set(
            FaultRule.on(Operation.PEOPLE_ME, Fault.before(503))
                .to(simulator.bots().getFirst().email()));
    var other = Client.bot(simulator, 1);

    assertThat(bot.get("/v1/people/me").status()).isEqualTo(503);
    assertThat(other.get("/v1/people/me").status()).isEqualTo(200);
  }

  @Test
  void latencyHoldsTheAnswerBack() throws Exception {
    sendsFailWith(Fault.latency(Duration.ofSeconds(3), Duration.ofSeconds(3)));

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answer = threads.submit(() -> bot.say(MAIJA, "Hello"));
      time.awaitResting(1);
      assertThat(answer.isDone()).isFalse();
      time.advance(Duration.ofSeconds(3));

      assertThat(answer.get(10, TimeUnit.MINUTES).status()).isEqualTo(200);
    }
    assertThat(simulator.faultsFired()).containsEntry("latency", 1L);
  }

  /** delivery.md: bytes written just before a kill still arrive seconds later. */
  @Test
  void aCallMayTakeEffectLongAfterItsAnswerWasLost() throws Exception {
    sendsFailWith(Fault.delayed(Duration.ofSeconds(8)));

    assertThat(rawSend().reset()).isTrue();
    time.awaitResting(1);
    assertThat(stored()).isZero();
    time.advance(Duration.ofSeconds(8));

    while (stored() == 0) {
      Thread.onSpinWait();
    }
    assertThat(
            simulator
                .messages()
                .byId(simulator.ledger().entries(Ledger.Query.ALL).getFirst().messageId()))
        .hasValueSatisfying(it -> assertThat(it.created()).isEqualTo("2026-11-21T09:00:08Z"));
  }

  /** platform-api.md 6.1: one message may show up later than another. */
  @Test
  void oneMessageMayLagInListings() {
    simulator
        .faults()
        .set(
            FaultRule.on(
                    Operation.MESSAGES_CREATE,
                    Fault.lag(Duration.ofSeconds(2), Duration.ofSeconds(2)))
                .onCalls(2L));
    bot.say(MAIJA, "One");
    bot.say(MAIJA, "Two");
    var listing = "/v1/messages/direct?personEmail=" + MAIJA;

    assertThat(bot.get(listing).json().path("items").size()).isEqualTo(1);
    time.advance(Duration.ofSeconds(2));

    assertThat(bot.get(listing).json().path("items").size()).isEqualTo(2);
  }

  @Test
  void aCallThatFailsByItselfIsAnsweredTruly() {
    sendsFailWith(Fault.after(502));

    assertThat(bot.post("/v1/messages", "{}").status()).isEqualTo(400);
    assertThat(simulator.faultsFired()).isEmpty();
  }

  @Test
  void aRuleFiresOnItsCallsOnly() {
    simulator.faults().set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(500)).every(3));
    assertThat(statuses(6)).containsExactly(200, 200, 500, 200, 200, 500);

    simulator
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(500)).onCalls(1L, 4L));
    assertThat(statuses(5)).containsExactly(500, 200, 200, 500, 200);

    simulator.faults().set(FaultRule.on(Operation.PEOPLE_ME, Fault.before(500)));
    assertThat(statuses(2)).containsOnly(200);
  }

  @Test
  void sharesAreDrawnFromTheSeed() {
    var rule = FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(500)).withShare(0.3);
    simulator.faults().set(rule);
    var first = statuses(200);
    simulator.faults().set(rule);

    assertThat(statuses(200)).isEqualTo(first);
    assertThat(first).filteredOn(it -> it == 500).hasSizeBetween(40, 80);
  }

  @Test
  void theFirstEndingWinsAndHindrancesAdd() {
    simulator
        .faults()
        .set(
            FaultRule.on(
                Operation.MESSAGES_CREATE, Fault.lag(Duration.ofSeconds(1), Duration.ofSeconds(1))),
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(502)),
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(500)));

    assertThat(bot.say(MAIJA, "Hello").status()).isEqualTo(502);
    assertThat(simulator.faultsFired()).containsOnlyKeys("lag", "502-after");
  }

  private List<Integer> statuses(int calls) {
    var statuses = new ArrayList<Integer>();
    for (var call = 0; call < calls; call++) {
      statuses.add(bot.say(MAIJA, "Hello").status());
    }
    return statuses;
  }
}
