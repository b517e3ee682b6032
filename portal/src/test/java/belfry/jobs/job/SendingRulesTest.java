package belfry.jobs.job;

import static belfry.testing.Author.agreed;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.jobs.JobsFixture;
import belfry.jobs.schedule.QuietHours;
import belfry.jobs.schedule.ScheduleInput;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an app's rules do to its jobs, on a real database. */
@OnEngines
class SendingRulesTest extends JobsFixture {
  private static final QuietHours MORNINGS =
      new QuietHours(
          EnumSet.allOf(DayOfWeek.class),
          LocalTime.of(6, 0),
          LocalTime.of(10, 0),
          ZoneId.of("UTC"));

  @Test
  void rulesAreKeptAndChangedOnlyByWhoSawTheLatest() {
    var rules = house.rules();
    assertThat(rules.of(TestPortal.NEWS)).isEqualTo(SendingRules.Rules.USUAL);
    assertThat(rules.quietUntil(TestPortal.NEWS)).isEmpty();

    var first = new SendingRules.Rules(0, Optional.of(MORNINGS), 20);
    assertThat(rules.change(sender, first)).isPresent();
    assertThat(rules.change(sender, first)).as("of somebody who has not seen it").isEmpty();
    assertThat(rules.of(TestPortal.NEWS))
        .isEqualTo(new SendingRules.Rules(1, Optional.of(MORNINGS), 20));
    assertThat(rules.quietUntil(TestPortal.NEWS)).contains(Instant.parse("2026-11-21T10:00:00Z"));
    assertThat(rules.change(sender, new SendingRules.Rules(1, Optional.empty(), 0))).isPresent();
    assertThat(rules.quietUntil(TestPortal.NEWS)).isEmpty();
  }

  @Test
  void whoSawAnotherNumberHasNotAgreed() {
    var job = draft();
    assertThat(runNow(job, 19, ""))
        .isInstanceOfSatisfying(
            ChangeResult.Invalid.class,
            invalid ->
                assertThat(invalid.faults())
                    .singleElement()
                    .satisfies(fault -> {
                      assertThat(fault.field()).isEqualTo("recipients");
                      assertThat(fault.phrase().english())
                          .isEqualTo(
                              "You confirmed 19, and it would go to 20. Look at who gets it again.");
                    }));
    assertThat(now(job).state()).isInstanceOf(JobState.Draft.class);
    agreed(runNow(job, EVERYBODY, ""));
    agreed(runNow(draft(), EVERYBODY + 1, ""));
  }

  @Test
  void whatIsUrgentSaysWhyAndItsRunGoesOn() {
    var urgent = agreed(runNow(draft(), EVERYBODY, "Water main broke"));
    var waiting = agreed(runNow(draft(), EVERYBODY, ""));
    startDue();
    assertThat(run(urgent).urgent()).isTrue();
    assertThat(run(waiting).urgent()).isFalse();

    var hurried = agreed(hurry(waiting));
    assertThat(run(waiting).urgent()).isTrue();
    assertThat(hurried.schedule().urgent()).isEqualTo("It rains in");
    assertThat(trail()).isEqualTo("Water main broke, It rains in");
    assertThat(hurry(draft())).as("a draft").isInstanceOf(ChangeResult.Refused.class);
  }

  @Test
  void whatRepeatsIsNotUrgentButEachOfItsTimesMayBe() {
    var series = repeated("FREQ=DAILY");
    assertThat(hurry(series)).isInstanceOf(ChangeResult.Refused.class);
    var at = new ScheduleInput("2026-11-22T09:00", "UTC", "FREQ=DAILY", Optional.empty());
    var consent =
        new Consent(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), "Now");
    var when = at.read(time.now());
    assertThat(house.schedule(sender, draft().id(), consent, when, Optional.empty()))
        .isInstanceOf(ChangeResult.Invalid.class);

    time.pass(Duration.between(time.now(), NINE));
    startDue();
    var one = occurrences(series).getFirst();
    assertThat(run(one).urgent()).isFalse();
    agreed(hurry(one));
    assertThat(run(one).urgent()).isTrue();
  }

  private ChangeResult hurry(Job job) {
    return house.sending().hurry(sender, job.id(), "It rains in", Optional.empty());
  }

  private ChangeResult runNow(Job job, long seen, String urgent) {
    var consent =
        new Consent(
            Optional.empty(), Optional.of(seen), Optional.empty(), Optional.empty(), urgent);
    return house.runNow(sender, job.id(), consent, Duration.ZERO, Optional.empty());
  }

  private String trail() {
    return house
        .database()
        .read(handle ->
            String.join(
                ", ",
                handle
                    .createQuery(
                        "SELECT detail FROM audit WHERE action = 'job.urgent' ORDER BY seq")
                    .mapTo(String.class)
                    .list()));
  }
}
