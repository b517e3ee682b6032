package belfry.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.settings.Settings;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.limits.Limits;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An app with several bots, from its settings to what arrives. */
class SeveralBotsTest {
  private static final List<String> BOTS =
      List.of("Company News", "IT Alerts", "People Ops", "Company News 2", "Company News 3");
  private static final int PEOPLE = 120;

  private final Simulator simulator =
      Simulator.start(
          SimulatorSettings.defaults()
              .withPeople(PEOPLE)
              .withPopulation(all -> all.withBots(BOTS)));

  @SuppressWarnings("NullAway.Init")
  private TestPortal portal;

  @SuppressWarnings("NullAway.Init")
  private Client ana;

  @BeforeEach
  void permitAll() {
    simulator.limits().set();
  }

  @AfterEach
  void close() {
    portal.close();
  }

  private JsonNode bots(String query) {
    var answer = ana.get("admin/bots" + query);
    assertThat(answer.status()).isEqualTo(200);
    return answer.json();
  }

  private List<Long> people() {
    return bots("").path("items").valueStream().map(one -> one.path("people").asLong()).toList();
  }

  /** {@code bots} are those of the platform, by their places. */
  private void open(Settings settings, Integer... bots) {
    var tokens = List.of(bots).stream().map(simulator::botToken).toList();
    portal = TestPortal.beside(simulator, TestPortal.withBots(settings, tokens));
    ana = portal.signedIn("news", TestPortal.ADMIN);
  }

  /** The same portal again with these bots. */
  private void reopen(Integer... bots) {
    var settings = portal.settings();
    portal.portal().close();
    open(settings, bots);
  }

  private Map<String, String> sent(String markdown) {
    ended(begun(markdown));
    return arrived(markdown);
  }

  private String begun(String markdown) {
    var draft =
        Map.of(
            "markdown", markdown, "audience", List.of(Map.of("kind", "group", "id", "everyone")));
    Await.<JsonNode>until(
        () -> ana.post("jobs/preview", draft).json(),
        shown -> shown.at("/reach/people").asInt() == PEOPLE);
    var id = ana.post("jobs/edit", draft).json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    return id;
  }

  private void ended(String id) {
    ana.followUntil("jobs/detail/" + id, job -> job.path("state").asText().equals("finished"));
  }

  /** Which bot each person has it from. */
  private Map<String, String> arrived(String markdown) {
    var bots = new HashMap<String, String>();
    for (var one : simulator.ledger().entries(Ledger.Query.containing(markdown))) {
      assertThat(bots.put(one.recipient(), one.bot())).as("a second one").isNull();
    }
    return bots;
  }

  @Test
  void eachPersonHearsFromOneBot() {
    open(TestPortal.settings(simulator), 0, 3, 4);

    var first = sent("The canteen opens at nine");

    assertThat(first).hasSize(PEOPLE);
    for (var bot : List.of(0, 3, 4)) {
      assertThat(first.values())
          .as("bot %d", bot)
          .filteredOn(BOTS.get(bot)::equals)
          .hasSizeBetween(20, 60);
    }
    assertThat(sent("The canteen closes at three")).isEqualTo(first);
  }

  @Test
  void whoWaitsForABotThatIsTakenAwayHearsFromTheOthers() {
    open(TestPortal.settings(simulator), 0, 3, 4);
    var before = sent("The canteen opens at nine");
    simulator.limits().set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(4, 4)));
    var id = begun("The canteen is closed today");
    Await.until(() -> simulator.ledger().entries(Ledger.Query.ALL).size() > PEOPLE + 10);

    reopen(0, 3);

    ended(id);
    var after = arrived("The canteen is closed today");
    assertThat(after.keySet()).isEqualTo(before.keySet());
    assertThat(after.values()).filteredOn(BOTS.get(4)::equals).hasSizeBetween(1, 39);
    after.forEach((person, bot) -> {
      if (!BOTS.get(4).equals(before.get(person))) {
        assertThat(bot).isEqualTo(before.get(person));
      }
    });
    assertThat(sent("The canteen opens again").values()).containsOnly(BOTS.get(0), BOTS.get(3));
  }

  @Test
  void theAppSaysWhatEachOfItsBotsDoes() {
    open(TestPortal.settings(simulator), 0, 3);
    var news = sent("The canteen opens at nine");

    var bots = ana.get("info").json().path("bots");
    assertThat(
            bots.valueStream()
                .map(bot -> bot.path("number").asInt() + " " + bot.path("name").asText()))
        .containsExactly("1 Company News", "2 Company News 2");
    assertThat(bots).allSatisfy(bot -> assertThat(bot.path("perSecond").asDouble()).isPositive());
    assertThat(portal.client("news").get("info").json().has("bots")).as("to strangers").isFalse();
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    assertThat(kenji.get("info").json().has("bots")).as("of an app with one").isFalse();

    var job = ana.get("jobs/list/finished").json().path("items").path(0).path("id").asText();
    var recipients = ana.get("jobs/recipients/" + job + "?limit=20").json().path("items");
    assertThat(recipients).hasSize(20);
    for (var one : recipients) {
      assertThat(one.at("/from/name").asText()).isEqualTo(news.get(one.path("id").asText()));
      var got = ana.get("user/people/received?personId=" + one.path("id").asText()).json();
      assertThat(got.at("/items/0/recipient/from")).isEqualTo(one.path("from"));
    }
  }

  /** Each at its own pace, one is refused while the others rest, for ever. */
  @Test
  void botsThatShareALimitSendAtOnePaceAndSaySo() {
    open(TestPortal.settings(simulator), 0, 3, 4);
    simulator
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(8, 8)).forAllTogether());

    assertThat(sent("The canteen opens at nine")).hasSize(PEOPLE);

    assertThat(ana.get("info").json().path("bots"))
        .hasSize(3)
        .allMatch(bot -> bot.path("sharesLimit").asBoolean());
    var early = simulator.limits().count(Resource.MESSAGES_SEND, Limits.ALL_TOKENS).early();
    assertThat(early).as("requests inside a rest").isLessThan(30);
  }

  @Test
  void peopleKeepTheirBotUntilAllAreSharedOutAnew() {
    open(TestPortal.settings(simulator), 0, 2, 3);
    var first = sent("The canteen opens at nine");

    reopen(0, 2, 3, 4);
    assertThat(sent("The canteen closes at three")).as("with a fourth bot").isEqualTo(first);
    var before = bots("?moving=true");
    assertThat(before.path("revision").asLong()).isZero();
    assertThat(people())
        .hasSize(4)
        .endsWith(0L)
        .satisfies(all -> assertThat(all.stream().mapToLong(n -> n).sum()).isEqualTo(PEOPLE));

    var spread = ana.post("admin/bots/spread", Map.of("revision", 0));
    assertThat(spread.status()).isEqualTo(200);
    assertThat(spread.json().path("moving")).isEqualTo(before.path("moving"));
    assertThat(spread.json().path("open").asInt()).isEqualTo(PEOPLE);
    assertThat(ana.post("admin/bots/spread", Map.of("revision", 0)).status())
        .as("once more")
        .isEqualTo(409);
    assertThat(ana.get("admin/trail?action=bots").json().path("items")).hasSize(1);

    var third = sent("The canteen is closed");
    assertThat(third).hasSize(PEOPLE);
    var moved =
        third.entrySet().stream()
            .filter(one -> !one.getValue().equals(first.get(one.getKey())))
            .toList();
    assertThat(moved).hasSize(before.path("moving").asInt()).hasSizeBetween(15, 45);
    assertThat(moved).allSatisfy(one -> assertThat(one.getValue()).isEqualTo("Company News 3"));
    assertThat(people()).endsWith((long) moved.size());
    assertThat(bots("?moving=true").path("moving").asInt()).isZero();
    assertThat(bots("").path("open").asInt()).isZero();
    assertThat(sent("The canteen opens again")).isEqualTo(third);
  }

  @Test
  void aPortalThatHadOneBotBeginsWithTheOthersForWhoIsNew() {
    open(TestPortal.settings(simulator), 0);
    var first = sent("The canteen opens at nine");
    assertThat(first.values()).containsOnly(BOTS.getFirst());

    reopen(4, 3, 0);

    assertThat(sent("The canteen closes at three")).isEqualTo(first);
    var id = begun("The canteen is closed");
    ended(id);
    assertThat(recalled(id).at("/counts/done").asInt()).isEqualTo(PEOPLE);
  }

  @Test
  void theOrderInTheSettingsSaysNothing() {
    open(TestPortal.settings(simulator), 0, 3);
    var first = sent("The canteen opens at nine");

    reopen(3, 0);

    assertThat(sent("The canteen closes at three")).isEqualTo(first);
  }

  @Test
  void aTokenThatIsRefusedStopsNobodyElse() {
    var tokens = List.of(simulator.botToken(0), "nobody's", simulator.botToken(3));
    portal =
        TestPortal.beside(simulator, TestPortal.withBots(TestPortal.settings(simulator), tokens));
    ana = portal.signedIn("news", TestPortal.ADMIN);

    assertThat(sent("The canteen opens at nine").values())
        .hasSize(PEOPLE)
        .containsOnly(BOTS.get(0), BOTS.get(3));
  }

  @Test
  void aMessageThatWaitsForOneBotSaysSoAndGoesOnWithIt() {
    open(TestPortal.settings(simulator), 0, 3);
    var before = sent("The canteen opens at nine");
    simulator.limits().set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(4, 4)));
    var id = begun("The canteen is closed today");
    Await.until(() -> simulator.ledger().entries(Ledger.Query.ALL).size() > PEOPLE + 10);
    simulator.tokens().revoke(simulator.botToken(3));

    var waits =
        ana.followUntil(
            "jobs/detail/" + id, job -> job.at("/waitsFor/reason").asText().equals("token"));
    assertThat(waits.at("/run/counts/pending").asInt() + waits.at("/run/counts/retry").asInt())
        .isPositive();
    assertThat(arrived("The canteen is closed today").values())
        .filteredOn(BOTS.getFirst()::equals)
        .hasSameSizeAs(before.values().stream().filter(BOTS.getFirst()::equals).toList());

    simulator.tokens().restore(simulator.botToken(3));
    ended(id);
    assertThat(arrived("The canteen is closed today")).isEqualTo(before);
  }

  @Test
  void aBotThatIsGoneDoesNotHideWhatTheOthersWaitFor() {
    open(TestPortal.settings(simulator), 0, 3);
    sent("The canteen opens at nine");
    reopen(3);
    simulator.limits().set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(1, 1)));

    var id = begun("The canteen is closed today");

    Await.<JsonNode>until(
        () -> ana.get("info").json(),
        info -> info.at("/pace/waitsFor/reason").asText().equals("limit"));
    simulator.limits().set();
    ended(id);
  }

  @Test
  void whatABotThatIsGoneHasSentIsNotRecalledAndSaysWhy() {
    open(TestPortal.settings(simulator), 0, 3);
    var id = begun("The canteen opens at nine");
    ended(id);
    var before = arrived("The canteen opens at nine");

    reopen(3);

    var recall = recalled(id);
    var counts = recall.path("counts");
    var gone = before.values().stream().filter(BOTS.getFirst()::equals).count();
    assertThat(gone).isPositive();
    assertThat(counts.path("refused").asLong()).isEqualTo(gone);
    assertThat(counts.path("done").asLong()).isEqualTo(PEOPLE - gone);
    var messages = "jobs/followUp/messages/" + recall.path("id").asText() + "?state=refused";
    assertThat(ana.get(messages).json().path("items"))
        .hasSizeGreaterThan(10)
        .allMatch(one -> one.toString().contains("no longer in the settings"));
  }

  private JsonNode recalled(String id) {
    assertThat(ana.post("jobs/recall", Map.of("jobId", id)).status()).isEqualTo(200);
    return ana.followUntil(
            "jobs/detail/" + id,
            job -> job.at("/run/followUps/0/state").asText().equals("finished"))
        .at("/run/followUps/0");
  }
}
