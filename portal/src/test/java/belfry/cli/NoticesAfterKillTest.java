package belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.cli.settings.Settings;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is killed while it tells an author that a message waits: they hear of it once. */
@Tag("whole")
class NoticesAfterKillTest {
  private static final String TOLD = "waits for your answer";

  @TempDir Path directory;

  @Test
  void whatHadArrivedIsNotToldAgainByTheNextStart() throws Exception {
    try (var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(60))) {
      var settings = TestPortal.settings(simulator);
      killedInTheMiddle(simulator, settings, Fault.Stage.AFTER);
      assertThat(told(simulator)).isEqualTo(1);

      var again = TestPortal.beside(simulator, settings);
      try {
        awaitToldOnce(simulator, settings);
      } finally {
        again.portal().close();
      }
    }
  }

  @Test
  void whatHadNotArrivedIsToldByTheOtherNode() throws Exception {
    try (var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(60))) {
      var settings = TestPortal.onPostgres(TestPortal.settings(simulator));
      killedInTheMiddle(simulator, settings, Fault.Stage.BEFORE);
      assertThat(told(simulator)).isZero();

      var other = TestPortal.beside(simulator, elsewhere(simulator, settings));
      try {
        awaitToldOnce(simulator, settings);
      } finally {
        other.portal().close();
      }
    }
  }

  /** A node of its own, on the same database. */
  private static Settings elsewhere(Simulator simulator, Settings settings) {
    return TestPortal.on(settings.databaseUrl(), TestPortal.settings(simulator));
  }

  /** It waits for Webex's answer, which never comes. */
  private void killedInTheMiddle(Simulator simulator, Settings settings, Fault.Stage stage)
      throws Exception {
    var process = Program.serving(directory, simulator, settings);
    try {
      var ana = Program.signedIn(simulator, settings);
      var hang = new Fault.Hang(stage);
      simulator.faults().set(FaultRule.on(Operation.MESSAGES_CREATE, hang));
      ask(ana);
      Await.until(() -> simulator.faults().counts().getOrDefault(hang.label(), 0L) > 0);
    } finally {
      process.destroyForcibly();
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    }
    simulator.faults().set();
    simulator.releaseHanging();
  }

  /** Most addresses are nobody's, of which no review has told. */
  private static void ask(Client ana) {
    var emails = IntStream.range(0, 60).mapToObj("nobody-%d@elsewhere.example"::formatted).toList();
    var audience = List.of(Map.of("kind", "list", "name", "Old list", "emails", emails));
    var draft = ana.post("jobs/edit", Map.of("markdown", "Asked about", "audience", audience));
    var id = draft.json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
  }

  private static long told(Simulator simulator) {
    return simulator.ledger().totals(Ledger.Query.containing(TOLD)).messages();
  }

  private static void awaitToldOnce(Simulator simulator, Settings settings) {
    var url =
        settings
            .databaseUrl()
            .map(Secret::reveal)
            .orElseGet(() -> "jdbc:sqlite:" + settings.data().resolve("belfry.db"));
    Await.until(() -> states(url), List.of("sent")::equals);
    assertThat(told(simulator)).isEqualTo(1);
  }

  private static List<String> states(String url) {
    var states = new ArrayList<String>();
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var found =
            statement.executeQuery(
                "SELECT r.state FROM run JOIN recipient r ON r.run = run.id WHERE run.notice = 1")) {
      while (found.next()) {
        states.add(found.getString(1));
      }
      return states;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
