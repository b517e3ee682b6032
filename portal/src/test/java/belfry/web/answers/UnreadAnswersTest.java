package belfry.web.answers;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.JumpingTime;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whoever has acknowledged a message while answers could not be read is not reminded of it. */
class UnreadAnswersTest {
  private static final String LARS = "lars.berg@northwind.example";
  private static final String MAIJA = "maija.salo@northwind.example";

  @Test
  void aReminderWaitsUntilAnswersAreReadAndGoesToTheSilent() {
    var time = new JumpingTime();
    try (var portal =
        TestPortal.start(
            SimulatorSettings.defaults().withPeople(60),
            settings -> TestPortal.readingAnswers(settings, false),
            time)) {
      var ana = portal.signedIn("news", TestPortal.ADMIN);
      var soon = time.now().plus(Duration.ofMinutes(10));
      var form =
          Map.of(
              "markdown",
              "Unread *badges*",
              "audience",
              List.of(
                  Map.of("kind", "person", "email", LARS),
                  Map.of("kind", "person", "email", MAIJA)),
              "acknowledge",
              Map.of("word", "OK", "reminders", at(time.now(), soon)));
      var job = ana.post("jobs/edit", form).json().path("id").asText();
      ana.post("jobs/runNow", Map.of("jobId", job));
      ana.followUntil("jobs/detail/" + job, one -> one.path("state").asText().equals("finished"));

      portal.simulator().faults().set(FaultRule.on(Operation.ROOMS_LIST, Fault.before(503)));
      portal.simulator().say(LARS, "Company News", "ok");
      time.jump(Duration.ofMinutes(11));
      var waits =
          ana.followUntil(
              "jobs/detail/" + job,
              one ->
                  one.path("reminders").path("waitsFor").path("reason").asText().equals("answers"));
      assertThat(waits.path("reminders").path("sent")).isEmpty();
      portal.simulator().faults().set();
      ana.followUntil(
          "jobs/detail/" + job,
          one ->
              one.path("reminders").path("sent").path(0).path("state").asText().equals("finished"));

      assertThat(portal.simulator().ledger().entries(Ledger.Query.containing("**Reminder:**")))
          .singleElement()
          .satisfies(one ->
              assertThat(one.recipient())
                  .isEqualTo(
                      portal.simulator().directory().personByEmail(MAIJA).orElseThrow().id()));
    }
  }

  private static Map<String, Object> at(Instant now, Instant moment) {
    var days = ChronoUnit.DAYS.between(day(now), day(moment));
    var clock = DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC).format(moment);
    return Map.of("times", List.of(Map.of("days", days, "time", clock)), "zone", "UTC");
  }

  private static LocalDate day(Instant moment) {
    return moment.atOffset(ZoneOffset.UTC).toLocalDate();
  }
}
