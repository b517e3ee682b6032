package belfry.simulator;

import static belfry.simulator.Client.encoded;
import static belfry.simulator.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.ManualTime;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ours: the start page and everybody's inbox, read as a browser without scripts would. */
class PagesTest {
  private static final String MAIJA = "maija.salo@northwind.example";

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00.034Z");
  private final Simulator simulator =
      Simulator.start(SimulatorSettings.defaults().withPeople(50), time);
  private final Client bot = Client.bot(simulator, 0);
  private final Client browser = Client.anonymous(simulator);

  @AfterEach
  void close() {
    simulator.close();
  }

  private String page(String path) {
    var page = browser.get(path);
    assertThat(page.status()).as(page.body()).isEqualTo(200);
    assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=UTF-8");
    assertThat(page.header("Content-Security-Policy")).startsWith("default-src 'none'");
    assertThat(page.body()).doesNotContain("<script", "https://fonts", "style=\"");
    return page.body();
  }

  @Test
  void theStartPageSaysWhatOneNeedsToBegin() {
    assertThat(page("/"))
        .contains("Company News", "IT Alerts", "People Ops", "Ana Lopez", simulator.botToken(0))
        .contains("MESSAGING_INTEGRATION_CLIENT_ID=" + simulator.clientId())
        .contains("MESSAGING_INTEGRATION_CLIENT_SECRET=" + simulator.clientSecret())
        .contains("DIRECTORY_REFRESH_TOKEN=" + simulator.directoryRefreshToken())
        .contains("MESSAGING_API_URL=" + simulator.address());
    assertThat(browser.get("/assets/pages.css").header("Content-Type")).startsWith("text/css");
  }

  @Test
  void peopleAreFoundByName() {
    assertThat(page("/inbox?q=ken")).contains("Kenji Tanaka").doesNotContain("Maija");
    assertThat(page("/inbox?q=" + encoded("<b>"))).contains("&lt;b&gt;").doesNotContain("<b>\"");
    assertThat(page("/inbox")).contains("Maija Salo");
    var nobody = browser.get("/inbox?person=nobody@northwind.example");
    assertThat(nobody.status()).isEqualTo(404);
    assertThat(nobody.header("Content-Type")).startsWith("text/html");
  }

  @Test
  void anInboxShowsTheChatsAndTheMessagesWithTheMomentOfAcceptance() {
    bot.say(MAIJA, "## Hello\n\n**Maija** <img src=x>");
    Client.bot(simulator, 1).say(MAIJA, "From IT");

    var page = page("/inbox?person=" + MAIJA);

    assertThat(page).contains("Company News", "IT Alerts", "From IT");
    var chat = page("/inbox?person=" + MAIJA + "&chat=" + bot.say(MAIJA, "Later").text("roomId"));
    assertThat(chat)
        .contains("<h2>Hello</h2>", "<strong>Maija</strong>", "&lt;img src=x&gt;", "Later")
        .contains(":00:00.034");
  }

  @Test
  void spacesAreThereToo() {
    var rooms = bot.get("/v1/rooms?type=group").json().path("items");
    var room = rooms.path(0).path("id").asText();
    for (var each : rooms) {
      if (each.path("title").asText().equals("IT status")) {
        room = each.path("id").asText();
      }
    }
    bot.post("/v1/messages", json("roomId", room, "markdown", "All **green**"));

    assertThat(page("/inbox?person=" + MAIJA + "&chat=" + room))
        .contains("IT status", "All <strong>green</strong>", "members");
  }

  @Test
  void chatsAmongPeopleAreReadOnly() {
    var ana = Client.person(simulator, "ana.lopez@northwind.example", "spark:messages_write");
    var room = ana.say(MAIJA, "Lunch?").text("roomId");

    assertThat(page("/inbox?person=" + MAIJA + "&chat=" + room))
        .contains("Ana Lopez", "Lunch?")
        .doesNotContain("/inbox/say");
  }

  @Test
  void longChatsHaveOlderPages() {
    var room = "";
    for (var number = 1; number <= 60; number++) {
      room = bot.say(MAIJA, "Number " + number + ".").text("roomId");
    }
    var newest = page("/inbox?person=" + MAIJA + "&chat=" + room);
    var link = newest.substring(newest.indexOf("class=\"older\"><a href=\"") + 23);
    var older = page(link.substring(0, link.indexOf('"')).replace("&amp;", "&"));

    assertThat(newest).contains("Number 60.", "Number 11.").doesNotContain("Number 10.");
    assertThat(older).contains("Number 10.", "Number 1.").doesNotContain("Number 11.");
  }

  @Test
  void followingReloadsThePage() {
    assertThat(page("/inbox?person=" + MAIJA + "&follow=1")).contains("http-equiv=\"refresh\"");
    assertThat(page("/inbox?person=" + MAIJA)).doesNotContain("http-equiv=\"refresh\"");
  }

  @Test
  void aPersonAnswersABot() {
    var room = bot.say(MAIJA, "Question?").text("roomId");

    var sent =
        browser.form(
            "/inbox/say", Map.of("person", MAIJA, "chat", room, "words", "<b>Yes</b> & no"));

    assertThat(sent.status()).isEqualTo(302);
    assertThat(page(sent.header("Location"))).contains("&lt;b&gt;Yes&lt;/b&gt; &amp; no");
    assertThat(
            bot.get("/v1/messages?roomId=" + room)
                .json()
                .path("items")
                .path(0)
                .path("text")
                .asText())
        .isEqualTo("<b>Yes</b> & no");
  }
}
