package belfry.web.answers;

import static belfry.web.answers.AnsweringContract.person;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.answers.AnswerSettings;
import belfry.cli.settings.Settings;
import belfry.platform.ids.PlatformId;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.directory.Principal;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is said to either of an app's two bots comes to one inbox, and each replies to its own. */
@Tag("whole")
class AnswersOfSeveralBotsTest {
  private static final String FIRST = "Company News";
  private static final String SECOND = "People Ops";
  private static final String OF_FIRST = AnsweringContract.LARS;
  private static final String OF_SECOND = AnsweringContract.MAIJA;

  /** Their places in the simulator; the one between them is another app's. */
  private static final int[] BOTH = {0, 2};

  private Optional<TestPortal> open = Optional.empty();
  private Optional<Client> signedIn = Optional.empty();
  private String job = "";

  @AfterEach
  void close() {
    open.ifPresent(TestPortal::close);
  }

  private Client ana() {
    return signedIn.orElseThrow();
  }

  private Simulator simulator() {
    return open.orElseThrow().simulator();
  }

  private static Settings through(Simulator simulator, Settings settings, int... bots) {
    return TestPortal.withBots(settings, IntStream.of(bots).mapToObj(simulator::botToken).toList());
  }

  /** One card to each of two people, to each by another bot. */
  private void sentByBoth(boolean reachable) {
    var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(60));
    var settings = through(simulator, TestPortal.settings(simulator), BOTH);
    open = Optional.of(TestPortal.beside(simulator, heard(settings, reachable)));
    signedIn = Optional.of(open.get().signedIn("news", TestPortal.ADMIN));
    Await.until(() -> !reachable || simulator.webhooks().size() == 6);
    hearsFrom(OF_FIRST, 0);
    hearsFrom(OF_SECOND, 1);
    var card = Map.of("buttons", List.of(Map.of("title", "Plan", "url", "https://corp.test/plan")));
    var people = List.of(person(OF_FIRST), person(OF_SECOND));
    var form = Map.of("markdown", "By *both*", "audience", people, "card", card);
    job = ana().post("jobs/edit", form).json().path("id").asText();
    ana().post("jobs/runNow", Map.of("jobId", job));
    ana().followUntil("jobs/detail/" + job, one -> one.path("state").asText().equals("finished"));
    assertThat(entries("By *both*"))
        .extracting(Ledger.Entry::bot)
        .containsExactlyInAnyOrder(FIRST, SECOND);
  }

  /** Soon enough for somebody who waits until a refused token is noticed. */
  private static Settings heard(Settings settings, boolean reachable) {
    var address = Optional.of(URI.create("http://localhost:" + settings.port()));
    return TestPortal.readingAnswers(
        settings,
        new AnswerSettings(
            true, address.filter(_ -> reachable), AnswerSettings.Times.PRODUCTION.shortened(500)));
  }

  private void hearsFrom(String email, int bot) {
    var database = Jdbi.create(open.orElseThrow().databaseAddress());
    Await.until(() -> isKnown(database));
    var person = simulator().directory().personByEmail(email).orElseThrow().id();
    database.useHandle(handle ->
        handle.execute(
            "INSERT INTO person_bot (app, person_key, bot, chosen) VALUES ('news', ?, ?, ?)",
            PlatformId.key(person),
            bot,
            Instant.now().toEpochMilli()));
  }

  private static boolean isKnown(Jdbi database) {
    return database.withHandle(handle ->
        handle.createQuery("SELECT COUNT(*) FROM further_bot").mapTo(Integer.class).one())
        == 1;
  }

  private List<Ledger.Entry> entries(String words) {
    return simulator().ledger().entries(Ledger.Query.containing(words));
  }

  private String card(String bot) {
    return entries("By *both*").stream()
        .filter(one -> one.bot().equals(bot))
        .findFirst()
        .orElseThrow()
        .messageId();
  }

  private String message(String words) {
    var found = entries(words);
    assertThat(found).hasSize(1);
    return found.getFirst().messageId();
  }

  private JsonNode answers(int many) {
    return Await.until(
        () -> ana().get("answers/list?jobId=" + job).json().path("items"),
        items -> items.size() >= many);
  }

  @Test
  void whatIsToldOfIsReadWithTheTokenOfItsBotAndRepliedToByIt() {
    sentByBoth(true);
    simulator().press(OF_SECOND, card(SECOND), "{\"belfry\":\"gotIt\"}");
    assertThat(answers(1).path(0).path("kind").asText()).isEqualTo("press");

    simulator().say(OF_SECOND, SECOND, "Where is it?");
    var asked = answers(2).path(0);
    assertThat(asked.path("text").asText()).isEqualTo("Where is it?");
    assertThat(asked.path("from").path("email").asText()).isEqualTo(OF_SECOND);

    var reply = Map.of("answerId", asked.path("id").asText(), "markdown", "In the *hall*");
    assertThat(ana().post("answers/reply", reply).status()).isEqualTo(200);
    Await.until(() -> entries("In the *hall*").size() == 1);
    assertThat(entries("In the *hall*").getFirst().bot()).isEqualTo(SECOND);
    simulator().reply(OF_SECOND, message("In the *hall*"), "Thank you");
    assertThat(answers(3).path(0).path("text").asText()).isEqualTo("Thank you");

    simulator().say(OF_FIRST, FIRST, "And I?");
    assertThat(answers(4).valueStream().map(one -> one.path("text").asText())).contains("And I?");
    assertThat(ana().get("info").json().path("hearsPresses").asBoolean()).isTrue();
  }

  @Test
  void whoeverWritesToTheOtherBotIsHeardAndRepliedToByTheirOwn() {
    sentByBoth(true);
    simulator().say(OF_SECOND, FIRST, "Do you hear me?");
    var asked = answers(1).path(0);
    assertThat(asked.path("text").asText()).isEqualTo("Do you hear me?");

    var reply = Map.of("answerId", asked.path("id").asText(), "markdown", "By *mine*");
    assertThat(ana().post("answers/reply", reply).status()).isEqualTo(200);
    Await.until(() -> entries("By *mine*").size() == 1);
    assertThat(entries("By *mine*").getFirst().bot()).isEqualTo(SECOND);
  }

  @Test
  void whatNobodyTellsOfIsFoundInTheConversationsOfEachBot() {
    sentByBoth(false);
    simulator().say(OF_SECOND, SECOND, "To the second");
    simulator().say(OF_FIRST, FIRST, "To the first");

    assertThat(answers(2).valueStream().map(one -> one.path("text").asText()))
        .containsExactlyInAnyOrder("To the second", "To the first");
  }

  @Test
  void aBotWhoseTokenIsRefusedStopsNoOther() {
    sentByBoth(true);
    simulator().controls().revoke(FIRST);
    simulator().say(OF_FIRST, FIRST, "Not to be read now");
    simulator().say(OF_SECOND, SECOND, "Heard all the same");
    assertThat(answers(1).path(0).path("text").asText()).isEqualTo("Heard all the same");
    Await.until(() -> !status().path("ok").asBoolean());
    assertThat(status().path("detail").asText())
        .startsWith("news: those to bot 1 (Company News): its webhooks")
        .doesNotContain(SECOND);

    simulator().controls().restore(FIRST);
    assertThat(answers(2).valueStream().map(one -> one.path("text").asText()))
        .contains("Not to be read now");
    Await.until(() -> status().path("ok").asBoolean());
  }

  private JsonNode status() {
    return ana().call("GET", "/status", Optional.empty()).json().at("/checks/answers");
  }

  @Test
  void nobodyIsRepliedToByAnotherBotInsteadOfOneThatIsRemoved() {
    sentByBoth(true);
    simulator().say(OF_SECOND, SECOND, "Where is it?");
    simulator().say(OF_FIRST, FIRST, "And I?");
    var asked = answers(2);
    var running = open.orElseThrow();
    running.portal().close();
    var settings = through(simulator(), running.settings(), 0);

    open = Optional.of(TestPortal.beside(simulator(), settings));
    signedIn = Optional.of(open.get().signedIn("news", TestPortal.ADMIN));
    var replies =
        Await.until(
            () ->
                asked
                    .valueStream()
                    .map(one ->
                        Map.of("answerId", one.path("id").asText(), "markdown", "In the *hall*"))
                    .map(form -> ana().post("answers/reply", form))
                    .filter(reply -> reply.status() == 409)
                    .toList(),
            refused -> !refused.isEmpty());

    assertThat(replies)
        .singleElement()
        .satisfies(reply ->
            assertThat(reply.body())
                .contains("This was said to People Ops, which is no longer in the settings"));
    Await.until(() -> entries("In the *hall*").size() == 1);
    assertThat(entries("In the *hall*").getFirst().bot()).isEqualTo(FIRST);
  }

  @Test
  void whatABotRegisteredUnderAnotherNumberIsMended() {
    sentByBoth(true);
    open.orElseThrow().portal().close();
    var simulator = simulator();
    var anew = heard(through(simulator, TestPortal.settings(simulator), 2, 0), true);

    open = Optional.of(TestPortal.beside(simulator, anew));

    Await.until(() -> targets(BOTH[1]), all -> all.equals(List.of(target(anew), target(anew))));
    Await.until(
        () -> targets(BOTH[0]),
        all -> all.equals(List.of(target(anew) + "/1", target(anew) + "/1")));
  }

  private List<String> targets(int bot) {
    return simulator().webhooks().of(new Principal.Bot(bot)).stream()
        .map(one -> one.address().target().toString())
        .toList();
  }

  private static String target(Settings settings) {
    return "http://localhost:%d/Hub/news/answers/event".formatted(settings.port());
  }

  @Test
  void anEventToABotThatTheAppDoesNotHaveIsRefusedLikeAForgedOne() throws Exception {
    sentByBoth(true);
    var forged = told("1", "0".repeat(40));
    assertThat(forged.statusCode()).isEqualTo(400);
    for (var bot : List.of("2", "-1", "01", "x", "99999999999")) {
      var refused = told(bot, signature());
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body()).isEqualTo(forged.body());
    }
    assertThat(told("1", signature()).statusCode()).isEqualTo(200);
  }

  /** What Webex would write below an empty letter to the second bot. */
  private String signature() throws Exception {
    var webhook = simulator().webhooks().of(new Principal.Bot(BOTH[1])).getFirst();
    var secret = Objects.requireNonNull(webhook.address().secret());
    var mac = Mac.getInstance("HmacSHA1");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
    return HexFormat.of().formatHex(mac.doFinal("{}".getBytes(StandardCharsets.UTF_8)));
  }

  private HttpResponse<String> told(String bot, String signature) throws Exception {
    var address = open.orElseThrow().address() + "/Hub/news/answers/event/" + bot;
    var request =
        HttpRequest.newBuilder(URI.create(address))
            .header("X-Spark-Signature", signature)
            .POST(BodyPublishers.ofString("{}"));
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }
}
