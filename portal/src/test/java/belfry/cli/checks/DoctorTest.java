package belfry.cli.checks;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Secret;
import belfry.cli.ProgramTest;
import belfry.platform.WebhooksApi.Webhook;
import belfry.platform.WebhooksApi.Wish;
import belfry.platform.wire.Response;
import belfry.storage.Keyring;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code doctor} finds, each with the remedy. */
class DoctorTest extends ProgramTest {
  private static final App NEWS =
      new App(new AppName("news"), "Company News", new Secret("token"), List.of(), 230);
  private static final URI PUBLIC = URI.create("https://belfry.example.com/");
  private static final String TARGET = "https://belfry.example.com/Hub/news/answers/event";

  @ParameterizedTest
  @CsvSource({
    "20, OK, as the platform's",
    "-29, OK, as the platform's",
    "240, CAREFUL, 240 s behind the platform's",
    "-240, CAREFUL, 240 s ahead of the platform's"
  })
  void aClockThatIsWrongStartsJobsWrongly(int ahead, CheckResult.Grade grade, String words) {
    var finding = Doctor.clock(Duration.ofSeconds(ahead));

    assertThat(finding.grade()).isEqualTo(grade);
    assertThat(finding.words()).contains(words);
  }

  @ParameterizedTest
  @CsvSource({"50, FAILED", "500, CAREFUL", "5000, OK"})
  void aFullDiskIsSaidBeforeItIsFull(long megabytes, CheckResult.Grade grade) {
    var finding = Doctor.disk(Path.of("/var/lib/belfry"), megabytes * 1024 * 1024);

    assertThat(finding.grade()).isEqualTo(grade);
    assertThat(finding.words()).contains("MB are free at /var/lib/belfry");
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:8080/Hub/{app}/oauth, OK, registered at the integration",
    "http://127.0.0.1:8080/Hub/%s/oauth, OK, registered at the integration",
    "http://belfry.example.com/Hub/{app}/oauth, FAILED, browsers do not keep the cookies",
    "https://localhost/belfry/Hub/{app}/oauth, CAREFUL, only if a proxy translates it",
    "https://no-such-host.invalid/Hub/:app/oauth, CAREFUL, is not known here"
  })
  void aCallbackThatCannotWorkIsSaid(String template, CheckResult.Grade grade, String words) {
    var finding = Doctor.callback(Optional.of(template));

    assertThat(finding.grade()).as(finding.words()).isEqualTo(grade);
    assertThat(finding.words()).contains(words);
  }

  @Test
  void withoutACallbackNobodySignsIn() {
    assertThat(Doctor.callback(Optional.empty()).grade()).isEqualTo(CheckResult.Grade.FAILED);
  }

  private static Webhook webhook(String resource, String target, boolean active) {
    return new Webhook(
        resource, new Wish("Belfry answers", target, resource, "created", new Secret("s")), active);
  }

  private static CheckResult webhooks(Webhook... listed) {
    return Doctor.webhooks(NEWS, 0, PUBLIC, new Response.Got<>(List.of(listed)));
  }

  @Test
  void webhooksAreInOrderOnlyIfBothTellThisPortal() {
    var messages = webhook("messages", TARGET, true);
    var presses = webhook("attachmentActions", TARGET, true);

    assertThat(webhooks(messages, presses).grade()).isEqualTo(CheckResult.Grade.OK);
    assertThat(webhooks(messages).grade()).isEqualTo(CheckResult.Grade.CAREFUL);
    assertThat(webhooks().words()).contains("None is registered");
    assertThat(webhooks(messages, webhook("attachmentActions", TARGET, false)).words())
        .contains("given up", "PUBLIC_URL");
    assertThat(webhooks(webhook("messages", TARGET.replace("belfry", "old"), true)).words())
        .contains("https://old.example.com");
    assertThat(Doctor.webhooks(NEWS, 0, PUBLIC, new Response.Denied<>(403, "no")).words())
        .contains("cannot be listed");
  }

  @Test
  void theWebhooksOfEachBotAreLookedAt() {
    var several =
        new App(
            NEWS.name(),
            NEWS.title(),
            List.of(new Secret("one"), new Secret("two")),
            List.of(),
            NEWS.hue(),
            App.USUAL_DROP,
            Optional.empty());
    var listed =
        List.of(
            webhook("messages", TARGET + "/3", true),
            webhook("attachmentActions", TARGET + "/3", true));

    var good = Doctor.webhooks(several, 1, PUBLIC, new Response.Got<>(listed));
    assertThat(good.grade()).isEqualTo(CheckResult.Grade.OK);
    assertThat(good.topic()).isEqualTo("webhooks of bot 2 of news");
    assertThat(good.words()).endsWith(TARGET + "/3");
    assertThat(Doctor.webhooks(several, 0, PUBLIC, new Response.Got<>(List.of())).topic())
        .isEqualTo("webhooks of bot 1 of news");
  }

  @Test
  void besideAPortalItSaysWhatStatusSays() throws Exception {
    var settings = TestPortal.settings(simulator);
    try (var portal = TestPortal.beside(simulator, settings)) {
      configure();
      Files.delete(Keyring.file(Optional.empty(), settings.data()));
      var environment =
          Map.of(
              "PORT",
              Integer.toString(portal.portal().port()),
              "BELFRY_DATA",
              settings.data().toString());

      var ended = here(environment, "doctor");

      assertThat(ended.code()).as(ended.toString()).isEqualTo(1);
      assertThat(ended.out().lines())
          .anyMatch(line -> line.matches("portal: keys +FAILED\\. .* is not there any more.*"))
          .anyMatch(line -> line.matches("portal: waiting +Nobody waits\\."))
          .anyMatch(
              line -> line.matches("portal: directory +It answered when it was last asked\\."))
          .anyMatch(line -> line.startsWith("portal: webhooks "))
          .anyMatch(line -> line.startsWith("portal: answers "))
          .anyMatch(line -> line.startsWith("portal: clock "))
          .anyMatch(line -> line.startsWith("portal: disk "));
    }
  }

  @Test
  void whateverTakesConnectionsAndIsNotWellIsSaid() throws Exception {
    try (var mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(() -> {
            try {
              mute.accept().close();
            } catch (IOException _) {
              // The test is over.
            }
          });
      var found = Doctor.portal(status(mute.getLocalPort())).findings();
      assertThat(found).hasSize(1);
      assertThat(found.getFirst().line()).startsWith("FAILED. Something takes connections at ");
    }
    var other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write(new byte[] {'h', 'i'});
          exchange.close();
        });
    other.start();
    try {
      assertThat(Doctor.portal(status(other.getAddress().getPort())).findings().getFirst().line())
          .startsWith("FAILED. ")
          .contains("not what Belfry says of itself (HTTP 200)");
    } finally {
      other.stop(0);
    }
    assertThat(Doctor.portal(status(1)).findings().getFirst().line())
        .startsWith("does not run at ");
  }

  private static URI status(int port) {
    return URI.create("http://127.0.0.1:" + port + "/status");
  }

  @Test
  void aDatabaseThatIsAwayIsOneFault() throws Exception {
    var status =
        """
        {"database": {"ok": false, "detail": "It does not answer."},
         "lanes": {"ok": false, "detail": "Not known while the database does not answer."},
         "platform": {"ok": true, "detail": "Every bot has answered."}}
        """;

    assertThat(Doctor.running(new ObjectMapper().readTree(status)))
        .extracting(CheckResult::line)
        .containsExactly(
            "FAILED. It does not answer.",
            "Not known while the database does not answer.",
            "Every bot has answered.");
  }

  /** The first question was answered, and a later one was not. */
  @Test
  void whatADatabaseDoesNotTellIsAFaultIfNothingElseIs() throws Exception {
    var status =
        """
        {"database": {"ok": true, "detail": "SQLite 3"},
         "lanes": {"ok": false, "detail": "Not known while the database does not answer."}}
        """;

    assertThat(Doctor.running(new ObjectMapper().readTree(status)))
        .extracting(CheckResult::grade)
        .containsExactly(CheckResult.Grade.OK, CheckResult.Grade.FAILED);
  }

  @Test
  void itSaysInWordsHowThingsAreAndEndsWithAStatus() throws Exception {
    configure();
    Files.writeString(
        directory.resolve("belfry.yaml"),
        "public-url: https://belfry.example.com\nport: 1\n",
        StandardOpenOption.APPEND);

    var ended = here(Map.of(), "doctor");

    assertThat(ended.code()).as(ended.toString()).isZero();
    assertThat(ended.out().lines().map(line -> line.replaceAll(" +", " ")))
        .contains(
            "keys ok",
            "portal does not run at http://127.0.0.1:1/status",
            "webhooks of news CAREFUL. None is registered. Belfry does that when it starts.")
        .anyMatch(line -> line.startsWith("bot of news ok, "))
        .anyMatch(line -> line.startsWith("clock ok, "))
        .anyMatch(line -> line.startsWith("disk "))
        .anyMatch(line -> line.matches("0 to mend, \\d to consider, see above\\."));
    assertThat(ended.out()).doesNotContain(CLIENT_SECRET, simulator.botToken(0));

    var wrong =
        here(Map.of("OAUTH_CALLBACK_URL_TEMPLATE", "http://b.example/Hub/{app}/oauth"), "doctor");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.out()).contains("callback             FAILED. http://b.example/");
  }
}
