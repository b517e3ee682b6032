package belfry.web.operations;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.storage.Keyring;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.Heard;
import belfry.testing.JumpingTime;
import belfry.testing.TestPortal;
import belfry.web.Wire;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an operator sees who has only {@code /status}, the metrics and the log. */
class IllnessTest {
  private static final Map<String, String> TO_ANA =
      Map.of("kind", "person", "email", TestPortal.ADMIN);

  private final JumpingTime time = new JumpingTime();
  private TestPortal portal;
  private Client ana;
  private Heard log;

  @BeforeEach
  void start() {
    portal =
        TestPortal.start(
            SimulatorSettings.defaults().withPeople(30), UnaryOperator.identity(), time);
    ana = portal.signedIn("news", TestPortal.ADMIN);
    log = Heard.whole("belfry");
  }

  @AfterEach
  void stop() {
    log.close();
    portal.close();
  }

  private void faults(FaultRule... rules) {
    portal.simulator().faults().set(List.of(rules));
  }

  private JsonNode check(String name) {
    return ana.call("GET", "/status", Optional.empty()).json().at("/checks/" + name);
  }

  private JsonNode ill(String name) {
    return Await.until(() -> check(name), one -> !one.path("ok").asBoolean(true));
  }

  private void well(String name) {
    Await.until(() -> check(name), one -> one.path("ok").asBoolean());
  }

  private String metrics() {
    var token = "Authorization: Bearer " + TestPortal.METRICS_TOKEN.reveal();
    return Wire.get(portal.address().getPort(), "/metrics", token).body();
  }

  @Test
  void anOutageOfWebexIsOnEachInstrument() {
    faults(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(503)));
    var job = begun("While Webex is away");
    Await.until(() -> ana.get("jobs/detail/" + job).json().at("/run/counts/total").asInt() > 0);
    faults(FaultRule.onEverything(Fault.before(503)));

    var away = "App news: Webex does not answer (status 503).";
    Await.until(() -> log.warnings().stream().anyMatch(line -> line.startsWith(away)));
    time.pass(Duration.ofMinutes(3));
    Await.until(
        () -> check("platform").path("detail").asText(),
        words -> words.contains("came from Webex: for news for 3 min (last: status 503). Look at"));
    assertThat(metrics())
        .contains("belfry_check_ok{check=\"platform\"} 0.0")
        .containsPattern("belfry_bot_silent_seconds\\{app=\"news\"} 1[89]\\d\\.")
        .contains("belfry_bot_silent_seconds{app=\"alerts\"} 0.0");
    assertThat(check("waiting").path("detail").asText()).contains("recipients of news wait");

    faults();
    well("platform");
    Await.until(() -> log.words().contains("App news: Webex answers again; sending goes on"));
    assertThat(log.warnings())
        .filteredOn(line -> line.startsWith("App news: ") && line.contains("Webex"))
        .allMatch(
            line -> line.startsWith(away) || line.equals("App news: Webex still does not answer"));
    assertThat(log.traced()).isEmpty();
  }

  @Test
  void whileNothingCanBeWrittenWhatIsReadIsMeasuredAllTheSame() throws SQLException {
    inTheDatabase(
        """
        CREATE TRIGGER full BEFORE UPDATE ON recipient
        BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
        """);
    begun("While nothing can be written");

    assertThat(ill("database").path("detail").asText()).startsWith("Nothing can be written (");
    assertThat(metrics())
        .contains("belfry_check_ok{check=\"database\"} 0.0")
        .contains("belfry_check_ok{check=\"lanes\"} 1.0")
        .contains("belfry_bot_usable{app=\"news\"} 1.0")
        .contains("belfry_jobs_overdue_seconds{app=\"news\"}")
        .contains("belfry_recipients_held{app=\"news\"} 0.0");

    inTheDatabase("DROP TRIGGER full");
    well("database");
  }

  private void inTheDatabase(String change) throws SQLException {
    try (var connection = DriverManager.getConnection(portal.databaseAddress());
        var statement = connection.createStatement()) {
      statement.execute(change);
    }
  }

  @Test
  void whatIsPlannedInAnAppThatTheSettingsNameNoMoreIsSaid() throws SQLException {
    var draft = Map.of("markdown", "In an app that is renamed", "audience", List.of(TO_ANA));
    var job = ana.post("jobs/edit", draft).json().path("id").asText();
    var inTwoDays = time.now().plus(Duration.ofDays(2)).toString().substring(0, 16);
    var when = Map.of("jobId", job, "at", inTwoDays, "zone", "UTC");
    assertThat(ana.post("jobs/schedule", when).status()).isEqualTo(200);
    inTheDatabase("UPDATE job SET app = 'company-news'");

    portal.portal().close();
    portal = TestPortal.beside(portal.simulator(), portal.settings());

    ana = portal.signedIn("news", TestPortal.ADMIN);
    assertThat(ill("waiting").path("detail").asText())
        .startsWith("1 messages, recalls or reminders of the app company-news, which the");
    assertThat(log.warnings()).anyMatch(line -> line.contains("of the app company-news"));
  }

  private String begun(String markdown) {
    var group = ana.get("user/groups/find?q=All").json().path("items").path(0).path("id").asText();
    var audience = List.of(Map.of("kind", "group", "id", group));
    var id =
        ana.post("jobs/edit", Map.of("markdown", markdown, "audience", audience))
            .json()
            .path("id")
            .asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    return id;
  }

  @Test
  void aDirectoryThatRefusesIsSaidUntilItAnswers() {
    assertThat(ana.get("user/groups/list").status()).isEqualTo(200);
    assertThat(check("directory").path("ok").asBoolean()).isTrue();
    faults(
        FaultRule.on(Operation.GROUPS_LIST, Fault.before(401)),
        FaultRule.on(Operation.TOKEN_EXCHANGE, Fault.before(400)));

    for (var use = 0; use < 3; use++) {
      time.pass(Duration.ofMinutes(2));
      assertThat(ana.get("user/groups/list").status()).isEqualTo(200);
    }

    assertThat(ill("directory").path("detail").asText())
        .contains("was declined (400", "See directory.refresh-token")
        .doesNotContain("..");
    assertThat(metrics()).contains("belfry_check_ok{check=\"directory\"} 0.0");
    assertThat(log.warnings())
        .filteredOn(line -> line.startsWith("The directory"))
        .hasSize(3)
        .first()
        .asString()
        .contains("cannot be used (Webex refused (401)", "Its groups stay as they were copied");

    // A new token would not help.
    faults(FaultRule.on(Operation.GROUPS_LIST, Fault.before(503)));
    time.pass(Duration.ofMinutes(2));
    assertThat(ana.get("user/groups/list").status()).isEqualTo(200);
    assertThat(ill("directory").path("detail").asText())
        .contains("status 503")
        .doesNotContain("refresh-token");

    faults();
    time.pass(Duration.ofMinutes(2));
    assertThat(ana.get("user/groups/list").status()).isEqualTo(200);
    well("directory");
    assertThat(log.words()).anyMatch(line -> line.startsWith("The directory can be used again"));
    assertThat(log.traced()).isEmpty();
  }

  @Test
  void aClockThatGoesWrongIsSaidOnceAndOnceThatItIsRightAgain() {
    // Each name is asked for at Webex, whose answers show its time.
    for (var name : List.of("maija", "kenji", "priya", "lars", "ana")) {
      assertThat(ana.get("user/people/find?q=" + name).status()).isEqualTo(200);
    }
    Await.until(() -> check("clock").path("detail").asText().startsWith("As Webex's"));

    time.jump(Duration.ofMinutes(5));
    Await.until(() -> ofTheClock().size() == 1);
    assertThat(ofTheClock().getFirst())
        .matches(
            "This machine's clock is \\d+ s ahead of Webex's, and jobs start by it\\. .*NTP.*");
    ill("clock");

    time.jump(Duration.ofMinutes(-5));
    Await.until(() -> ofTheClock().size() == 2);
    assertThat(ofTheClock().getLast())
        .isEqualTo("This machine's clock is as Webex's again, to within a minute");
    well("clock");
  }

  private List<String> ofTheClock() {
    return log.words().stream().filter(line -> line.contains("machine's clock")).toList();
  }

  @Test
  void aKeyFileThatIsTakenAwayIsSaidBeforeTheNextStart() throws IOException {
    var keys = Keyring.file(portal.settings().keyFile(), portal.settings().data());
    var elsewhere = keys.resolveSibling("elsewhere");
    assertThat(check("keys").path("ok").asBoolean()).isTrue();

    Files.move(keys, elsewhere);
    assertThat(check("keys").path("detail").asText()).startsWith(keys + " is not there any more");
    assertThat(metrics()).contains("belfry_check_ok{check=\"keys\"} 0.0");

    Files.move(elsewhere, keys);
    assertThat(check("keys").path("ok").asBoolean()).isTrue();
  }
}
