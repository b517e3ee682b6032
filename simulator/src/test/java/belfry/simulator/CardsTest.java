package belfry.simulator;

import static belfry.simulator.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.ManualTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Buttons of cards, pressed over the wire, by a test and on the page: platform-api.md 4.2. */
class CardsTest {
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final String KENJI = "kenji.tanaka@northwind.example";
  private static final String CARD =
      """
      {"toPersonEmail": "maija.salo@northwind.example", "text": "Lunch?", "attachments": [{
        "contentType": "application/vnd.microsoft.card.adaptive",
        "content": {"type": "AdaptiveCard", "version": "1.3",
          "body": [
            {"type": "TextBlock", "text": "**Lunch** on <Friday>?"},
            {"type": "ColumnSet", "columns": [{"type": "Column", "items": [
              {"type": "Input.Text", "id": "why", "label": "Why", "value": "hungry"}]}]},
            {"type": "Input.Toggle", "id": "late", "title": "Late", "valueOn": "yes", "valueOff": "no"},
            {"type": "Input.ChoiceSet", "id": "dish", "choices": [
              {"title": "Soup", "value": "s"}, {"title": "Pie", "value": "p"}]}],
          "actions": [
            {"type": "Action.Submit", "title": "Yes", "data": {"answer": "yes"}},
            {"type": "Action.Submit", "title": "No", "data": {"answer": "no"}},
            {"type": "Action.OpenUrl", "title": "Menu", "url": "https://a.example/menu"}]}}]}
      """;

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00.034Z");
  private final Simulator simulator =
      Simulator.start(SimulatorSettings.defaults().withPeople(50), time);
  private final Client bot = Client.bot(simulator, 0);
  private final Client maija =
      Client.person(simulator, MAIJA, "spark:messages_read spark:messages_write");
  private final Client.Reply sent = bot.post("/v1/messages", CARD);

  @AfterEach
  void close() {
    simulator.close();
  }

  private String submit(String inputs) {
    return "{\"type\":\"submit\",\"messageId\":\"%s\",\"inputs\":%s}"
        .formatted(sent.text("id"), inputs);
  }

  /** [R SPEC]: 202, and the fields of an attachment action. */
  @Test
  void whatAPersonSendsTheBotReadsById() {
    var pressed = maija.post("/v1/attachment/actions", submit("{\"answer\":\"yes\",\"n\":1}"));

    assertThat(pressed.status()).as(pressed.body()).isEqualTo(202);
    var read = bot.get("/v1/attachment/actions/" + pressed.text("id"));
    assertThat(read.status()).isEqualTo(200);
    assertThat(read.json()).isEqualTo(pressed.json());
    assertThat(read.text("type")).isEqualTo("submit");
    assertThat(read.text("messageId")).isEqualTo(sent.text("id"));
    assertThat(read.text("roomId")).isEqualTo(sent.text("roomId"));
    assertThat(read.text("personId")).isEqualTo(simulator.directory().personId(1));
    assertThat(read.text("created")).isEqualTo("2026-11-21T09:00:00.034Z");
    assertThat(read.json().path("inputs").path("n").asInt()).isEqualTo(1);
  }

  @Test
  void onlyWhoIsInTheRoomReadsIt() {
    var id = simulator.press(MAIJA, sent.text("id"), "{}").id();
    var kenji = Client.person(simulator, KENJI, "spark:messages_read spark:messages_write");

    assertThat(kenji.get("/v1/attachment/actions/" + id).status()).isEqualTo(404);
    assertThat(kenji.post("/v1/attachment/actions", submit("{}")).status()).isEqualTo(404);
    assertThat(Client.bot(simulator, 1).get("/v1/attachment/actions/" + id).status())
        .isEqualTo(404);
    assertThat(bot.get("/v1/attachment/actions/" + sent.text("id")).status()).isEqualTo(404);
    assertThat(maija.get("/v1/attachment/actions/" + id).status()).isEqualTo(200);
  }

  @Test
  void aButtonNeedsAPersonACardAndAnObject() {
    var plain = bot.say(MAIJA, "No card").text("id");

    assertThat(bot.post("/v1/attachment/actions", submit("{}")).status()).isEqualTo(403);
    for (var body :
        List.of(
            submit("[]"),
            submit("{}").replace("submit", "press"),
            submit("{}").replace(sent.text("id"), plain))) {
      assertThat(maija.post("/v1/attachment/actions", body).status()).as(body).isEqualTo(400);
    }
  }

  @Test
  void aTestPressesForAPerson() {
    var control = Client.anonymous(simulator);
    var body =
        "{\"person\":\"%s\",\"message\":\"%s\",\"inputs\":{\"a\":\"b\"}}"
            .formatted(MAIJA, sent.text("id"));

    var pressed = control.post("/sim/press", body);

    assertThat(pressed.status()).as(pressed.body()).isEqualTo(200);
    assertThat(
            bot.get("/v1/attachment/actions/" + pressed.text("id"))
                .json()
                .path("inputs")
                .path("a")
                .asText())
        .isEqualTo("b");
    assertThat(control.post("/sim/press", body.replace(MAIJA, KENJI)).status()).isEqualTo(404);
    control.delete("/sim/ledger");
    assertThat(bot.get("/v1/attachment/actions/" + pressed.text("id")).status()).isEqualTo(404);
  }

  @Test
  void theInboxShowsTheCardAndItsButtonsWork() {
    var browser = Client.anonymous(simulator);
    var chat = "/inbox?person=" + MAIJA + "&chat=" + sent.text("roomId");

    assertThat(browser.get(chat).body())
        .contains(
            "<strong>Lunch</strong> on &lt;Friday&gt;?", "name=\"input.why\" value=\"hungry\"")
        .contains("<button name=\"button\" value=\"1\">No</button>", ">Soup</option>");
    var pressed =
        browser.form(
            "/inbox/press",
            Map.of(
                "person",
                MAIJA,
                "chat",
                sent.text("roomId"),
                "message",
                sent.text("id"),
                "button",
                "1",
                "input.why",
                "busy",
                "input.dish",
                "p"));

    assertThat(pressed.status()).isEqualTo(302);
    assertThat(browser.get(pressed.header("Location")).body())
        .contains("Sent ")
        .contains("{&quot;why&quot;:&quot;busy&quot;,&quot;late&quot;:&quot;no&quot;")
        .contains("&quot;dish&quot;:&quot;p&quot;,&quot;answer&quot;:&quot;no&quot;}");
    assertThat(browser.form("/inbox/press", Map.of("person", MAIJA)).status()).isEqualTo(404);
  }

  /** platform-api.md 4.2: documentation says so; two authors of clients found otherwise. */
  @Test
  void aMessageWithACardIsNotEdited() {
    var path = "/v1/messages/" + sent.text("id");

    assertThat(bot.put(path, json("roomId", sent.text("roomId"), "text", "x")).status())
        .isEqualTo(400);
  }
}
