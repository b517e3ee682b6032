package belfry.web.operations;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.simulator.SimulatorSettings;
import belfry.storage.TestPostgres;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.Heard;
import belfry.testing.HeldLine;
import belfry.testing.TestPortal;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What monitors are told while PostgreSQL is connected but says nothing. */
@Tag("whole")
class SilentDatabaseTest {
  @Test
  void statusSaysWhichPartDoesNotAnswerAndFindsBack() throws Exception {
    var url = TestPostgres.freshDatabase().reveal();
    var port = URI.create(url.substring("jdbc:".length())).getPort();
    try (var line = new HeldLine(port);
        var portal = onPostgres(url.replace(":" + port, ":" + line.port()))) {
      var ana = portal.signedIn("news", TestPortal.ADMIN);
      assertThat(status(ana).json().path("version").asText()).isNotEmpty();

      line.hold();
      var answers = new ArrayList<Future<Client.Answer>>();
      try (var monitors = Executors.newVirtualThreadPerTaskExecutor()) {
        for (var i = 0; i < 30; i++) {
          answers.add(monitors.submit(() -> status(portal.client("news"))));
        }
        answers.add(monitors.submit(() -> status(ana)));
      }
      for (var answer : answers) {
        assertThat(answer.get().status()).isEqualTo(503);
        var checks = answer.get().json().path("checks");
        assertThat(checks.path("database").path("detail").asText())
            .startsWith("It does not answer.");
        assertThat(checks.path("lanes").path("detail").asText())
            .isEqualTo("Not known while the database does not answer.");
        assertThat(checks.path("work").path("ok").asBoolean()).isTrue();
      }

      assertThat(status(ana, "/status/ready").json().path("detail").asText())
          .startsWith("It does not answer.");
      var began = System.nanoTime();
      assertThat(metrics(ana))
          .contains("belfry_check_ok{check=\"database\"} 0.0")
          .contains("belfry_lane_owned{app=\"news\"} 1.0")
          .doesNotContain("belfry_queue_recipients{");
      // A scrape that waits for the database as well takes 5 s more.
      assertThat(Duration.ofNanos(System.nanoTime() - began))
          .isLessThan(Await.patience(Duration.ofSeconds(4)));
      assertThat(status(ana, "/status/live").status()).isEqualTo(200);

      line.release();
      Await.until(() -> status(ana).status() == 200);
      assertThat(status(ana, "/status/ready").json().path("ready").asBoolean()).isTrue();
    }
  }

  @Test
  void aDatabaseThatIsAwayIsOneLineAndOneWhenItIsBack() throws Exception {
    var url = TestPostgres.freshDatabase().reveal();
    var port = URI.create(url.substring("jdbc:".length())).getPort();
    try (var line = new HeldLine(port);
        var portal = onPostgres(url.replace(":" + port, ":" + line.port()));
        var log = Heard.whole("belfry")) {
      var ana = portal.signedIn("news", TestPortal.ADMIN);

      line.cut();
      Await.until(() -> !log.warnings().isEmpty());
      try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
        for (var i = 0; i < 20; i++) {
          people.execute(() -> ana.get("info"));
          people.execute(() -> status(ana, "/status/ready"));
        }
      }
      line.mend();
      Await.until(() -> log.words().stream().anyMatch(words -> words.contains("used again")));

      assertThat(log.warnings())
          .singleElement()
          .asString()
          .matches(
              "The database cannot be used \\(Connection to \\S+ refused\\..*\\)\\. Nothing new is sent .*");
      assertThat(log.traced()).isEmpty();
    }
  }

  private static TestPortal onPostgres(String url) {
    return TestPortal.start(
        SimulatorSettings.defaults().withPeople(10),
        settings -> TestPortal.on(Optional.of(new Secret(url)), settings));
  }

  private static String metrics(Client client) {
    var token = "Bearer " + TestPortal.METRICS_TOKEN.reveal();
    var answer =
        client.withHeader("Authorization", token).call("GET", "/metrics", Optional.empty());
    assertThat(answer.status()).isEqualTo(200);
    return answer.body();
  }

  private static Client.Answer status(Client client) {
    return status(client, "/status");
  }

  private static Client.Answer status(Client client, String path) {
    return client.call("GET", path, Optional.empty());
  }
}
