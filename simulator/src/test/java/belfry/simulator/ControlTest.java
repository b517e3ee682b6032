package belfry.simulator;

import static belfry.simulator.Client.encoded;
import static belfry.simulator.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.ManualTime;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The control API: platform-api.md 9.6 and the README of this module. */
class ControlTest {
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final String KENJI = "kenji.tanaka@northwind.example";

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00.500Z");
  private final Simulator simulator =
      Simulator.start(SimulatorSettings.defaults().withPeople(50), time);
  private final Client bot = Client.bot(simulator, 0);
  private final Client control = Client.anonymous(simulator);

  @AfterEach
  void close() {
    simulator.close();
  }

  private JsonNode ledger(String query) {
    return control.get("/sim/ledger" + query).json();
  }

  @Test
  void theLedgerCountsMessagesRecipientsAndWhoGotOneTwice() {
    bot.say(MAIJA, "Town hall at three");
    time.advance(Duration.ofSeconds(2));
    bot.say(KENJI, "Town hall at three");
    bot.say(KENJI, "Town hall at three");
    bot.say(KENJI, "Lunch");
    Client.bot(simulator, 1).say(MAIJA, "Town hall at three, says IT");
    simulator.say(MAIJA, "Company News", "Which town hall?");

    assertThat(ledger("").path("messages").asInt()).isEqualTo(5);
    var news = ledger("?bot=" + encoded("Company News") + "&contains=" + encoded("Town hall"));
    assertThat(news.path("messages").asInt()).isEqualTo(3);
    assertThat(news.path("recipients").asInt()).isEqualTo(2);
    assertThat(news.path("doubledRecipients").asInt()).isEqualTo(1);
    assertThat(news.path("doubled").path(0).path("email").asText()).isEqualTo(KENJI);
    assertThat(news.path("doubled").path(0).path("times").asInt()).isEqualTo(2);
    assertThat(news.path("firstMillis").asLong()).isEqualTo(time.millis() - 2_000);
    assertThat(news.path("lastMillis").asLong()).isEqualTo(time.millis());
    assertThat(ledger("?bot=" + simulator.bots().get(1).id()).path("messages").asInt())
        .isEqualTo(1);
    assertThat(ledger("?contains=nowhere").path("messages").asInt()).isZero();
    assertThat(control.get("/sim/ledger?bot=Nobody").status()).isEqualTo(404);
  }

  @Test
  void everyAcceptedMessageIsALine() throws Exception {
    var first = bot.say(MAIJA, "Hello");
    bot.say(KENJI, "Hello");
    var room = bot.get("/v1/rooms?type=group").json().path("items").path(3).path("id").asText();
    bot.post("/v1/messages", json("roomId", room, "text", "Hello"));
    bot.delete("/v1/messages/" + first.text("id"));

    var answer = control.get("/sim/ledger/entries");
    var lines = answer.body().lines().toList();

    assertThat(answer.header("Content-Type")).isEqualTo("application/x-ndjson");
    assertThat(lines).hasSize(3);
    var entry = new ObjectMapper().readTree(lines.getFirst());
    assertThat(entry.path("bot").asText()).isEqualTo("Company News");
    assertThat(entry.path("recipient").asText()).isEqualTo(simulator.directory().personId(1));
    assertThat(entry.path("created").asLong()).isEqualTo(time.millis());
    assertThat(entry.path("id").asText()).isEqualTo(first.text("id"));
    assertThat(entry.path("hash").asText())
        .isEqualTo("185f8db32271fe25f561a6fc938b2e264306ec304eda518007d1764826381969");
    assertThat(entry.path("deleted").asBoolean()).isTrue();
    try (var closing = RawCall.get(simulator, "/sim/ledger/entries")) {
      assertThat(closing.end().bytes()).endsWith(answer.body());
    }
    assertThat(new ObjectMapper().readTree(lines.get(2)).path("recipient").asText())
        .isEqualTo(room);
    assertThat(lines)
        .extracting(it -> new ObjectMapper().readTree(it).path("hash").asText())
        .containsOnly(entry.path("hash").asText());
  }

  @Test
  void theLedgerKnowsTheRateOfEachSecond() {
    bot.say(MAIJA, "One");
    bot.say(MAIJA, "Two");
    time.advance(Duration.ofSeconds(3));
    bot.say(MAIJA, "Three");
    var second = time.millis() / 1000;

    var seconds = control.get("/sim/ledger/seconds").json();

    assertThat(seconds.size()).isEqualTo(2);
    assertThat(seconds.path("" + (second - 3)).asInt()).isEqualTo(2);
    assertThat(seconds.path("" + second).asInt()).isEqualTo(1);
  }

  @Test
  void aResetForgetsMessagesAndCountsAndKeepsTheRules() {
    control.put(
        "/sim/limits",
        "{\"rules\":[{\"resource\":\"messages.send\",\"limit\":"
            + "{\"kind\":\"fixedWindow\",\"requests\":1,\"windowMillis\":10000}}]}");
    bot.say(MAIJA, "One");
    bot.say(MAIJA, "Two");

    assertThat(control.delete("/sim/ledger").status()).isEqualTo(204);

    assertThat(ledger("").path("messages").asInt()).isZero();
    var counts = control.get("/sim/counts").json();
    assertThat(counts.path("messages").asInt()).isZero();
    assertThat(counts.path("limits").size()).isZero();
    assertThat(bot.get("/v1/messages/direct?personEmail=" + MAIJA).status()).isEqualTo(404);
    assertThat(bot.say(MAIJA, "One").status()).isEqualTo(200);
    assertThat(bot.say(MAIJA, "Two").status()).isEqualTo(429);
  }

  @Test
  void limitsAreSetAndRead() {
    var rules =
        """
        {"rules":[
          {"resource":"messages.send","limit":{"kind":"tokenBucket","capacity":5,"perSecond":2.5},
           "refusal":{"status":429,"retryAfter":"missing","share":0.5},
           "changes":[{"afterMillis":20000,"limit":{"kind":"none"}},
                      {"afterAccepted":1000,"limit":
                        {"kind":"slidingWindow","requests":50,"windowMillis":10000}}]},
          {"resource":"people","bot":"IT Alerts","limit":
            {"kind":"fixedWindow","requests":100,"windowMillis":60000}}]}
        """;

    var set = control.put("/sim/limits", rules);

    assertThat(set.status()).as(set.body()).isEqualTo(200);
    assertThat(control.get("/sim/limits").json()).isEqualTo(set.json());
    assertThat(set.json().path(0).path("changes").path(1).path("limit").path("kind").asText())
        .isEqualTo("slidingWindow");
    assertThat(set.json().path(1).path("bot").asText()).isEqualTo("IT Alerts");
    assertThat(simulator.limits().rules()).hasSize(2);
  }

  @Test
  void faultsAreSetAndReadAndCounted() {
    var rules =
        """
        {"rules":[
          {"on":"messages.create","share":0.1,"fault":{"kind":"latency","fromMillis":0,"toMillis":0}},
          {"on":"messages.create","every":2,"to":["maija.salo@northwind.example"],
           "fault":{"kind":"answer","stage":"after","status":502}},
          {"on":"oauth.token","calls":[1],"fault":{"kind":"answer","stage":"before","status":401,
           "reason":"","html":"<b>no</b>","retryAfter":"3","location":"/x","text":"t"}},
          {"on":"groups.get","fault":{"kind":"reset","stage":"before"}},
          {"on":"groups.get","fault":{"kind":"close","stage":"after"}},
          {"on":"groups.get","fault":{"kind":"hang","stage":"after"}},
          {"on":"groups.get","fault":{"kind":"truncated"}},
          {"on":"groups.get","fault":{"kind":"nonJson"}},
          {"on":"groups.get","fault":{"kind":"garbage"}},
          {"on":"groups.get","fault":{"kind":"delayed","millis":500}},
          {"on":"groups.get","fault":{"kind":"lag","fromMillis":1,"toMillis":2}}]}
        """;

    var set = control.put("/sim/faults", rules);
    bot.say(MAIJA, "One");
    var second = bot.say(MAIJA, "Two");

    assertThat(set.status()).as(set.body()).isEqualTo(200);
    assertThat(control.get("/sim/faults").json()).isEqualTo(set.json());
    assertThat(set.json().size()).isEqualTo(11);
    assertThat(second.status()).isEqualTo(502);
    assertThat(control.get("/sim/counts").json().path("faults").path("502-after").asInt())
        .isEqualTo(1);
  }

  @Test
  void whatIsMisspeltIsRefused() {
    for (var rules :
        List.of(
            "{\"rules\":[{\"resource\":\"massages\",\"limit\":{\"kind\":\"none\"}}]}",
            "{\"rules\":[{\"resource\":\"people\",\"limit\":{\"kind\":\"nothing\"}}]}",
            "{\"rules\":[{\"resource\":\"people\"}]}",
            "{\"rules\":[{\"resource\":\"people\",\"limit\":{\"kind\":\"none\"},\"x\":1}]}",
            "{\"rules\":[{\"resource\":\"people\",\"limit\":"
                + "{\"kind\":\"fixedWindow\",\"requests\":0,\"windowMillis\":1}}]}",
            "{}")) {
      assertThat(control.put("/sim/limits", rules).status()).as(rules).isEqualTo(400);
    }
    for (var rules :
        List.of(
            "{\"rules\":[{\"on\":\"messages.send\",\"fault\":{\"kind\":\"truncated\"}}]}",
            "{\"rules\":[{\"on\":\"people.me\",\"fault\":{\"kind\":\"broken\"}}]}",
            "{\"rules\":[{\"on\":\"people.me\"}]}",
            "{\"rules\":[{\"fault\":{\"kind\":\"reset\"}}]}",
            "{\"rules\":[{\"share\":2,\"fault\":{\"kind\":\"truncated\"}}]}",
            "{}")) {
      assertThat(control.put("/sim/faults", rules).status()).as(rules).isEqualTo(400);
    }
  }

  @Test
  void theListingLagIsSetAndRead() {
    assertThat(control.put("/sim/lag", "{\"millis\":1500}").status()).isEqualTo(200);
    assertThat(control.get("/sim/lag").json().path("millis").asInt()).isEqualTo(1_500);
    bot.say(MAIJA, "Hello");

    assertThat(bot.get("/v1/messages/direct?personEmail=" + MAIJA).json().path("items").size())
        .isZero();
  }

  @Test
  void tokensAreRevokedAndRestoredByNameOrByThemselves() {
    assertThat(control.post("/sim/tokens/revoke", "{\"of\":\"Company News\"}").status())
        .isEqualTo(204);
    assertThat(bot.get("/v1/people/me").status()).isEqualTo(401);
    control.post("/sim/tokens/restore", "{\"of\":\"Company News\"}");
    assertThat(bot.get("/v1/people/me").status()).isEqualTo(200);
    control.post("/sim/tokens/revoke", json("token", simulator.botToken(0)));
    assertThat(bot.get("/v1/people/me").status()).isEqualTo(401);
    control.post("/sim/tokens/restore", json("token", simulator.botToken(0)));
    assertThat(bot.get("/v1/people/me").status()).isEqualTo(200);
    assertThat(control.post("/sim/tokens/revoke", "{\"of\":\"Nobody\"}").status()).isEqualTo(404);
    assertThat(control.post("/sim/tokens/revoke", "{}").status()).isEqualTo(400);
  }

  @Test
  void aPersonWritesToABot() {
    bot.say(MAIJA, "Question?");
    var said =
        control.post(
            "/sim/say", json("person", MAIJA, "bot", "Company News", "markdown", "**Yes**"));

    assertThat(said.status()).as(said.body()).isEqualTo(200);
    var items = bot.get("/v1/messages/direct?personEmail=" + MAIJA).json().path("items");
    assertThat(items.path(0).path("markdown").asText()).isEqualTo("**Yes**");
    assertThat(items.path(0).path("personEmail").asText()).isEqualTo(MAIJA);
    assertThat(items.path(0).path("id").asText()).isEqualTo(said.text("id"));
    assertThat(control.post("/sim/say", json("person", MAIJA, "bot", KENJI, "text", "x")).status())
        .isEqualTo(400);
  }

  @Test
  void consentIsGivenInAdvance() {
    var request =
        "/v1/authorize?response_type=code&redirect_uri=http://localhost:1/&scope=spark:people_read"
            + "&client_id="
            + simulator.clientId();

    control.put("/sim/consent", json("as", MAIJA));
    assertThat(control.get(request).header("Location")).contains("code=");
    control.put("/sim/consent", "{\"deny\":true}");
    assertThat(control.get(request).header("Location")).contains("error=access_denied");
    control.put("/sim/consent", "{}");
    assertThat(control.get(request).status()).isEqualTo(200);
  }

  @Test
  void rivalsAreSetAndRead() {
    var rivals = "{\"rivals\":[{\"bot\":\"%s\",\"requests\":3,\"everyMillis\":500}]}";

    var set = control.put("/sim/rivals", rivals.formatted("company-news@webex.bot"));

    assertThat(set.status()).as(set.body()).isEqualTo(200);
    assertThat(set.json().path(0).path("bot").asText()).isEqualTo("Company News");
    assertThat(control.get("/sim/rivals").json()).isEqualTo(set.json());
    assertThat(control.put("/sim/rivals", rivals.formatted("Nobody")).status()).isEqualTo(404);
    assertThat(
            control.put("/sim/rivals", rivals.formatted("Company News").replace("3", "0")).status())
        .isEqualTo(400);
    bot.say(MAIJA, "Hello");
    time.advance(Duration.ofSeconds(2));
    assertThat(control.get("/sim/counts").json().path("limits").path(0).path("rival").asInt())
        .isEqualTo(12);
  }

  @Test
  void anotherProgramPostsAsABotAndIsNotTakenForADouble() throws Exception {
    var posted =
        control.post(
            "/sim/post",
            "{\"bot\":\"Company News\",\"people\":[\"%s\",\"%s\"],\"markdown\":\"Town hall\"}"
                .formatted(MAIJA, KENJI));
    var ours = bot.say(MAIJA, "Town hall");

    assertThat(posted.status()).as(posted.body()).isEqualTo(200);
    assertThat(posted.json().path("ids")).hasSize(2);
    var items = bot.get("/v1/messages/direct?personEmail=" + MAIJA).json().path("items");
    assertThat(items).hasSize(2);
    assertThat(items.path(1).path("personEmail").asText()).isEqualTo("company-news@webex.bot");
    assertThat(ledger("").path("messages").asInt()).isEqualTo(1);
    assertThat(ledger("").path("recipients").asInt()).isEqualTo(1);
    assertThat(ledger("").path("doubledRecipients").asInt()).isZero();
    assertThat(ledger("").path("rival").asInt()).isEqualTo(2);
    var lines = control.get("/sim/ledger/entries").body().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(new ObjectMapper().readTree(lines.getFirst()).path("rival").asBoolean()).isTrue();
    assertThat(lines.getLast()).contains(ours.text("id")).doesNotContain("rival");
    assertThat(
            control
                .post("/sim/post", "{\"bot\":\"%s\",\"people\":[],\"text\":\"x\"}".formatted(MAIJA))
                .status())
        .isEqualTo(400);
  }
}
