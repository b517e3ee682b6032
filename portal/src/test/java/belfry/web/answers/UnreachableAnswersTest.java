package belfry.web.answers;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.answers.AnswerSettings;
import belfry.cli.settings.Settings;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.directory.Principal;
import belfry.simulator.webhooks.WebhookFaults;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers in a portal that the platform cannot reach: conversations are looked through. */
@Tag("whole")
class UnreachableAnswersTest {
  private static final int PEOPLE = 60;

  @Test
  void whatIsWrittenIsFound() {
    try (var portal =
        TestPortal.start(
            SimulatorSettings.defaults().withPeople(PEOPLE),
            settings -> TestPortal.readingAnswers(settings, false))) {
      var ana = portal.signedIn("news", TestPortal.ADMIN);
      var group = ana.get("user/groups/find?q=All").json().path("items").path(0).path("id");
      var form =
          Map.of(
              "markdown",
              "Looked for",
              "audience",
              List.of(Map.of("kind", "group", "id", group.asText())));
      var job = ana.post("jobs/edit", form).json().path("id").asText();
      ana.post("jobs/runNow", Map.of("jobId", job));
      ana.followUntil("jobs/detail/" + job, one -> one.path("state").asText().equals("finished"));

      for (var i = 3; i < 8; i++) {
        var email = portal.simulator().directory().person(i).email();
        portal.simulator().say(email, "Company News", "I am number " + i);
      }

      var found =
          ana.followUntil("answers/list?jobId=" + job, page -> page.path("items").size() == 5);
      assertThat(found.path("items").valueStream().map(one -> one.path("text").asText()))
          .containsExactlyInAnyOrder(
              "I am number 3", "I am number 4", "I am number 5", "I am number 6", "I am number 7");
      assertThat(portal.simulator().webhooks().counts().get("delivered")).isZero();
    }
  }

  @Test
  void anAddressThatWebexDoesNotReachIsSaid() {
    try (var portal =
        TestPortal.start(
            SimulatorSettings.defaults().withPeople(PEOPLE), UnreachableAnswersTest::noticedSoon)) {
      var webhooks = portal.simulator().webhooks();
      webhooks.setFaults(new WebhookFaults(1, 0, 0, 0, 0));
      var ana = portal.signedIn("news", TestPortal.ADMIN);
      assertThat(ana.get("info").json().path("hearsPresses").asBoolean()).isTrue();
      sayUntilItIsNoticed(portal, ana);

      assertThat(answers(ana).path("detail").asText())
          .startsWith("news: Webex does not reach http://localhost:")
          .contains("answers were found only by looking since")
          .contains("presses of buttons are lost")
          .contains("PUBLIC_URL");
      assertThat(ana.get("info").json().path("hearsPresses").asBoolean()).isFalse();

      webhooks.setFaults(WebhookFaults.NONE);
      portal.simulator().say(speaker(portal), "Company News", "And now?");
      Await.until(() -> answers(ana).path("ok").asBoolean());
      assertThat(ana.get("info").json().path("hearsPresses").asBoolean()).isTrue();
    }
  }

  private static void sayUntilItIsNoticed(TestPortal portal, Client ana) {
    Await.until(() -> {
      portal.simulator().say(speaker(portal), "Company News", "Does anybody hear me?");
      return !answers(ana).path("ok").asBoolean();
    });
  }

  private static String speaker(TestPortal portal) {
    return portal.simulator().directory().person(3).email();
  }

  @Test
  void whatWebexGaveUpMeanwhileIsMendedAgainAndAgain() {
    try (var portal =
        TestPortal.start(
            SimulatorSettings.defaults().withPeople(PEOPLE), UnreachableAnswersTest::noticedSoon)) {
      var webhooks = portal.simulator().webhooks();
      webhooks.setFaults(new WebhookFaults(1, 0, 0, 0, 0));
      var ana = portal.signedIn("news", TestPortal.ADMIN);
      sayUntilItIsNoticed(portal, ana);

      var bot = new Principal.Bot(0);
      for (var time = 0; time < 3; time++) {
        webhooks.of(bot).forEach(webhooks::delete);
        Await.until(() -> webhooks.of(bot).size() == 2);
      }
    }
  }

  @Test
  void aLetterThatNeedsNoDatabaseIsTakenWhileNothingCanBeWritten() {
    try (var portal =
        TestPortal.start(
            SimulatorSettings.defaults().withPeople(PEOPLE),
            settings -> TestPortal.readingAnswers(settings, true))) {
      var webhooks = portal.simulator().webhooks();
      var ana = portal.signedIn("news", TestPortal.ADMIN);
      Jdbi.create(portal.databaseAddress())
          .useHandle(handle ->
              handle.execute(
                  """
                  CREATE TRIGGER full BEFORE UPDATE ON answer_watch
                  BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
                  """));

      var email = speaker(portal);
      var form =
          Map.of(
              "markdown",
              "Of the bot itself",
              "audience",
              List.of(Map.of("kind", "person", "email", email)));
      var job = ana.post("jobs/edit", form).json().path("id").asText();
      ana.post("jobs/runNow", Map.of("jobId", job));

      Await.until(() -> webhooks.counts().values().stream().anyMatch(count -> count > 0));
      assertThat(webhooks.counts()).containsEntry("failed", 0L);
    }
  }

  /** No webhook is waited for long, nor is any mended by the hour. */
  private static Settings noticedSoon(Settings settings) {
    var reading = TestPortal.readingAnswers(settings, true);
    var times = reading.answers().times();
    return TestPortal.readingAnswers(
        settings,
        new AnswerSettings(
            true,
            reading.answers().publicUrl(),
            new AnswerSettings.Times(
                times.poll(),
                times.slowPoll(),
                times.walk(),
                Duration.ofHours(1),
                times.retry(),
                times.longestRetry(),
                times.gone(),
                times.poll().multipliedBy(4),
                times.giveUp())));
  }

  private static JsonNode answers(Client client) {
    return client.call("GET", "/status", Optional.empty()).json().path("checks").path("answers");
  }
}
