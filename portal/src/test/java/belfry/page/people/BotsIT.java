package belfry.page.people;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.settings.Settings;
import belfry.page.Axe;
import belfry.page.BrowserTest;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the page says where an app has several bots. */
class BotsIT extends BrowserTest {
  private static final int PEOPLE = 120;

  @Override
  public TestPortal started() {
    var simulator =
        Simulator.start(
            SimulatorSettings.defaults()
                .withPeople(PEOPLE)
                .withPopulation(all ->
                    all.withBots(
                        List.of("Company News", "IT Alerts", "News 2", "News 3", "News 4"))));
    simulator.limits().set();
    var settings = TestPortal.settings(simulator);
    var before = TestPortal.beside(simulator, with(settings, simulator, 0, 2, 3));
    var ana = before.signedIn("news", TestPortal.ADMIN);
    var job = send(ana, "The canteen opens at nine");
    ana.followUntil("jobs/detail/" + job, one -> one.path("state").asText().equals("finished"));
    before.portal().close();
    // The fourth comes when everybody has heard from one of the others.
    return TestPortal.beside(simulator, with(settings, simulator, 0, 2, 3, 4));
  }

  private static Settings with(Settings settings, Simulator simulator, Integer... bots) {
    return TestPortal.withBots(settings, Stream.of(bots).map(simulator::botToken).toList());
  }

  private static Map<String, Object> draft(String markdown) {
    return Map.of(
        "markdown", markdown, "audience", List.of(Map.of("kind", "group", "id", "everyone")));
  }

  private static String send(Client ana, String markdown) {
    var draft = draft(markdown);
    Await.<JsonNode>until(
        () -> ana.post("jobs/preview", draft).json(),
        shown -> shown.at("/reach/people").asInt() == PEOPLE);
    var id = ana.post("jobs/edit", draft).json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    return id;
  }

  private Client ana() {
    return portal.signedIn("news", TestPortal.ADMIN);
  }

  private Locator section() {
    return page.locator(".app-bots");
  }

  private Locator state() {
    return page.locator(".nav .state");
  }

  /** The portal says something else of its bots. */
  private void say(Consumer<JsonNode> change) {
    var info = (ObjectNode) ana().get("info").json();
    for (var bot : info.path("bots")) {
      ((ObjectNode) bot).put("perSecond", 9.04).put("learned", true).remove("waitsFor");
    }
    change.accept(info.path("bots"));
    page.route(
        Pattern.compile("/Hub/news/info$"),
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody(info.toString())));
  }

  @Test
  void whoeverSharesEverybodyOutIsToldHowManyMove() {
    var moving = ana().get("admin/bots?moving=true").json().path("moving").asInt();
    open("#/people", "People");
    assertThat(section().locator(".rows > li")).hasCount(4);
    assertThat(section().locator(".rows > li").first()).containsText("Bot 1, Company News");
    assertThat(section().locator(".rows > li").last()).containsText("Bot 4, News 4");
    assertThat(section().locator(".rows > li").last()).containsText("0 people");
    assertThat(section()).containsText("Only new people are given to a new bot");

    button("Share everybody out anew…").click();
    var dialog = page.locator("dialog[open]");
    assertThat(dialog).containsText(moving + " of the 120 people whose bot is known");
    assertThat(Axe.violations(page)).isEmpty();
    button("Cancel").click();
    assertThat(ana().get("admin/bots").json().path("revision").asLong()).isZero();

    button("Share everybody out anew…").click();
    button("Move " + moving + " people").click();
    assertThat(page.locator(".toast"))
        .containsText("Shared out anew: " + moving + " people will hear from another bot.");
    assertThat(section()).containsText("120 of them are given a bot anew with their next message");
    assertThat(Axe.violations(page)).isEmpty();
    page.navigate(address("#/trail"));
    assertThat(page.locator("main")).containsText("Shared everybody out anew among the bots");
  }

  @Test
  void severalBotsAreOneLineAndWhoeverDoesNotSendIsNamed() {
    say(_ -> {});
    open("", "New message");
    assertThat(state()).hasText("4 bots, 36.2 a second");
    assertThat(page.locator("main .notice")).hasCount(0);

    page.unrouteAll();
    say(bots -> ((ObjectNode) bots.path(1)).put("trouble", "the token is not valid"));
    page.reload();
    assertThat(state()).hasText("3 of 4 bots, 27.1 a second");
    assertThat(page.locator("main .notice"))
        .containsText(
            "Bot 2, News 2, cannot send. Webex refuses it (the token is not valid). The others go on");
    assertThat(Axe.violations(page)).isEmpty();
    open("#/people", "People");
    assertThat(section().locator(".rows > li")).hasCount(4);
  }

  @Test
  void theReviewSaysHowManyBotsSend() {
    say(_ -> {});
    page.route(
        "**/jobs/preview",
        route -> {
          var answer = route.fetch();
          var plan = answer.text().replaceFirst("\"estimate\":\\{[^}]*", "$0,\"seconds\":90");
          route.fulfill(new Route.FulfillOptions().setResponse(answer).setBody(plan));
        });
    var draft = draft("The canteen has a garden");
    var id = ana().post("jobs/edit", draft).json().path("id").asText();
    open("#/compose/" + id, "New message");
    button("Review and send").click();
    assertThat(page.locator("dialog[open]")).containsText("takes about 1 min 30 s with 4 bots");
    button("Keep editing").click();
  }

  @Test
  void aRunSaysHowManyBotsSendAndWhichRests() {
    portal.simulator().limits().set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(1, 1)));
    var ana = ana();
    var job = send(ana, "The canteen is painted");
    say(bots ->
        ((ObjectNode) bots.path(2))
            .putObject("waitsFor")
            .put("reason", "limit")
            .put("words", "Webex asked the bot to wait"));
    open("#/jobs/" + job, "The canteen is painted");
    assertThat(page.locator(".figures-card")).containsText("3 of 4 bots, 27.1 a second");
    assertThat(page.locator(".figures-card"))
        .containsText("Bot 3, News 3: Webex asked the bot to wait. The others go on.");
    portal.simulator().limits().set();
    ana.followUntil("jobs/detail/" + job, one -> one.path("state").asText().equals("finished"));
  }

  @Test
  void whatSomebodyGotSaysFromWhichBot() {
    var ana = ana();
    var job = ana.get("jobs/list/finished").json().path("items").path(0).path("id").asText();
    var one = ana.get("jobs/recipients/" + job).json().path("items").path(0);
    var from =
        "Bot %d, %s".formatted(one.at("/from/number").asInt(), one.at("/from/name").asText());
    open("#/person/" + one.path("id").asText(), one.path("displayName").asText());
    assertThat(page.locator("tbody tr").last()).containsText(from);
    page.navigate(address("#/jobs/" + job));
    assertThat(
            page.locator(".recipients tbody tr")
                .filter(new Locator.FilterOptions().setHasText(one.path("displayName").asText()))
                .first())
        .containsText(from.replaceFirst(",.*", ""));
  }
}
