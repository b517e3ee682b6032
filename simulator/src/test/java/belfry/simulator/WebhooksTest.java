package belfry.simulator;

import static belfry.simulator.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.ManualTime;
import belfry.simulator.webhooks.WebhookSettings;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code /v1/webhooks} and what is delivered: platform-api.md 7.2. */
class WebhooksTest {
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final String KENJI = "kenji.tanaka@northwind.example";
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00.034Z");
  private final Letterbox box = new Letterbox();
  private Simulator simulator = simulator(LONG);
  private Client bot = Client.bot(simulator, 0);

  WebhooksTest() throws Exception {}

  private Simulator simulator(Duration timeout) {
    return Simulator.start(
        SimulatorSettings.defaults().withPeople(50).withWebhooks(new WebhookSettings(timeout, 3)),
        time);
  }

  @AfterEach
  void close() {
    simulator.close();
    box.close();
  }

  private String hook(String... more) {
    var fields =
        new String[] {
          "name", "Mine", "targetUrl", box.address(), "resource", "messages", "event", "created"
        };
    var all = new String[fields.length + more.length];
    System.arraycopy(fields, 0, all, 0, fields.length);
    System.arraycopy(more, 0, all, fields.length, more.length);
    return json(all);
  }

  private Client.Reply made(String... more) {
    var made = bot.post("/v1/webhooks", hook(more));
    assertThat(made.status()).as(made.body()).isEqualTo(200);
    return made;
  }

  private void await(String count, long number) {
    while (simulator.webhooks().counts().getOrDefault(count, 0L) < number) {
      Thread.onSpinWait();
    }
  }

  /** [R SPEC]: the fields; PUT changes name, address, secret and status only. */
  @Test
  void aWebhookIsMadeReadChangedAndDeleted() {
    var made = made("secret", "s3cret", "filter", "roomType=direct");
    var path = "/v1/webhooks/" + made.text("id");

    assertThat(made.text("status")).isEqualTo("active");
    assertThat(made.text("createdBy")).isEqualTo(simulator.bots().getFirst().id());
    assertThat(made.text("created")).isEqualTo("2026-11-21T09:00:00.034Z");
    assertThat(bot.get(path).json()).isEqualTo(made.json());
    assertThat(bot.get("/v1/webhooks").json().path("items").size()).isEqualTo(1);
    var changed = bot.put(path, json("name", "Other", "targetUrl", box.address() + "/2"));
    assertThat(changed.text("name")).isEqualTo("Other");
    assertThat(changed.text("secret")).isEqualTo("s3cret");
    assertThat(changed.text("filter")).isEqualTo("roomType=direct");
    assertThat(bot.put(path, hook("status", "inactive")).status()).isEqualTo(400);
    assertThat(Client.bot(simulator, 1).get(path).status()).isEqualTo(404);
    assertThat(Client.bot(simulator, 1).get("/v1/webhooks").json().path("items")).isEmpty();
    assertThat(bot.delete(path).status()).isEqualTo(204);
    assertThat(bot.get(path).status()).isEqualTo(404);
  }

  @Test
  void whatNobodyCouldBeToldIsRefused() {
    var maija = Client.person(simulator, MAIJA, "spark:people_read");

    for (var body :
        List.of(
            hook("resource", "meetings"),
            hook("event", "read"),
            hook("filter", "weather=fine"),
            hook("targetUrl", "ftp://127.0.0.1/x"),
            hook("targetUrl", "nowhere"),
            hook("name", ""))) {
      assertThat(bot.post("/v1/webhooks", body).status()).as(body).isEqualTo(400);
    }
    assertThat(maija.post("/v1/webhooks", hook()).status()).isEqualTo(403);
  }

  /** [M on EMU]: lowercase hex HMAC-SHA1 of the raw body; and no words of the message in it. */
  @Test
  void aMessageIsToldByIdsOnlyAndSigned() throws Exception {
    var webhook = made("secret", "s3cret");
    var said = simulator.say(MAIJA, "Company News", "Confidential");

    var letter = box.next();

    var mac = Mac.getInstance("HmacSHA1");
    mac.init(new SecretKeySpec("s3cret".getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
    assertThat(letter.signature()).isEqualTo(HexFormat.of().formatHex(mac.doFinal(letter.body())));
    var told = letter.json();
    assertThat(told.toString()).doesNotContain("Confidential", "s3cret");
    assertThat(told.path("id").asText()).isEqualTo(webhook.text("id"));
    assertThat(told.path("resource").asText()).isEqualTo("messages");
    assertThat(told.path("event").asText()).isEqualTo("created");
    assertThat(told.path("actorId").asText()).isEqualTo(simulator.directory().personId(1));
    var data = told.path("data");
    assertThat(data.path("id").asText()).isEqualTo(said.id());
    assertThat(data.path("roomType").asText()).isEqualTo("direct");
    assertThat(data.path("personEmail").asText()).isEqualTo(MAIJA);
    assertThat(data.path("created").asText()).isEqualTo("2026-11-21T09:00:00.034Z");
    assertThat(bot.get("/v1/messages/" + data.path("id").asText()).text("text"))
        .isEqualTo("Confidential");
  }

  @Test
  void withoutASecretNothingIsSigned() throws Exception {
    made();
    bot.say(MAIJA, "Hello");

    assertThat(box.next().signature()).isEmpty();
  }

  @Test
  void editsDeletionsAndButtonsAreToldToWhoAsked() throws Exception {
    made("event", "updated");
    made("event", "deleted");
    made("resource", "attachmentActions");
    var sent =
        bot.post(
            "/v1/messages",
            """
            {"toPersonEmail": "%s", "text": "x", "attachments": [{
              "contentType": "application/vnd.microsoft.card.adaptive", "content": {}}]}
            """
                .formatted(MAIJA));
    var plain = bot.say(MAIJA, "One").text("id");

    bot.put("/v1/messages/" + plain, json("roomId", sent.text("roomId"), "markdown", "Two"));
    assertThat(box.next().json().path("event").asText()).isEqualTo("updated");
    bot.delete("/v1/messages/" + plain);
    assertThat(box.next().json().path("event").asText()).isEqualTo("deleted");
    var pressed = simulator.press(MAIJA, sent.text("id"), "{\"a\":\"secret\"}");
    var told = box.next().json();
    assertThat(told.path("resource").asText()).isEqualTo("attachmentActions");
    assertThat(told.path("data").path("id").asText()).isEqualTo(pressed.id());
    assertThat(told.path("data").path("messageId").asText()).isEqualTo(sent.text("id"));
    assertThat(told.path("data").path("personId").asText())
        .isEqualTo(simulator.directory().personId(1));
    assertThat(told.toString()).doesNotContain("secret");
  }

  @Test
  void whoAsksForAllIsToldAll() throws Exception {
    made("resource", "all", "event", "all");
    bot.delete("/v1/messages/" + bot.say(MAIJA, "One").text("id"));

    var events = new HashSet<String>();
    events.add(event(box.next().json()));
    events.add(event(box.next().json()));
    assertThat(events).containsExactlyInAnyOrder("messages created", "messages deleted");
  }

  private static String event(JsonNode told) {
    return told.path("resource").asText() + " " + told.path("event").asText();
  }

  /** [R SPEC example, JAVA readme]. */
  @Test
  void aFilterNarrowsWhatIsTold() throws Exception {
    var room = bot.say(MAIJA, "First").text("roomId");
    made("filter", "roomId=" + room + "&personId=" + simulator.directory().personId(1));
    bot.say(MAIJA, "From the bot");
    simulator.say(KENJI, "Company News", "From Kenji");
    var said = simulator.say(MAIJA, "Company News", "From Maija");

    assertThat(box.next().json().path("data").path("id").asText()).isEqualTo(said.id());
    await("delivered", 1);
    assertThat(box.waiting()).isZero();
  }

  /** platform-api.md 4.2: what a bot sees in a space, it is told of; people are told of all. */
  @Test
  void inASpaceABotIsToldWhatMentionsIt() throws Exception {
    var room = bot.post("/v1/rooms", json("title", "Launch")).text("id");
    bot.post("/v1/memberships", json("roomId", room, "personEmail", MAIJA));
    var maija = Client.person(simulator, MAIJA, "spark:messages_read spark:messages_write");
    var self = simulator.bots().getFirst().id();
    made("name", "Bot");
    maija.post("/v1/webhooks", hook("name", "Maija"));

    maija.post("/v1/messages", json("roomId", room, "markdown", "Among us"));
    assertThat(box.next().json().path("name").asText()).isEqualTo("Maija");
    maija.post("/v1/messages", json("roomId", room, "markdown", "<@personId:" + self + "> you?"));
    var names = new HashSet<String>();
    names.add(box.next().json().path("name").asText());
    names.add(box.next().json().path("name").asText());

    assertThat(names).containsExactlyInAnyOrder("Bot", "Maija");
    await("delivered", 3);
    assertThat(box.waiting()).isZero();
  }

  /** The threshold is ours; that it happens is [R SPEC]. */
  @Test
  void afterFailuresInARowAWebhookIsInactiveUntilItIsWakened() throws Exception {
    var path = "/v1/webhooks/" + made().text("id");
    box.answers(500);
    bot.say(MAIJA, "1");
    bot.say(MAIJA, "2");
    await("failed", 2);
    box.answers(200);
    bot.say(MAIJA, "3");
    await("delivered", 1);
    box.answers(302);
    for (var number = 4; number <= 6; number++) {
      assertThat(bot.get(path).text("status")).isEqualTo("active");
      bot.say(MAIJA, "" + number);
      await("failed", number - 1);
    }

    assertThat(bot.get(path).text("status")).isEqualTo("inactive");
    bot.say(MAIJA, "nobody hears this");
    box.answers(200);
    assertThat(bot.put(path, hook("status", "active")).text("status")).isEqualTo("active");
    bot.say(MAIJA, "7");
    await("delivered", 2);
    assertThat(box.waiting()).isEqualTo(7);
    assertThat(simulator.webhooks().counts())
        .containsAllEntriesOf(Map.of("delivered", 2L, "failed", 5L));
    assertThat(
            Client.anonymous(simulator)
                .get("/sim/counts")
                .json()
                .path("webhooks")
                .path("failed")
                .asInt())
        .isEqualTo(5);
  }

  @Test
  void whoeverDoesNotAnswerInTimeHasFailed() throws Exception {
    simulator.close();
    simulator = simulator(Duration.ofSeconds(1));
    bot = Client.bot(simulator, 0);
    made();
    box.isSilent();

    assertThat(bot.say(MAIJA, "Hello").status()).isEqualTo(200);

    await("failed", 1);
    assertThat(box.waiting()).isEqualTo(1);
  }

  /** Nothing leaves this machine, so an address elsewhere is taken and never asked. */
  @Test
  void anAddressElsewhereIsTakenAndFails() {
    made("targetUrl", "https://portal.example/hook");

    bot.say(MAIJA, "Hello");

    await("failed", 1);
  }
}
