package belfry.jobs.job;

import static belfry.testing.Author.agreed;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.access.ActingPerson;
import belfry.access.Role;
import belfry.jobs.JobsFixture;
import belfry.jobs.schedule.ParsedSchedule;
import belfry.jobs.schedule.Schedule;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.testing.OnEngines;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** When a job that is to go out once does so, and in whose name, on a real database. */
@OnEngines
class JobSchedulingTest extends JobsFixture {
  @Test
  void aScheduledJobStartsWhenItsTimeHasComeAndNotBefore() {
    var job = scheduled();

    time.pass(Duration.ofMinutes(59));
    startDue();
    assertThat(now(job).state()).isEqualTo(new JobState.Scheduled(NINE));

    time.pass(Duration.ofMinutes(1));
    startDue();
    assertThat(now(job).state()).isInstanceOf(JobState.Sending.class);
    assertThat(run(job).late()).isFalse();
    assertThat(run(job).markdown()).isEqualTo("Hello");
  }

  @Test
  void aJobStartedALittleLateSaysSo() {
    var job = scheduled();
    time.pass(Duration.ofMinutes(70));
    startDue();
    assertThat(run(job).late()).isTrue();
  }

  @Test
  void aJobMissedByMoreThanAnHourWaitsForAPerson() {
    var job = scheduled();
    time.pass(Duration.ofHours(3));
    startDue();
    assertThat(now(job).state()).isEqualTo(new JobState.Missed(NINE));

    assertThat(house.runNow(sender, job.id(), Consent.NONE, Duration.ZERO, Optional.empty()))
        .isInstanceOf(ChangeResult.Agreed.class);
    startDue();
    assertThat(now(job).state()).isInstanceOf(JobState.Sending.class);
  }

  @Test
  void whatARemovedPersonHadScheduledIsHeld() {
    var job = scheduled();
    assertThat(
            house
                .access()
                .remove(house.app(), SENDER.id().value(), new ActingPerson(new PersonId("ana"))))
        .isNotNull();
    time.pass(Duration.ofHours(1));

    startDue();

    assertThat(now(job).state()).isEqualTo(new JobState.Held(NINE));
    assertThat(announcements()).isEmpty();
  }

  @Test
  void aJobIsStartedOnceHoweverManyTry() throws Exception {
    var job = scheduled();
    time.pass(Duration.ofHours(1));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tries = List.<Callable<Integer>>of(this::startDue, this::startDue, this::startDue);
      for (var result : threads.invokeAll(tries)) {
        assertThat(result.get()).isBetween(0, 1);
      }
    }
    assertThat(announcements()).hasSize(1);
    assertThat(run(job).id()).isEqualTo(announcements().getFirst().id());
  }

  @Test
  void howLateAJobMayBeginIsItsOwn() {
    var patient =
        scheduled(new Schedule("2026-11-21T11:00", "Europe/Helsinki", "", Duration.ofHours(4)));
    var hasty =
        scheduled(new Schedule("2026-11-21T11:00", "Europe/Helsinki", "", Duration.ofMinutes(5)));
    time.pass(Duration.ofMinutes(70));
    startDue();

    assertThat(now(patient).state()).isInstanceOf(JobState.Sending.class);
    assertThat(now(hasty).state()).isEqualTo(new JobState.Missed(NINE));
  }

  @Test
  void whoSchedulesWhatIsHeldHasItSent() {
    var once = scheduled();
    var series = repeated("FREQ=DAILY");
    assertThat(
            house
                .access()
                .remove(house.app(), SENDER.id().value(), new ActingPerson(new PersonId("ana"))))
        .isNotNull();
    house.held().allBy(house.app(), SENDER.id());
    assertThat(now(once).state()).isEqualTo(new JobState.Held(NINE));
    assertThat(now(series).state()).isEqualTo(new JobState.Held(NINE));

    var boss = new Profile(new PersonId("boss"), "Bo Boss", "bo@x.example", "");
    assertThat(
            house
                .access()
                .add(house.app(), boss, Role.ADMIN, new ActingPerson(new PersonId("ana"))))
        .isNotNull();
    var admin = new Actor(house.app(), boss.id(), boss.displayName(), true);
    agreed(house.runNow(admin, once.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
    agreed(house.runNow(admin, series.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
    assertThat(now(series).state()).as("sent besides").isEqualTo(new JobState.Held(NINE));
    var again = new ParsedSchedule.At(NINE, series.schedule());
    agreed(house.schedule(admin, series.id(), Consent.NONE, again, Optional.empty()));
    time.pass(Duration.ofHours(1));
    startDue();

    assertThat(run(once).startedBy()).isEqualTo(new PersonId("boss"));
    assertThat(occurrences(series))
        .hasSize(2)
        .allSatisfy(one -> assertThat(run(one).startedBy()).isEqualTo(new PersonId("boss")));
  }
}
