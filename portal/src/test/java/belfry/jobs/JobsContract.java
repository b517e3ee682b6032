package belfry.jobs;

import static java.time.temporal.ChronoUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.access.Role;
import belfry.messages.Attachment;
import belfry.messages.AttachmentId;
import belfry.messages.Attachments;
import belfry.messages.Content;
import belfry.messages.MessageText;
import belfry.people.Audience;
import belfry.platform.Profile;
import belfry.runs.Run;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.testing.Engine;
import belfry.testing.House;
import belfry.testing.ManualTime;
import belfry.testing.RepeatingDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What staff and time may do with jobs, on a real database. */
abstract class JobsContract implements Engine {
  private static final Instant NINE = Instant.parse("2026-11-21T09:00:00Z");
  private static final Profile SENDER = new Profile("sender", "Sam Sender", "sam@x.example", "");
  private static Simulator simulator;

  @TempDir Path directory;

  private final ManualTime time = ManualTime.at("2026-11-21T08:00:00Z");
  private House house;
  private Actor sender;
  private Audience everybody;

  @BeforeAll
  static void startPlatform() {
    simulator = Simulator.start(SimulatorSettings.defaults().withPeople(20));
  }

  @AfterAll
  static void stopPlatform() {
    simulator.close();
  }

  @BeforeEach
  void build() {
    house = new House(open(directory), simulator, directory, time);
    assertThat(house.access().add(house.app(), SENDER, Role.SENDER, "ana")).isNotNull();
    sender = new Actor(house.app(), SENDER.id(), SENDER.displayName(), false);
    var all =
        house.people().groups().list(house.app()).groups().stream()
            .filter(group -> group.name().equals("All staff"))
            .findFirst()
            .orElseThrow();
    everybody = new Audience(List.of(new Audience.Group(all.id(), all.name())));
  }

  @AfterEach
  void close() {
    house.close();
  }

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

    assertThat(jobs().runNow(sender, job.id(), Optional.empty(), Duration.ZERO, Optional.empty()))
        .isInstanceOf(Answer.Agreed.class);
    startDue();
    assertThat(now(job).state()).isInstanceOf(JobState.Sending.class);
  }

  @Test
  void whatARemovedPersonHadScheduledIsHeld() {
    var job = scheduled();
    assertThat(house.access().remove(house.app(), SENDER.id(), "ana")).isNotNull();
    time.pass(Duration.ofHours(1));

    startDue();

    assertThat(now(job).state()).isEqualTo(new JobState.Held(NINE));
    assertThat(jobs().runs().open("news")).isEmpty();
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
    assertThat(jobs().runs().open("news")).hasSize(1);
    assertThat(run(job).id()).isEqualTo(jobs().runs().open("news").getFirst().id());
  }

  @Test
  void aCancelAndAStartAtOnceLeaveTheJobInOneOfTwoStates() throws Exception {
    for (var i = 0; i < 20; i++) {
      var job = draft();
      agreed(jobs().runNow(sender, job.id(), Optional.empty(), Duration.ZERO, Optional.empty()));
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var cancel = threads.submit(() -> jobs().cancel(sender, job.id(), false, Optional.empty()));
        var start = threads.submit(this::startDue);
        assertThat(cancel.get().answer()).isInstanceOf(Answer.Agreed.class);
        assertThat(start.get()).isBetween(0, 1);
      }
      assertThat(now(job).state())
          .isInstanceOfAny(JobState.Cancelled.class, JobState.Stopping.class);
    }
  }

  @Test
  void aStaleRevisionChangesNothing() {
    var job = draft();
    agreed(jobs().edit(sender, job.id(), 1, text("Hello again"), Optional.empty()));

    assertThat(jobs().edit(sender, job.id(), 1, text("Mine"), Optional.empty()))
        .isInstanceOf(Answer.Stale.class);
    assertThat(now(job).text().markdown()).isEqualTo("Hello again");
  }

  @Test
  void theSameRequestTwiceIsDoneOnce() {
    var first = agreed(jobs().create(sender, text("Hello"), Optional.of("r1")));
    var second = agreed(jobs().create(sender, text("Hello"), Optional.of("r1")));
    assertThat(second.id()).isEqualTo(first.id());

    var run = Optional.of("r2");
    agreed(jobs().runNow(sender, first.id(), Optional.of(1L), Duration.ZERO, run));
    startDue();
    var again = agreed(jobs().runNow(sender, first.id(), Optional.of(1L), Duration.ZERO, run));
    assertThat(again.state()).isInstanceOf(JobState.Sending.class);
    assertThat(jobs().runs().open("news")).hasSize(1);
  }

  @Test
  void aRequestIdIsNotUsedForSomethingElse() {
    var job = agreed(jobs().create(sender, text("Hello"), Optional.of("r1")));
    assertThat(jobs().runNow(sender, job.id(), Optional.empty(), Duration.ZERO, Optional.of("r1")))
        .isInstanceOf(Answer.Refused.class);
  }

  @Test
  void aRequestIdIsNotUsedForAnotherJobOrAnotherWish() {
    var job = draft();
    var other = draft();
    var id = Optional.of("r1");
    agreed(jobs().runNow(sender, job.id(), Optional.empty(), Duration.ofSeconds(8), id));

    assertThat(jobs().runNow(sender, other.id(), Optional.empty(), Duration.ofSeconds(8), id))
        .isInstanceOfSatisfying(
            Answer.Refused.class,
            refused -> assertThat(refused.why().words()).contains("requestId"));
    assertThat(now(other).state()).isEqualTo(new JobState.Draft());

    var nine = new When.At(NINE, Timing.once("2026-11-21T11:00", "Europe/Helsinki"));
    var ten =
        new When.At(NINE.plusSeconds(3600), Timing.once("2026-11-21T12:00", "Europe/Helsinki"));
    var when = Optional.of("r2");
    agreed(jobs().schedule(sender, other.id(), Optional.empty(), nine, when));
    agreed(jobs().schedule(sender, other.id(), Optional.empty(), nine, when));
    assertThat(jobs().schedule(sender, other.id(), Optional.empty(), ten, when))
        .isInstanceOf(Answer.Refused.class);
    assertThat(now(other).state()).isEqualTo(new JobState.Scheduled(NINE));
    assertThat(jobs().duplicate(sender, job.id(), Optional.of("r3")))
        .isEqualTo(jobs().duplicate(sender, job.id(), Optional.of("r3")));
    assertThat(jobs().duplicate(sender, other.id(), Optional.of("r3")))
        .isInstanceOf(Answer.Refused.class);
  }

  @Test
  void aBeginningRepeatedWithMoreTextIsStillOneDraft() {
    var first = agreed(jobs().create(sender, text("Hel"), Optional.of("new")));
    assertThat(agreed(jobs().create(sender, text("Hello"), Optional.of("new"))).id())
        .isEqualTo(first.id());
  }

  @Test
  void aRepeatedCancelLeavesTheDraftThatTheFirstGaveBack() {
    var job = draft();
    agreed(
        jobs().runNow(sender, job.id(), Optional.empty(), Duration.ofSeconds(8), Optional.empty()));

    var first = jobs().cancel(sender, job.id(), true, Optional.of("c"));
    var second = jobs().cancel(sender, job.id(), true, Optional.of("c"));

    assertThat(agreed(second.answer()).state()).isEqualTo(new JobState.Draft());
    assertThat(second.neverSent()).isEqualTo(first.neverSent()).isEqualTo(20);
    assertThat(jobs().cancel(sender, job.id(), false, Optional.of("c")).answer())
        .isInstanceOf(Answer.Refused.class);
  }

  @Test
  void aRepeatedPauseDoesNotPauseWhatWasResumedSince() {
    var job = draft();
    agreed(jobs().runNow(sender, job.id(), Optional.empty(), Duration.ZERO, Optional.empty()));
    startDue();
    agreed(jobs().pause(sender, job.id(), Optional.of("p")));
    agreed(jobs().resume(sender, job.id(), Optional.empty(), Optional.of("q")));

    agreed(jobs().pause(sender, job.id(), Optional.of("p")));
    assertThat(run(job).standing().gate()).isEqualTo(Run.Gate.OPEN);

    agreed(jobs().pause(sender, job.id(), Optional.of("p2")));
    agreed(jobs().resume(sender, job.id(), Optional.empty(), Optional.of("q")));
    assertThat(run(job).standing().gate()).isEqualTo(Run.Gate.PAUSED);
  }

  @Test
  void aRepeatedDeleteIsDoneAlready() {
    var job = draft();
    var first = jobs().delete(sender, job.id(), Optional.of("d"));
    assertThat(first).isEqualTo(new Answer.Deleted(job.id()));

    assertThat(jobs().delete(sender, job.id(), Optional.of("d"))).isEqualTo(first);
    assertThat(jobs().delete(sender, job.id(), Optional.of("e")))
        .isInstanceOf(Answer.Missing.class);
    assertThat(jobs().delete(sender, draft().id(), Optional.of("d")))
        .isInstanceOf(Answer.Refused.class);
  }

  @Test
  void twoRequestsWithOneIdAtOnceMakeOneDraft() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Answer> create = () -> jobs().create(sender, text("Hello"), Optional.of("same"));
      threads.invokeAll(List.of(create, create, create, create));
    }
    assertThat(jobs().counts(house.app())).containsEntry("draft", 1);
  }

  @Test
  void othersMayNotChangeItButAnAdministratorMay() {
    var job = draft();
    var other = new Actor(house.app(), "other", "Olga Other", false);
    var admin = new Actor(house.app(), "admin", "Ada Admin", true);

    assertThat(jobs().cancel(other, job.id(), false, Optional.empty()).answer())
        .isInstanceOf(Answer.Forbidden.class);
    assertThat(jobs().cancel(admin, job.id(), false, Optional.empty()).answer())
        .isInstanceOf(Answer.Agreed.class);
  }

  @Test
  void anUndoneStartIsADraftAgain() {
    var job = draft();
    agreed(
        jobs().runNow(sender, job.id(), Optional.empty(), Duration.ofSeconds(8), Optional.empty()));
    startDue();

    var stopped = jobs().cancel(sender, job.id(), true, Optional.empty());

    assertThat(agreed(stopped.answer()).state()).isEqualTo(new JobState.Draft());
    assertThat(stopped.neverSent()).isEqualTo(20);
    time.pass(Duration.ofSeconds(9));
    startDue();
    assertThat(jobs().runs().open("news")).isEmpty();
  }

  @Test
  void aCancelThatIsRunAgainTellsWhatItFoundThen() {
    var job = scheduled();
    var stopped =
        whereEachWorkIsRunAgain(
                () -> assertThat(jobs().delete(sender, job.id(), Optional.empty())).isNotNull())
            .cancel(sender, job.id(), false, Optional.empty());
    assertThat(stopped).isEqualTo(new Stopped(new Answer.Missing(), 0, 0, 0));

    var other = scheduled();
    time.pass(Duration.ofHours(1));
    assertThat(
            whereEachWorkIsRunAgain(this::startDue)
                .cancel(sender, other.id(), false, Optional.empty())
                .neverSent())
        .isEqualTo(20);
    assertThat(now(other).state()).isInstanceOf(JobState.Stopping.class);
    assertThat(run(other).standing().gate()).isEqualTo(Run.Gate.STOPPING);
  }

  private Jobs whereEachWorkIsRunAgain(Runnable between) {
    return new Jobs(
        new RepeatingDatabase(house.database(), between),
        house.attachments(),
        house.people().audiences(),
        house.access(),
        time,
        _ -> {});
  }

  @Test
  void nobodyToSendToIsSaidByItsField() {
    var empty =
        agreed(
            jobs()
                .create(
                    sender,
                    new Draft(
                        new MessageText("Hello"),
                        Optional.empty(),
                        Audience.NOBODY,
                        Run.OnUnknown.HOLD),
                    Optional.empty()));

    var answer =
        jobs().runNow(sender, empty.id(), Optional.empty(), Duration.ZERO, Optional.empty());

    assertThat(answer)
        .isInstanceOfSatisfying(
            Answer.Invalid.class,
            invalid ->
                assertThat(invalid.faults()).extracting(Fault::field).containsExactly("audience"));
    assertThat(now(empty).state()).isEqualTo(new JobState.Draft());
  }

  // What repeats -------------------------------------------------------------------------------

  @Test
  void eachTimeOfARecurringJobIsAJobOfItsOwn() {
    var series = repeated("FREQ=DAILY");

    time.pass(Duration.ofHours(1));
    startDue();
    time.pass(Duration.ofDays(1));
    startDue();

    assertThat(now(series).state()).isEqualTo(new JobState.Scheduled(NINE.plus(2, DAYS)));
    assertThat(occurrences(series))
        .hasSize(2)
        .allSatisfy(one -> {
          assertThat(one.state()).isInstanceOf(JobState.Sending.class);
          assertThat(run(one).markdown()).isEqualTo("Hello");
          assertThat(run(one).late()).isFalse();
          assertThat(one.timing().rule()).isEmpty();
        });
    assertThat(planned(series)).containsExactly(NINE, NINE.plus(1, DAYS));
    assertThat(occurrences(series))
        .extracting(one -> one.timing().local())
        .containsExactlyInAnyOrder("2026-11-21T11:00", "2026-11-22T11:00");
  }

  @Test
  void theLastTimeIsTheRecurringJobItself() {
    var series = repeated("FREQ=DAILY;COUNT=2");
    time.pass(Duration.ofHours(1));
    startDue();
    time.pass(Duration.ofDays(1));
    startDue();

    assertThat(now(series).state()).isInstanceOf(JobState.Sending.class);
    assertThat(planned(series)).containsExactly(NINE);
    time.pass(Duration.ofDays(1));
    assertThat(startDue()).isZero();
  }

  @Test
  void ofSeveralMissedTimesOnlyTheNewestGoesOutAndTheOthersAreRecorded() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofDays(2).plusMinutes(90));
    startDue();

    assertThat(occurrences(series))
        .extracting(Job::state)
        .filteredOn(JobState.Missed.class::isInstance)
        .containsExactlyInAnyOrder(
            new JobState.Missed(NINE), new JobState.Missed(NINE.plus(1, DAYS)));
    var started = occurrences(series).getFirst();
    assertThat(started.state()).isInstanceOf(JobState.Sending.class);
    assertThat(started.occurrence().orElseThrow().planned()).contains(NINE.plus(2, DAYS));
    assertThat(run(started).late()).isTrue();
    assertThat(jobs().runs().open("news")).hasSize(1);
    assertThat(now(series).state()).isEqualTo(new JobState.Scheduled(NINE.plus(3, DAYS)));
  }

  @Test
  void aNewestTimeThatIsTooLateWaitsForAPersonAndTheNextOneDoesNot() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofHours(5));
    startDue();

    var missed = occurrences(series).getFirst();
    assertThat(missed.state()).isEqualTo(new JobState.Missed(NINE));
    assertThat(now(series).state()).isEqualTo(new JobState.Scheduled(NINE.plus(1, DAYS)));

    agreed(jobs().runNow(sender, missed.id(), Optional.empty(), Duration.ZERO, Optional.empty()));
    startDue();
    assertThat(now(missed).state()).isInstanceOf(JobState.Sending.class);
  }

  @Test
  void aMissedLastTimeIsTheRecurringJobItselfAndWaits() {
    var series = repeated("FREQ=DAILY;COUNT=3");
    time.pass(Duration.ofDays(30));
    startDue();

    assertThat(now(series).state()).isEqualTo(new JobState.Missed(NINE.plus(2, DAYS)));
    assertThat(planned(series)).containsExactly(NINE, NINE.plus(1, DAYS));
  }

  @Test
  void aTimeThatCameBetweenLookAndEditMakesNoConflict() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofHours(1));
    startDue();

    agreed(jobs().edit(sender, series.id(), series.revision(), text("Goodbye"), Optional.empty()));
    assertThat(now(series).state()).isEqualTo(new JobState.Scheduled(NINE.plus(1, DAYS)));
  }

  @Test
  void aMissedTimeCanBecomeADraftAndGoOutLater() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofHours(5));
    startDue();
    var missed = occurrences(series).getFirst();

    var draft = agreed(jobs().cancel(sender, missed.id(), true, Optional.empty()).answer());
    assertThat(draft.state()).isEqualTo(new JobState.Draft());
    agreed(jobs().runNow(sender, missed.id(), Optional.empty(), Duration.ZERO, Optional.empty()));
    startDue();
    assertThat(now(missed).state()).isInstanceOf(JobState.Sending.class);
  }

  @Test
  void howLateAJobMayBeginIsItsOwn() {
    var patient =
        scheduled(new Timing("2026-11-21T11:00", "Europe/Helsinki", "", Duration.ofHours(4)));
    var hasty =
        scheduled(new Timing("2026-11-21T11:00", "Europe/Helsinki", "", Duration.ofMinutes(5)));
    time.pass(Duration.ofMinutes(70));
    startDue();

    assertThat(now(patient).state()).isInstanceOf(JobState.Sending.class);
    assertThat(now(hasty).state()).isEqualTo(new JobState.Missed(NINE));
  }

  @Test
  void afterAYearWithoutBelfryOnlyTheLastMissedTimesAreListed() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofDays(365));
    startDue();

    assertThat(occurrences(series)).hasSize(30);
    assertThat(now(series).state()).isEqualTo(new JobState.Scheduled(NINE.plus(365, DAYS)));
  }

  @Test
  void aTimeStartsOnceHoweverManyTry() throws Exception {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofHours(1));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tries = List.<Callable<Integer>>of(this::startDue, this::startDue, this::startDue);
      for (var result : threads.invokeAll(tries)) {
        assertThat(result.get()).isBetween(0, 1);
      }
    }
    assertThat(planned(series)).containsExactly(NINE);
    assertThat(jobs().runs().open("news")).hasSize(1);
  }

  @Test
  void aTimeThatHasGoneOutCannotBeChosenAgain() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofHours(1));
    startDue();

    for (var timing :
        List.of(series.timing(), Timing.once("2026-11-21T11:00", "Europe/Helsinki"))) {
      var again = new When.At(NINE, timing);
      assertThat(jobs().schedule(sender, series.id(), Optional.empty(), again, Optional.empty()))
          .isInstanceOfSatisfying(
              Answer.Invalid.class,
              invalid ->
                  assertThat(invalid.faults()).extracting(Fault::field).containsExactly("at"));
    }
    assertThat(now(series).state()).isEqualTo(new JobState.Scheduled(NINE.plus(1, DAYS)));
  }

  @Test
  void aRuleThatNobodyCanReadAnyMoreHoldsItsJobAlone() {
    var series = repeated("FREQ=DAILY");
    var other = scheduled();
    house
        .database()
        .write(handle ->
            handle.execute(
                "UPDATE job SET zone = 'Europe/Atlantis' WHERE id = ?", series.id().value()));
    time.pass(Duration.ofHours(1));
    startDue();

    assertThat(now(series).state()).isEqualTo(new JobState.Held(NINE));
    assertThat(now(other).state()).isInstanceOf(JobState.Sending.class);
  }

  @Test
  void aRecurringJobSentNowGoesOutOnceMoreAndKeepsItsTimes() {
    var series = repeated("FREQ=DAILY");
    var id = Optional.of("r1");
    var besides =
        agreed(jobs().runNow(sender, series.id(), Optional.empty(), Duration.ofSeconds(8), id));
    assertThat(besides.id()).isNotEqualTo(series.id());
    assertThat(
            agreed(jobs().runNow(sender, series.id(), Optional.empty(), Duration.ofSeconds(8), id))
                .id())
        .isEqualTo(besides.id());

    time.pass(Duration.ofSeconds(8));
    startDue();

    assertThat(now(besides).state()).isInstanceOf(JobState.Sending.class);
    assertThat(now(series).state()).isEqualTo(new JobState.Scheduled(NINE));
    assertThat(occurrences(series)).extracting(Job::id).containsExactly(besides.id());
  }

  @Test
  void aCancelledRecurringJobNeverGoesOutAgainAndWhatIsOnItsWayGoesOn() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofHours(1));
    startDue();

    var stopped = jobs().cancel(sender, series.id(), false, Optional.empty());
    assertThat(agreed(stopped.answer()).state())
        .isEqualTo(new JobState.Cancelled(Optional.empty()));
    time.pass(Duration.ofDays(3));
    startDue();

    assertThat(occurrences(series))
        .singleElement()
        .extracting(Job::state)
        .isInstanceOf(JobState.Sending.class);
  }

  @Test
  void anEditedRecurringJobGoesOutAnewWithItsNextTime() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofHours(1));
    startDue();
    agreed(
        jobs()
            .edit(sender, series.id(), now(series).revision(), text("Goodbye"), Optional.empty()));
    time.pass(Duration.ofDays(1));
    startDue();

    assertThat(occurrences(series))
        .extracting(one -> run(one).markdown())
        .containsExactlyInAnyOrder("Hello", "Goodbye");
  }

  @Test
  void whoSchedulesWhatIsHeldHasItSent() {
    var once = scheduled();
    var series = repeated("FREQ=DAILY");
    assertThat(house.access().remove(house.app(), SENDER.id(), "ana")).isNotNull();
    jobs().due().holdAllBy(house.app(), SENDER.id());
    assertThat(now(once).state()).isEqualTo(new JobState.Held(NINE));
    assertThat(now(series).state()).isEqualTo(new JobState.Held(NINE));

    var boss = new Profile("boss", "Bo Boss", "bo@x.example", "");
    assertThat(house.access().add(house.app(), boss, Role.ADMIN, "ana")).isNotNull();
    var admin = new Actor(house.app(), boss.id(), boss.displayName(), true);
    agreed(jobs().runNow(admin, once.id(), Optional.empty(), Duration.ZERO, Optional.empty()));
    agreed(jobs().runNow(admin, series.id(), Optional.empty(), Duration.ZERO, Optional.empty()));
    assertThat(now(series).state()).as("sent besides").isEqualTo(new JobState.Held(NINE));
    var again = new When.At(NINE, series.timing());
    agreed(jobs().schedule(admin, series.id(), Optional.empty(), again, Optional.empty()));
    time.pass(Duration.ofHours(1));
    startDue();

    assertThat(run(once).startedBy()).isEqualTo("boss");
    assertThat(occurrences(series))
        .hasSize(2)
        .allSatisfy(one -> assertThat(run(one).startedBy()).isEqualTo("boss"));
  }

  @Test
  void listsShowWhatRunsFirstThenWhatIsToComeThenTheRest() {
    var draft = draft();
    var scheduled = scheduled();
    var running = draft();
    agreed(jobs().runNow(sender, running.id(), Optional.empty(), Duration.ZERO, Optional.empty()));
    startDue();

    var first =
        jobs()
            .list(
                new JobQuery(
                    "news",
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    "",
                    Optional.empty(),
                    2));
    var rest =
        jobs()
            .list(
                new JobQuery(
                    "news", List.of(), Optional.empty(), Optional.empty(), "", first.next(), 2));

    assertThat(first.jobs()).extracting(Job::id).containsExactly(running.id(), scheduled.id());
    assertThat(rest.jobs()).extracting(Job::id).containsExactly(draft.id());
    assertThat(rest.next()).isEmpty();
  }

  @Test
  void everyChangeIsInTheAuditTrailAndTheTrailIsSound() {
    var job = draft();
    agreed(jobs().edit(sender, job.id(), 1, text("Hello again"), Optional.empty()));
    assertThat(jobs().delete(sender, job.id(), Optional.empty()))
        .isInstanceOf(Answer.Deleted.class);

    var actions =
        house
            .database()
            .read(handle ->
                handle
                    .createQuery("SELECT action FROM audit WHERE object = ? ORDER BY seq")
                    .bind(0, job.id().toString())
                    .mapTo(String.class)
                    .list());
    assertThat(actions).containsExactly("job.create", "job.edit", "job.delete");
    assertThat(house.access().audit().verify().fault()).isEmpty();
  }

  // Files ------------------------------------------------------------------------------------

  @Test
  void aFileGoesWithAJobItsCopiesAndItsRuns() {
    var file = attach("Übersicht.pdf", "application/PDF; x=y");
    var job = agreed(jobs().create(sender, with(file.id()), Optional.empty()));
    var copy = agreed(jobs().duplicate(sender, job.id(), Optional.empty()));
    assertThat(copy.attachment()).contains(file.id());
    assertThat(now(job).isTested()).isFalse();

    agreed(jobs().runNow(sender, job.id(), Optional.empty(), Duration.ZERO, Optional.empty()));
    startDue();

    assertThat(run(job).content()).isEqualTo(new Content("Hello", Optional.of(file.id())));
    assertThat(house.attachments().find("news", file.id()).orElseThrow())
        .isEqualTo(new Attachment(file.id(), "Übersicht.pdf", "application/pdf", BYTES.length))
        .isEqualTo(file);
    assertThat(house.attachments().find("alerts", file.id())).as("another app's").isEmpty();
  }

  @Test
  void aLargeFileIsWrittenPieceByPieceAsItWas() throws Exception {
    var bytes = new byte[700_001];
    new SplittableRandom(1).nextBytes(bytes);
    var file = add("a.bin", "", bytes);
    var out = new ByteArrayOutputStream();

    house.attachments().write(file, out);

    assertThat(out.toByteArray()).isEqualTo(bytes);
    assertThat(file.size()).isEqualTo(bytes.length);

    time.pass(Duration.ofDays(8));
    assertThat(house.jobs().forgetFiles()).isOne();
    assertThatThrownBy(() -> house.attachments().write(file, out))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a.bin is not here any more");
  }

  @Test
  void anotherFileIsAnotherContent() {
    var plain = new Content("Hello", Optional.empty());
    var one = new Content("Hello", Optional.of(attach("a.txt", "text/plain").id()));
    var other = new Content("Hello", Optional.of(attach("a.txt", "text/plain").id()));

    assertThat(List.of(plain.digest(), one.digest(), other.digest())).doesNotHaveDuplicates();
    assertThat(one.looksLike(other)).as("in what the platform lists").isTrue();
    assertThat(one.looksLike(plain)).isFalse();
  }

  @Test
  void aFileIsForgottenOnlyWhenNothingHasReferredToItForAWeek() {
    var lonely = attach("lonely.txt", "text/plain");
    var used = attach("used.txt", "text/plain");
    var tested = attach("tested.txt", "text/plain");
    var job = agreed(jobs().create(sender, with(used.id()), Optional.empty()));
    var trial = agreed(jobs().create(sender, with(tested.id()), Optional.empty()));
    agreed(jobs().test(sender, trial.id(), Optional.empty()));
    assertThat(jobs().delete(sender, trial.id(), Optional.empty()))
        .isInstanceOf(Answer.Deleted.class);

    time.pass(Duration.ofDays(6));
    assertThat(house.jobs().forgetFiles()).isZero();
    time.pass(Duration.ofDays(2));
    assertThat(house.jobs().forgetFiles()).isOne();
    assertThat(house.attachments().find("news", lonely.id())).isEmpty();
    assertThat(house.attachments().find("news", used.id())).isPresent();
    assertThat(house.attachments().find("news", tested.id())).as("a test goes on").isPresent();

    var edited = jobs().edit(sender, job.id(), job.revision(), with(lonely.id()), Optional.empty());
    assertThat(edited)
        .isInstanceOfSatisfying(
            Answer.Invalid.class,
            invalid ->
                assertThat(invalid.faults())
                    .extracting(Fault::field)
                    .containsExactly("attachment"));
    assertThat(now(job).attachment()).contains(used.id());
    assertThat(jobs().check(house.app(), with(lonely.id())).faults())
        .extracting(Fault::field)
        .contains("attachment");
  }

  @Test
  void aFilesNameAndTypeAreWhatAnybodysMachineCanKeep() {
    assertThat(attach("C:\\reports\\2026\\a\"b\n.pdf", "no type at all").name())
        .isEqualTo("a_b_.pdf");
    assertThat(attach("bill\u202Efdp.exe", "").name()).isEqualTo("bill_fdp.exe");
    assertThat(attach("x".repeat(400) + ".pdf", "").name()).hasSize(150).endsWith("x.pdf");
    assertThat(attach("a", "no type at all").type()).isEqualTo("application/octet-stream");
    assertThat(Attachments.fault("a/..", 1))
        .hasValueSatisfying(why -> assertThat(why.words()).contains("name"));
    assertThat(Attachments.fault("a", 0))
        .hasValueSatisfying(why -> assertThat(why.words()).contains("empty"));
  }

  private static final byte[] BYTES = {0, 1, -1, 127, -128, 10, 13};

  private Attachment attach(String name, String type) {
    return add(name, type, BYTES);
  }

  private Attachment add(String name, String type, byte[] bytes) {
    return house
        .attachments()
        .add("news", SENDER.id(), name, type, new ByteArrayInputStream(bytes));
  }

  private Draft with(AttachmentId file) {
    return new Draft(new MessageText("Hello"), Optional.of(file), everybody, Run.OnUnknown.HOLD);
  }

  // ------------------------------------------------------------------------------------------

  private Jobs jobs() {
    return house.jobs();
  }

  private int startDue() {
    return jobs().due().start(house.app(), 10);
  }

  private Draft text(String markdown) {
    return new Draft(new MessageText(markdown), Optional.empty(), everybody, Run.OnUnknown.HOLD);
  }

  private Job draft() {
    return agreed(jobs().create(sender, text("Hello"), Optional.empty()));
  }

  private Job scheduled() {
    return scheduled(Timing.once("2026-11-21T11:00", "Europe/Helsinki"));
  }

  private Job repeated(String rule) {
    return scheduled(new Timing("2026-11-21T11:00", "Europe/Helsinki", rule, Timing.USUAL_GRACE));
  }

  private Job scheduled(Timing timing) {
    var at = new When.At(NINE, timing);
    return agreed(jobs().schedule(sender, draft().id(), Optional.empty(), at, Optional.empty()));
  }

  private List<Job> occurrences(Job series) {
    var query =
        new JobQuery(
            "news",
            List.of(),
            Optional.empty(),
            Optional.of(series.id()),
            "",
            Optional.empty(),
            50);
    return jobs().list(query).jobs();
  }

  private List<Instant> planned(Job series) {
    return occurrences(series).stream()
        .map(one -> one.occurrence().flatMap(Occurrence::planned).orElseThrow())
        .sorted()
        .toList();
  }

  private Job now(Job job) {
    return jobs().find(house.app(), job.id()).orElseThrow();
  }

  private Run run(Job job) {
    return jobs().runs().find(now(job).state().runId().orElseThrow()).orElseThrow();
  }

  private static Job agreed(Answer answer) {
    assertThat(answer).isInstanceOf(Answer.Agreed.class);
    return ((Answer.Agreed) answer).job();
  }
}
