package belfry.jobs.job;

import static belfry.testing.Author.agreed;
import static belfry.testing.Author.cancelled;
import static java.time.temporal.ChronoUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.jobs.JobsFixture;
import belfry.jobs.SeenJobs;
import belfry.jobs.Sending;
import belfry.jobs.SkippedTimes;
import belfry.jobs.checking.Promise;
import belfry.jobs.checking.Promises;
import belfry.jobs.schedule.Fault;
import belfry.jobs.schedule.ParsedSchedule;
import belfry.jobs.schedule.Schedule;
import belfry.jobs.schedule.ScheduleInput;
import belfry.runs.LostTime;
import belfry.runs.Run;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Each time of a job that repeats, also those that were missed, on a real database. */
@OnEngines
class RecurringJobsTest extends JobsFixture {
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
          assertThat(one.schedule().rule()).isEmpty();
        });
    assertThat(planned(series)).containsExactly(NINE, NINE.plus(1, DAYS));
    assertThat(occurrences(series))
        .extracting(one -> one.schedule().local())
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
    assertThat(announcements()).hasSize(1);
    assertThat(now(series).state()).isEqualTo(new JobState.Scheduled(NINE.plus(3, DAYS)));
  }

  @Test
  void timesThatWereDueInALostTimeAreHeldAndTheNextOneIsNot() {
    var series = repeated("FREQ=DAILY");
    var once = scheduled();
    var backup = time.now();
    time.pass(Duration.ofDays(2).plusMinutes(30));
    house.database().write(handle -> LostTime.add(handle, backup, time.now()));
    time.pass(Duration.ofMinutes(1));
    startDue();

    assertThat(occurrences(series))
        .extracting(Job::state)
        .containsExactlyInAnyOrder(new JobState.Held(NINE), new JobState.Held(NINE.plus(1, DAYS)));
    assertThat(now(once).state()).isEqualTo(new JobState.Held(NINE));
    assertThat(new SeenJobs(house.database()).mayHaveGoneOut(now(once))).isTrue();
    assertThat(announcements()).isEmpty();

    time.pass(Duration.ofHours(1));
    startDue();
    assertThat(announcements()).hasSize(1);
    assertThat(new SeenJobs(house.database()).mayHaveGoneOut(now(series))).isFalse();
  }

  /** As where the portal was stopped for its backup, and went on after it. */
  @Test
  void whatWasDueBeforeTheBackupAndHadNotBegunIsHeldToo() {
    var job = scheduled();
    time.pass(Duration.between(time.now(), NINE.plusSeconds(300)));
    var backup = time.now();
    time.pass(Duration.ofMinutes(20));
    house.database().write(handle -> LostTime.add(handle, backup, time.now()));
    startDue();

    assertThat(now(job).state()).isEqualTo(new JobState.Held(NINE));
    assertThat(new SeenJobs(house.database()).mayHaveGoneOut(now(job))).isTrue();
    assertThat(announcements()).isEmpty();
  }

  @Test
  void aNewestTimeThatIsTooLateWaitsForAPersonAndTheNextOneDoesNot() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofHours(5));
    startDue();

    var missed = occurrences(series).getFirst();
    assertThat(missed.state()).isEqualTo(new JobState.Missed(NINE));
    assertThat(now(series).state()).isEqualTo(new JobState.Scheduled(NINE.plus(1, DAYS)));

    agreed(house.runNow(sender, missed.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
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

    agreed(
        house
            .writing()
            .edit(sender, series.id(), series.revision(), text("Goodbye"), Optional.empty()));
    assertThat(now(series).state()).isEqualTo(new JobState.Scheduled(NINE.plus(1, DAYS)));
  }

  @Test
  void aMissedTimeCanBecomeADraftAndGoOutLater() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofHours(5));
    startDue();
    var missed = occurrences(series).getFirst();

    var draft =
        cancelled(house.stopping().cancel(sender, missed.id(), true, Optional.empty())).job();
    assertThat(draft.state()).isEqualTo(new JobState.Draft());
    agreed(house.runNow(sender, missed.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
    startDue();
    assertThat(now(missed).state()).isInstanceOf(JobState.Sending.class);
  }

  @Test
  void aMissedTimeThatIsChangedAndSentLaterLeavesItsSeriesAsItIs() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofHours(5));
    startDue();
    var missed = occurrences(series).getFirst();
    var later =
        new ParsedSchedule.At(
            NINE.plus(2, DAYS), Schedule.once("2026-11-23T11:00", "Europe/Helsinki"));
    agreed(house.schedule(sender, missed.id(), Consent.NONE, later, Optional.empty()));

    var wish = new Sending.Wish(missed.id(), Optional.of(text("Just once")), Consent.NONE);
    agreed(house.sending().runNow(sender, wish, Duration.ofSeconds(10), Optional.empty()));
    var seen = now(series).revision();
    agreed(house.writing().edit(sender, series.id(), seen, text("From now on"), Optional.empty()));
    time.pass(Duration.ofSeconds(10));
    startDue();

    assertThat(run(now(missed)).markdown()).isEqualTo("Just once");
    assertThat(now(series).text().markdown()).isEqualTo("From now on");
  }

  @Test
  void aTimeThatComesBeforeASeriesIsChangedWaitsForTheOtherWords() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofMinutes(60).minusSeconds(10));
    var besides = sentInOtherWords(series);
    time.pass(Duration.ofSeconds(11));
    startDue();
    assertThat(occurrences(series)).containsExactly(besides);

    time.pass(Duration.ofSeconds(9));
    startDue();
    startDue();

    assertThat(planned(series)).containsExactly(NINE);
    assertThat(announcements())
        .hasSize(2)
        .allSatisfy(run -> assertThat(run.markdown()).isEqualTo("In other words"))
        .noneMatch(Run::late);
  }

  @Test
  void aTimeThatComesWhileAChangeIsTakenBackGoesOutInTheFormerWords() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofMinutes(60).minusSeconds(10));
    var besides = sentInOtherWords(series);
    time.pass(Duration.ofSeconds(11));
    startDue();
    house.stopping().undo(sender, besides.id(), Optional.empty(), Optional.empty());
    startDue();

    assertThat(announcements()).singleElement().extracting(Run::markdown).isEqualTo("Hello");
  }

  /** It cannot be read, say. */
  @Test
  void aTimeDoesNotWaitForAChangeThatStartsNoMore() {
    besidesAChangeThatCannotBeRead(repeated("FREQ=DAILY"));
    time.pass(Schedule.USUAL_GRACE);
    startDue();
    assertThat(announcements()).isEmpty();
    time.pass(Duration.ofSeconds(5));
    startDue();

    assertThat(announcements()).singleElement().extracting(Run::markdown).isEqualTo("Hello");
  }

  /** It is not late by what it waited for in vain. */
  @Test
  void aTimeThatMayStartAMinuteLateOutlastsAChangeThatStartsNoMore() {
    var minute = Duration.ofMinutes(1);
    besidesAChangeThatCannotBeRead(
        scheduled(new Schedule("2026-11-21T11:00", "Europe/Helsinki", "FREQ=DAILY", minute)));
    for (var second = 0; second < 200; second++) {
      startDue();
      time.pass(Duration.ofSeconds(1));
    }

    assertThat(announcements()).singleElement().extracting(Run::markdown).isEqualTo("Hello");
  }

  private void besidesAChangeThatCannotBeRead(Job series) {
    time.pass(Duration.ofMinutes(60).minusSeconds(10));
    var besides = sentInOtherWords(series);
    house
        .database()
        .write(handle ->
            handle.execute("UPDATE job SET audience = 'x' WHERE id = ?", besides.id().value()));
  }

  /** It may start a minute late at most, and those can be undone for a minute. */
  @Test
  void aTimeThatWouldBeMissedMeanwhileGoesOutInTheOtherWordsToo() {
    var series =
        scheduled(
            new Schedule(
                "2026-11-21T11:00", "Europe/Helsinki", "FREQ=DAILY", Duration.ofMinutes(1)));
    time.pass(Duration.ofMinutes(60));
    var besides = sentInOtherWords(series, Sending.LONGEST_UNDO);
    time.pass(Sending.LONGEST_UNDO.minusSeconds(1));
    startDue();
    assertThat(occurrences(series)).containsExactly(besides);

    time.pass(Duration.ofSeconds(3));
    startDue();

    assertThat(planned(series)).containsExactly(NINE);
    assertThat(announcements())
        .hasSize(2)
        .allSatisfy(run -> {
          assertThat(run.markdown()).isEqualTo("In other words");
          assertThat(run.late()).isFalse();
        });
    assertThat(now(series).state()).isEqualTo(new JobState.Scheduled(NINE.plus(1, DAYS)));
  }

  private Job sentInOtherWords(Job series) {
    return sentInOtherWords(series, Duration.ofSeconds(20));
  }

  private Job sentInOtherWords(Job series, Duration undo) {
    var wish = new Sending.Wish(series.id(), Optional.of(text("In other words")), Consent.NONE);
    return agreed(house.sending().runNow(sender, wish, undo, Optional.empty()));
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
    assertThat(announcements()).hasSize(1);
  }

  @Test
  void aTimeThatHasGoneOutCannotBeChosenAgain() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofHours(1));
    startDue();

    for (var schedule :
        List.of(series.schedule(), Schedule.once("2026-11-21T11:00", "Europe/Helsinki"))) {
      var again = new ParsedSchedule.At(NINE, schedule);
      assertThat(house.schedule(sender, series.id(), Consent.NONE, again, Optional.empty()))
          .isInstanceOfSatisfying(
              ChangeResult.Invalid.class,
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
        agreed(house.runNow(sender, series.id(), Consent.NONE, Duration.ofSeconds(8), id));
    assertThat(besides.id()).isNotEqualTo(series.id());
    assertThat(
            agreed(house.runNow(sender, series.id(), Consent.NONE, Duration.ofSeconds(8), id)).id())
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

    var stopped = house.stopping().cancel(sender, series.id(), false, Optional.empty());
    assertThat(cancelled(stopped).job().state())
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
        house
            .writing()
            .edit(sender, series.id(), now(series).revision(), text("Goodbye"), Optional.empty()));
    time.pass(Duration.ofDays(1));
    startDue();

    assertThat(occurrences(series))
        .extracting(one -> run(one).markdown())
        .containsExactlyInAnyOrder("Hello", "Goodbye");
  }

  @Test
  void whatWasPromisedOfATimeThatHasBegunIsKept() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofHours(1));
    startDue();
    var one = occurrences(series).getFirst();
    var promised = promised(one);
    assertThat(promised).isPresent();

    var _ = cancelled(house.stopping().cancel(sender, series.id(), true, Optional.empty()));
    house.writing().delete(sender, series.id(), Optional.empty(), Optional.empty());

    assertThat(house.jobs().find(TestPortal.NEWS, series.id())).isEmpty();
    assertThat(promised(one)).isEqualTo(promised);
  }

  private Optional<Promise> promised(Job job) {
    return house.database().read(handle -> Promises.of(handle, job));
  }

  private SkippedTimes skippedTimes() {
    return new SkippedTimes(house.transactions());
  }

  private Job skipped(Job series, Instant planned) {
    return agreed(skippedTimes().skip(sender, series.id(), planned, Optional.empty()));
  }

  private void refused(ChangeResult answer) {
    assertThat(answer)
        .isInstanceOfSatisfying(
            ChangeResult.Invalid.class,
            invalid ->
                assertThat(invalid.faults()).extracting(Fault::field).containsExactly("time"));
  }

  @Test
  void aSkippedTimeDoesNotGoOutAndTheNextOneDoes() {
    var series = repeated("FREQ=DAILY");
    var tomorrow = NINE.plus(1, DAYS);
    assertThat(skipped(series, NINE).state()).isEqualTo(new JobState.Scheduled(tomorrow));
    assertThat(skipped(series, NINE).revision()).as("once").isEqualTo(now(series).revision());
    refused(skippedTimes().skip(sender, series.id(), NINE.plus(2, DAYS), Optional.empty()));

    time.pass(Duration.ofHours(1));
    assertThat(startDue()).isZero();
    time.pass(Duration.ofDays(1));
    startDue();
    assertThat(planned(series)).containsExactly(tomorrow);
    assertThat(now(series).schedule().skipped()).as("it is forgotten then").isEmpty();
    refused(skippedTimes().unskip(sender, series.id(), NINE, Optional.empty()));
  }

  @Test
  void aSkippedTimeIsTakenBackOrStaysSkippedThroughChanges() {
    var series = repeated("FREQ=DAILY");
    skipped(series, NINE);
    skipped(series, NINE.plus(1, DAYS));
    var back = agreed(skippedTimes().unskip(sender, series.id(), NINE, Optional.empty()));
    assertThat(back.state()).isEqualTo(new JobState.Scheduled(NINE));

    var edited =
        agreed(
            house
                .writing()
                .edit(sender, series.id(), back.revision(), text("Goodbye"), Optional.empty()));
    var entered =
        new ScheduleInput("2026-11-21T11:00", "Europe/Helsinki", "FREQ=DAILY", Optional.empty());
    var again = entered.read(time.now(), edited.schedule());
    agreed(house.schedule(sender, series.id(), Consent.NONE, again, Optional.empty()));
    time.pass(Duration.ofHours(1));
    startDue();
    time.pass(Duration.ofDays(2));
    startDue();
    assertThat(planned(series)).containsExactly(NINE, NINE.plus(2, DAYS));
    assertThat(trail(series))
        .contains("job.skip " + NINE + " Hello", "job.unskip " + NINE + " Hello");
  }

  private List<String> trail(Job job) {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT action, detail FROM audit WHERE object = ? ORDER BY seq")
                .bind(0, job.id().toString())
                .map((row, _) -> row.getString("action") + " " + row.getString("detail"))
                .list());
  }

  @Test
  void theLastTimeAndWhatDoesNotRepeatCannotBeSkipped() {
    var series = repeated("FREQ=DAILY;COUNT=2");
    skipped(series, NINE);
    refused(skippedTimes().skip(sender, series.id(), NINE.plus(1, DAYS), Optional.empty()));
    for (var other : List.of(scheduled(), draft())) {
      assertThat(skippedTimes().skip(sender, other.id(), NINE, Optional.empty()))
          .isInstanceOf(ChangeResult.Refused.class);
    }
  }

  private List<Instant> planned(Job series) {
    return occurrences(series).stream()
        .flatMap(one -> one.occurrence().flatMap(Occurrence::planned).stream())
        .sorted()
        .toList();
  }
}
