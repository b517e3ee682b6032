package belfry.jobs.reminders;

import static belfry.testing.Author.agreed;
import static belfry.testing.Author.cancelled;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.access.ActingPerson;
import belfry.base.Wait;
import belfry.jobs.JobFollowUps;
import belfry.jobs.JobsFixture;
import belfry.jobs.job.Actor;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Consent;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobState;
import belfry.jobs.job.SendingRules;
import belfry.jobs.schedule.Fault;
import belfry.jobs.schedule.ParsedSchedule;
import belfry.jobs.schedule.QuietHours;
import belfry.jobs.schedule.Schedule;
import belfry.messages.Acknowledgement;
import belfry.messages.ReminderWords;
import belfry.messages.Reminders;
import belfry.people.audience.Audience;
import belfry.people.audience.Target;
import belfry.platform.ids.PersonId;
import belfry.runs.Acknowledgements;
import belfry.runs.ReadAnswers;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUps;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.Tally;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;

/** Reminders that are set with an announcement, on a real database and owned time. */
@OnEngines
class JobRemindersTest extends JobsFixture {
  private static final String ZONE = "Europe/Helsinki";

  /** The announcement is sent at eight; it is ten in Helsinki then. */
  private static final Instant FIRST = Instant.parse("2026-11-22T07:00:00Z");

  private static final Instant SECOND = Instant.parse("2026-11-24T07:00:00Z");
  private static final List<String> READERS = List.of("una", "dos", "tres");

  private static Reminders after(String until, int... days) {
    var times = IntStream.of(days).mapToObj(day -> new Reminders.Moment(day, "09:00")).toList();
    return new Reminders(times, ZONE, until, ReminderWords.EN, "");
  }

  private Draft asking(Reminders reminders) {
    return text("Wear your badge")
        .asking(Optional.of(new Acknowledgement("Got it", "", reminders)));
  }

  /** An announcement that has begun. */
  private Job begun(Reminders reminders) {
    return begun(asking(reminders));
  }

  private Job begun(Draft draft) {
    var job = agreed(house.writing().create(sender, draft, Optional.empty()));
    agreed(house.runNow(sender, job.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
    startDue();
    return now(job);
  }

  /** One that all readers have got. */
  private Job announced(Reminders reminders) {
    return announced(asking(reminders));
  }

  private Job announced(Draft draft) {
    var job = begun(draft);
    arrived(job);
    return now(job);
  }

  /** Its run goes to the readers, and is over. */
  private void arrived(Job job) {
    var run = run(job);
    var targets =
        READERS.stream()
            .map(id -> new Target(Target.Kind.PERSON, id, id, id + "@x.example"))
            .toList();
    house
        .database()
        .write(handle -> {
          RecipientRows.insert(
              handle,
              run.id(),
              0,
              targets,
              Collections.nCopies(targets.size(), 0),
              false,
              Optional.empty());
          house.runs().expanded(handle, run.id(), new Tally(3, 0, 0, 0, 0, 0, 0, 0), List.of());
          handle.execute(
              "UPDATE recipient SET state = 'sent', dated = ? WHERE run = ?",
              // By a clock that is behind ours.
              time.now().minusSeconds(1),
              run.id().value());
          handle.execute(
              "UPDATE run SET pending = 0, sent = 3, next_seq = 3 WHERE id = ?", run.id().value());
          return house.closed().close(handle, Runs.find(handle, run.id()).orElseThrow());
        });
  }

  private void acknowledged(Job job, String... who) {
    var run = run(job).id();
    for (var one : who) {
      var _ =
          house
              .database()
              .write(handle -> Acknowledgements.add(handle, run, new PersonId(one), time.now()));
    }
  }

  private void at(Instant moment) {
    time.pass(Duration.between(time.now(), moment));
    startDue();
  }

  private List<Job> remindersOf(Job job) {
    return occurrences(job);
  }

  private PlannedReminders planned(Job job) {
    return seen(job).reminders();
  }

  private Optional<Wait> waitsAt(Job job, Instant moment) {
    return planned(job).waits(moment, Optional.empty(), house.rules().quietUntil(job.app()));
  }

  private JobReminders reminders() {
    return new JobReminders(house.transactions(), house.database());
  }

  private JobReminders.Seen seen(Job job) {
    return reminders().of(now(job), time.now()).orElseThrow();
  }

  @Test
  void eachTimeIsAJobForThoseWhoAreSilent() {
    var job = announced(after("", 1, 3));
    acknowledged(job, "dos");
    at(FIRST.minusSeconds(1));
    assertThat(remindersOf(job)).isEmpty();
    assertThat(planned(job).times()).containsExactly(FIRST, SECOND);
    assertThat(seen(job).standing().silent()).isEqualTo(2);

    at(FIRST);

    assertThat(remindersOf(job))
        .singleElement()
        .satisfies(one -> {
          assertThat(one.state()).isInstanceOf(JobState.Sending.class);
          assertThat(one.people()).isEqualTo(2);
          assertThat(one.title()).isEqualTo("Reminder: Wear your badge");
          assertThat(one.reminded()).contains(job.id());
          assertThat(one.series()).isEmpty();
          assertThat(one.draft().reminders()).isEqualTo(Reminders.NONE);
          assertThat(run(one).late()).isFalse();
          assertThat(run(one).markdown())
              .isEqualTo(
                  "**Reminder:** Wear your badge\n\nPlease confirm that you have read this message.");
        });
    assertThat(planned(job).times()).containsExactly(SECOND);
    arrived(remindersOf(job).getFirst());

    at(SECOND);

    assertThat(remindersOf(job)).hasSize(2);
    assertThat(planned(job).ended()).contains(ReminderEnd.SENT);
    assertThat(startDue()).isZero();
  }

  @Test
  void thoseThatCameWhileNobodyRanAreCaughtUpWithOnce() {
    var job = announced(after("", 1, 2, 3, 7));

    at(SECOND.plus(Duration.ofHours(9)));

    assertThat(remindersOf(job))
        .singleElement()
        .satisfies(one -> {
          assertThat(one.occurrence().orElseThrow().planned()).contains(SECOND);
          assertThat(run(one).late()).isTrue();
        });
    assertThat(planned(job).times()).hasSize(1);
  }

  @Test
  void aTimeBeginsOnceHoweverManyTry() throws Exception {
    var job = announced(after("", 1, 3));
    time.pass(Duration.between(time.now(), FIRST));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tries = List.<Callable<Integer>>of(this::startDue, this::startDue, this::startDue);
      for (var result : threads.invokeAll(tries)) {
        assertThat(result.get()).isZero();
      }
    }

    assertThat(remindersOf(job)).hasSize(1);
  }

  @Test
  void whenAllHaveAcknowledgedTheyEndWithoutARun() {
    var job = announced(after("", 1, 3));
    acknowledged(job, "una", "dos", "tres");
    assertThat(seen(job).ended()).contains(ReminderEnd.ACKNOWLEDGED);

    at(FIRST);

    assertThat(remindersOf(job)).isEmpty();
    assertThat(planned(job).ended()).contains(ReminderEnd.ACKNOWLEDGED);
  }

  @Test
  void theyGoOnWhileSomebodyMayStillBeSentTo() {
    var job = announced(after("", 1, 3));
    settled(job, "failed", 2, 1);
    acknowledged(job, "una", "dos");
    assertThat(seen(job).ended()).isEmpty();

    at(FIRST);
    assertThat(remindersOf(job)).isEmpty();

    settled(job, "sent", 3, 0);
    at(SECOND);
    assertThat(remindersOf(job)).hasSize(1);
  }

  /** Tres' message ends like this. */
  private void settled(Job job, String state, int sent, int failed) {
    var run = run(job).id().value();
    house
        .database()
        .write(handle -> {
          handle.execute("UPDATE run SET sent = ?, failed = ? WHERE id = ?", sent, failed, run);
          return handle.execute(
              "UPDATE recipient SET state = ? WHERE run = ? AND target = 'tres'", state, run);
        });
  }

  @Test
  void quietHoursDeferThemAndMakeOneOfSeveral() {
    var job = announced(after("", 1, 2));
    var weekend =
        new QuietHours(
            EnumSet.allOf(DayOfWeek.class),
            LocalTime.of(8, 30),
            LocalTime.of(8, 0),
            ZoneId.of(ZONE));
    assertThat(house.rules().change(sender, new SendingRules.Rules(0, Optional.of(weekend), 500)))
        .isPresent();

    assertThat(waitsAt(job, FIRST.minusSeconds(1))).contains(Wait.For.TIME.until(FIRST));
    at(FIRST);
    at(FIRST.plus(Duration.ofDays(1)));
    assertThat(remindersOf(job)).isEmpty();
    var end = Instant.parse("2026-11-24T06:00:00Z");
    assertThat(house.rules().quietUntil(job.app())).contains(end);
    assertThat(waitsAt(job, time.now())).contains(Wait.For.QUIET_HOURS.until(end));
    // Eight o'clock in Helsinki.
    at(Instant.parse("2026-11-24T06:10:00Z"));

    assertThat(remindersOf(job)).hasSize(1);
    assertThat(planned(job).ended()).contains(ReminderEnd.SENT);
  }

  private void quietFrom(int hour, int minute) {
    var hours =
        new QuietHours(
            EnumSet.allOf(DayOfWeek.class),
            LocalTime.of(hour, minute),
            LocalTime.of(8, 0),
            ZoneId.of(ZONE));
    var revision = house.rules().of(sender.app().name()).revision();
    var rules = new SendingRules.Rules(revision, Optional.of(hours), 500);
    assertThat(house.rules().change(sender, rules)).isPresent();
  }

  @Test
  void whatQuietHoursHoldUntilAfterTheLastDayCannotBeSet() {
    var job = announced(after("", 1, 3));
    quietFrom(9, 0);

    assertThat(setAnew(job, after("2026-11-22", 1)))
        .isInstanceOfSatisfying(
            ChangeResult.Invalid.class,
            refused ->
                assertThat(refused.faults())
                    .extracting(fault -> fault.phrase().code())
                    .containsExactly("reminders.quiet"));
    agreed(setAnew(job, after("2026-11-23", 1)));
    agreed(setAnew(job, after("", 1)));
  }

  @Test
  void oneThatIsDueAndWaitsIsStillMeantWhereTheOthersAreChanged() {
    var job = announced(after("", 1, 3));
    quietFrom(9, 0);
    at(FIRST.plus(Duration.ofHours(1)));
    var own = new Reminders(after("", 1, 3).times(), ZONE, "", ReminderWords.EN, "*Do* read it");

    agreed(setAnew(job, own));
    assertThat(planned(job).times()).containsExactly(FIRST, SECOND);
    agreed(setAnew(job, after("", 1, 2, 3)));
    assertThat(planned(job).times()).containsExactly(FIRST, days(FIRST, 1), SECOND);
    agreed(setAnew(job, after("", 2, 3)));
    assertThat(planned(job).times()).containsExactly(days(FIRST, 1), SECOND);
  }

  @Test
  void whoeverStopsOrSkipsOneThatIsDueAndWaitsCanUndoIt() {
    var job = announced(after("", 1));
    quietFrom(9, 0);
    at(FIRST.plus(Duration.ofHours(1)));

    agreed(reminders().stop(sender, job.id(), Optional.empty()));
    assertThat(seen(job).skipped()).isEmpty();
    agreed(setAnew(job, after("", 1)));
    assertThat(planned(job).times()).containsExactly(FIRST);
    agreed(reminders().skip(sender, job.id(), FIRST, Optional.empty()));
    assertThat(seen(job).skipped()).containsExactly(FIRST);
    agreed(reminders().unskip(sender, job.id(), FIRST, Optional.empty()));

    // Half past eight in Helsinki, on the next day.
    at(Instant.parse("2026-11-23T06:30:00Z"));
    assertThat(remindersOf(job)).hasSize(1);
  }

  @Test
  void whatWaitedWhenSomebodyStoppedThemDoesNotComeLongAfterwards() {
    var job = announced(after("", 1, 3));
    quietFrom(9, 0);
    at(FIRST.plus(Duration.ofHours(1)));
    agreed(reminders().stop(sender, job.id(), Optional.empty()));

    time.pass(Duration.ofMinutes(11));
    agreed(setAnew(job, after("", 1, 3)));
    assertThat(planned(job).times()).containsExactly(SECOND);
    agreed(reminders().skip(sender, job.id(), SECOND, Optional.empty()));
    time.pass(Duration.ofMinutes(11));
    assertThat(seen(job).skipped()).containsExactly(SECOND);
  }

  @Test
  void theDaysAreCountedFromTheEndOfTheQuietHoursForWhichTheMessageWaits() {
    quietFrom(9, 30);
    var job = begun(after("", 1, 3));
    assertThat(planned(job).times()).containsExactly(days(FIRST, 1), days(SECOND, 1));
    agreed(setAnew(job, after("", 1, 2)));
    assertThat(planned(job).times()).containsExactly(days(FIRST, 1), days(FIRST, 2));

    // Half past eight in Helsinki, on the next day.
    at(Instant.parse("2026-11-22T06:30:00Z"));
    arrived(job);

    assertThat(planned(job).times()).containsExactly(days(FIRST, 1), days(FIRST, 2));
  }

  @Test
  void whatIsMadeUrgentIsRemindedOfFromThen() {
    var draft = asking(after("2026-11-22", 1));
    var made = agreed(house.writing().create(sender, draft, Optional.empty()));
    agreed(house.runNow(sender, made.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
    quietFrom(9, 30);
    startDue();
    var job = now(made);
    assertThat(planned(job).ended()).contains(ReminderEnd.OVER);
    assertThat(notice().markdown()).contains("were not all sent");

    agreed(house.sending().hurry(sender, job.id(), "The building is closed", Optional.empty()));

    assertThat(planned(job).times()).containsExactly(FIRST);
    arrived(job);
    assertThat(planned(job).times()).containsExactly(FIRST);
    assertThat(planned(job).goOn()).isTrue();
    assertThat(audited())
        .containsSubsequence("job.remindersEnded", "job.urgent", "job.remindersResumed")
        .containsOnlyOnce("job.remindersResumed");
  }

  @Test
  void whatGoesOutSoonerBecauseItsQuietHoursAreShortenedIsRemindedOfAfterAll() {
    var draft = asking(after("2026-11-22", 1));
    var made = agreed(house.writing().create(sender, draft, Optional.empty()));
    agreed(house.runNow(sender, made.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
    quietFrom(9, 30);
    startDue();
    assertThat(planned(made).ended()).contains(ReminderEnd.OVER);

    quietFrom(22, 0);
    arrived(now(made));

    assertThat(planned(made).times()).containsExactly(FIRST);
    assertThat(audited())
        .containsSubsequence("job.remindersEnded", "job.remindersResumed")
        .containsOnlyOnce("job.remindersResumed");
  }

  @Test
  void theAuthorIsToldWhereAReminderIsTooEarlyForWhatIsMadeUrgent() {
    quietFrom(9, 30);
    var job = begun(after("", 0));
    assertThat(planned(job).times()).containsExactly(FIRST);

    agreed(house.sending().hurry(sender, job.id(), "The building is closed", Optional.empty()));
    arrived(job);

    assertThat(planned(job).ended()).contains(ReminderEnd.OVER);
    assertThat(audited()).containsOnlyOnce("job.remindersEnded");
    assertThat(notice().markdown()).contains("were not all sent");
  }

  @Test
  void whatEndsBeforeItBeganIsRecordedOnce() {
    var eleven = List.of(new Reminders.Moment(0, "11:00"));
    var set = new Reminders(eleven, ZONE, "2026-11-21", ReminderWords.EN, "");
    var made = agreed(house.writing().create(sender, asking(set), Optional.empty()));
    agreed(house.runNow(sender, made.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
    quietFrom(9, 30);
    startDue();
    assertThat(planned(made).ended()).contains(ReminderEnd.OVER);
    time.pass(Duration.ofHours(2));

    arrived(now(made));

    assertThat(planned(made).ended()).contains(ReminderEnd.OVER);
    assertThat(audited()).containsOnlyOnce("job.remindersEnded");
  }

  @Test
  void nobodyIsToldOfTheLastTimeOfASeriesAfterTheLastDay() {
    var made =
        agreed(house.writing().create(sender, asking(after("2026-11-22", 1)), Optional.empty()));
    var twice = new Schedule("2026-11-21T11:00", ZONE, "FREQ=DAILY;COUNT=2", Schedule.USUAL_GRACE);
    var at = new ParsedSchedule.At(NINE, twice);
    agreed(house.schedule(sender, made.id(), Consent.NONE, at, Optional.empty()));
    at(NINE);
    at(days(NINE, 1));

    assertThat(planned(made).ended()).contains(ReminderEnd.OVER);
    assertThat(house.runs().open(TestPortal.NEWS)).noneMatch(run -> run.kind() == Run.Kind.NOTICE);
  }

  @Test
  void whatGoesOutBeforeQuietHoursWereToEndIsRemindedOfFromThen() {
    quietFrom(9, 30);
    var job = begun(after("2026-11-25", 1, 2, 4));
    assertThat(planned(job).times()).containsExactly(days(FIRST, 1), days(FIRST, 2));
    var skip = reminders().skip(sender, job.id(), days(FIRST, 1), Optional.empty());
    agreed(skip);

    arrived(job);

    assertThat(planned(job).times()).containsExactly(days(FIRST, 1), days(FIRST, 3));
  }

  @Test
  void theAuthorIsToldOfOneThatCouldNotBeSentBeforeTheLastDay() {
    var job = announced(after("2026-11-22", 1));
    quietFrom(9, 0);
    at(FIRST);
    assertThat(planned(job).ended()).isEmpty();

    // Midnight in Helsinki.
    at(Instant.parse("2026-11-22T22:00:00Z"));

    assertThat(planned(job).ended()).contains(ReminderEnd.OVER);
    assertThat(notice().markdown()).contains("were not all sent");
  }

  @Test
  void nobodyIsToldWhereAllHaveAcknowledged() {
    var job = announced(after("2026-11-22", 1));
    acknowledged(job, "una", "dos", "tres");
    quietFrom(9, 0);
    at(FIRST);
    at(Instant.parse("2026-11-22T22:00:00Z"));

    assertThat(planned(job).ended()).contains(ReminderEnd.OVER);
    assertThat(house.runs().open(TestPortal.NEWS)).isEmpty();
  }

  @Test
  void oneThatIsStillBeingSentIsNotFollowedByAnother() {
    var job = announced(after("", 1, 2, 3));
    at(FIRST);

    at(FIRST.plus(Duration.ofDays(1)));
    assertThat(remindersOf(job)).hasSize(1);
    var leftOut =
        new LeftOutReminder(FIRST.plus(Duration.ofDays(1)), LeftOutReminder.Why.BEING_SENT);
    assertThat(planned(job).leftOut()).containsExactly(leftOut);
    arrived(remindersOf(job).getFirst());
    at(SECOND);

    assertThat(remindersOf(job)).hasSize(2);
    assertThat(planned(job).leftOut()).containsExactly(leftOut);
    assertThat(seen(job).endedWords().orElseThrow().english())
        .isEqualTo("The last reminder has begun. No other one follows.");
    arrived(remindersOf(job).getFirst());
    assertThat(seen(job).endedWords().orElseThrow().english())
        .isEqualTo("The last reminder was sent.");
  }

  @Test
  void ofSeveralThatAreDueTheNewestIsSentAndTheOthersAreNamed() {
    var job = announced(after("", 1, 2, 3));

    at(SECOND);

    assertThat(remindersOf(job)).hasSize(1);
    assertThat(planned(job).leftOut())
        .containsExactly(
            new LeftOutReminder(FIRST, LeftOutReminder.Why.NEWER),
            new LeftOutReminder(FIRST.plus(Duration.ofDays(1)), LeftOutReminder.Why.NEWER));
  }

  @Test
  void theDaysAreCountedFromWhenTheLastHasGotTheMessage() {
    var job = begun(after("", 1, 3));
    at(FIRST.plus(Duration.ofHours(1)));
    assertThat(remindersOf(job)).isEmpty();

    arrived(job);
    assertThat(planned(job).times()).containsExactly(days(FIRST, 1), days(SECOND, 1));
    at(days(FIRST, 1).minusSeconds(1));
    assertThat(remindersOf(job)).isEmpty();
    at(days(FIRST, 1));
    assertThat(remindersOf(job)).hasSize(1);

    agreed(reminders().set(sender, job.id(), Optional.empty(), after("", 3, 4), Optional.empty()));
    assertThat(planned(job).times()).containsExactly(days(SECOND, 1), days(SECOND, 2));
  }

  @Test
  void setAgainWhileSomebodyIsSentToAgainTheyAreCountedAsBefore() {
    var job = begun(after("", 1, 3));
    at(FIRST.plus(Duration.ofHours(1)));
    arrived(job);
    house
        .database()
        .write(handle -> {
          Runs.reopen(handle, run(job).id());
          return 1;
        });

    agreed(setAnew(job, after("", 1, 3)));

    assertThat(planned(job).times()).containsExactly(days(FIRST, 1), days(SECOND, 1));
  }

  @Test
  void whoeverGetsItLaterIsNotRemindedSoonerThanThat() {
    var job = announced(after("", 1, 3));
    at(FIRST);
    time.pass(Duration.ofHours(1));
    house
        .database()
        .write(handle -> {
          Runs.reopen(handle, run(job).id());
          return handle.execute(
              "UPDATE recipient SET dated = ? WHERE run = ? AND target = 'tres'",
              time.now(),
              run(job).id().value());
        });
    house.database().write(handle -> house.closed().close(handle, run(job)));

    assertThat(planned(job).times()).containsExactly(days(SECOND, 1));
  }

  @Test
  void whatWouldComeAfterTheLastDayIsNotSent() {
    var job = begun(after("2026-11-24", 1, 3));
    at(FIRST.plus(Duration.ofHours(1)));
    arrived(job);
    assertThat(planned(job).times()).containsExactly(days(FIRST, 1));
  }

  @Test
  void theTrailSaysThatNoneIsLeftWhereAllWouldComeAfterTheLastDay() {
    var job = begun(after("2026-11-22", 1));
    at(FIRST.plus(Duration.ofHours(1)));

    arrived(job);

    assertThat(planned(job).ended()).contains(ReminderEnd.OVER);
    assertThat(audited()).contains("job.remindersEnded");
    assertThat(notice().markdown()).contains("were not all sent");
  }

  private static Instant days(Instant time, int days) {
    return time.plus(Duration.ofDays(days));
  }

  @Test
  void whatWasWrittenBackIsReadBeforeAnybodyIsReminded() {
    house.database().write(JobRemindersTest::begun);
    var job = announced(after("", 1, 3));
    at(FIRST);
    assertThat(remindersOf(job)).isEmpty();
    assertThat(waitsAt(job, FIRST))
        .contains(Wait.For.ANSWERS.until(FIRST.plus(ReadAnswers.LONGEST_WAIT)));

    read(FIRST.minusSeconds(1));
    at(FIRST.plusSeconds(2));
    assertThat(remindersOf(job)).isEmpty();
    acknowledged(job, "una", "dos");
    read(FIRST);
    at(FIRST.plusSeconds(4));

    assertThat(remindersOf(job)).singleElement().extracting(Job::people).isEqualTo(1L);
  }

  @Test
  void whatCannotBeReadForLongIsNotWaitedForAnyMore() {
    house.database().write(JobRemindersTest::begun);
    var job = announced(after("", 1, 3));
    at(FIRST);
    at(FIRST.plus(ReadAnswers.LONGEST_WAIT).minusSeconds(1));
    assertThat(remindersOf(job)).isEmpty();

    at(FIRST.plus(ReadAnswers.LONGEST_WAIT).plusSeconds(60));
    assertThat(remindersOf(job)).hasSize(1);
    assertThat(audited()).contains("job.remindedUnread");
    arrived(remindersOf(job).getFirst());
    at(SECOND);
    assertThat(remindersOf(job)).as("asked anew").hasSize(1);
  }

  @Test
  void whatCannotBeReadIsNotWaitedForUntilQuietHoursHoldTheLast() {
    house.database().write(JobRemindersTest::begun);
    var job = announced(after("2026-11-22", 1));
    quietFrom(9, 1);

    at(FIRST);

    assertThat(remindersOf(job)).hasSize(1);
  }

  private static Optional<Instant> begun(Handle handle) {
    ReadAnswers.begin(handle, TestPortal.NEWS);
    return ReadAnswers.awaited(handle, TestPortal.NEWS);
  }

  private void read(Instant upTo) {
    house
        .database()
        .write(handle -> {
          ReadAnswers.upTo(handle, TestPortal.NEWS, upTo);
          return ReadAnswers.awaited(handle, TestPortal.NEWS);
        });
  }

  @Test
  void nothingIsSentAfterTheLastDay() {
    var job = announced(after("2026-11-22", 1, 3));
    assertThat(planned(job).times()).containsExactly(FIRST);
    at(FIRST);
    var reminder = remindersOf(job).getFirst();
    // Midnight in Helsinki.
    at(Instant.parse("2026-11-22T22:00:00Z"));

    assertThat(now(reminder).state()).isInstanceOf(JobState.Stopping.class);
    assertThat(run(reminder).progress().gate()).isEqualTo(Run.Gate.STOPPING);
    assertThat(run(reminder).notes()).singleElement().asString().contains("last day");
    assertThat(house.nextDue()).isEmpty();
  }

  /** Whoever has the corrected text would be told what was corrected as the newest. */
  @Test
  void noReminderSaysWhatWasCorrectedForSome() {
    var job = meeting("Meet in room A.");

    correct(job, FollowUp.Part.ALL, Optional.of(everybody), "Meet in room B.");

    var bare =
        "**Reminder:** Drill\n\nPlease confirm that you have read this message: write “OK” back.";
    assertThat(seen(job).markdown()).isEqualTo(bare);
    at(FIRST);
    assertThat(run(remindersOf(job).getFirst()).markdown()).isEqualTo(bare);
    arrived(remindersOf(job).getFirst());

    correct(job, FollowUp.Part.ALL, Optional.empty(), "Meet in room C.");
    assertThat(seen(job).markdown()).endsWith("\n\nMeet in room C.");
  }

  @Test
  void noReminderSaysWhatACorrectionThatWasStoppedDidNotChangeForAll() {
    var job = meeting("Meet in room A.");
    agreed(
        followUps()
            .correct(
                sender,
                job.id(),
                new JobFollowUps.Whose(FollowUp.Part.ALL, Optional.empty()),
                "# Drill\n\nMeet in room B.",
                Consent.NONE,
                Optional.empty()));
    assertThat(seen(job).markdown()).endsWith("\n\nMeet in room B.");

    agreed(followUps().stop(sender, job.id(), Optional.empty(), Optional.empty()));

    assertThat(seen(job).markdown()).doesNotContain("room");
    house.database().write(handle -> handle.execute("UPDATE follow_up SET gate = 'closed'"));
    assertThat(seen(job).markdown()).as("before anybody was written down").doesNotContain("room");
    correct(job, FollowUp.Part.ALL, Optional.empty(), "Meet in room C.");
    assertThat(seen(job).markdown()).endsWith("\n\nMeet in room C.");
  }

  @Test
  void noReminderSaysWhatWasCorrectedBeforeSomebodyWasSentToAgain() {
    var job = meeting("Meet in room A.");
    correct(job, FollowUp.Part.ALL, Optional.empty(), "Meet in room B.");
    assertThat(seen(job).markdown()).endsWith("\n\nMeet in room B.");

    house
        .database()
        .write(handle ->
            handle.execute("UPDATE run SET sent = 4 WHERE id = ?", run(job).id().value()));

    assertThat(seen(job).markdown()).doesNotContain("room");
  }

  @Test
  void whatWasCorrectedForBothPartsIsWhatTheMessageSays() {
    var job = meeting("Meet in room A.");
    var run = run(job).id().value();
    house
        .database()
        .write(handle -> handle.execute("UPDATE run SET wave_mark = 1 WHERE id = ?", run));

    correct(job, FollowUp.Part.FIRST_WAVE, Optional.empty(), "Meet in room B.");
    assertThat(seen(job).markdown()).doesNotContain("room");
    assertThat(now(job).draft().text().markdown()).endsWith("room A.");
    correct(job, FollowUp.Part.REST, Optional.empty(), "Meet in room B.");

    assertThat(now(job).draft().text().markdown()).endsWith("room B.");
    assertThat(seen(job).markdown()).endsWith("\n\nMeet in room B.");
  }

  private Job meeting(String words) {
    var asked = new Acknowledgement("", "OK", after("", 1, 3));
    return announced(text("# Drill\n\n" + words).asking(Optional.of(asked)));
  }

  /** It is over as soon as it has begun. */
  private void correct(Job job, FollowUp.Part part, Optional<Audience> only, String words) {
    agreed(
        followUps()
            .correct(
                sender,
                job.id(),
                new JobFollowUps.Whose(part, only),
                "# Drill\n\n" + words,
                Consent.NONE,
                Optional.empty()));
    house
        .database()
        .write(handle ->
            handle.execute(
                "UPDATE follow_up SET gate = 'closed', done = 3 WHERE run = ? AND gate = 'open'",
                run(job).id().value()));
  }

  @Test
  void aReminderThatWasSentIsRecalledWithItsMessage() {
    for (var only : List.of(Optional.<Audience>empty(), Optional.of(everybody))) {
      var job = announced(after("", 1, 3));
      at(time.now().plus(Duration.ofDays(1)));
      var reminder = remindersOf(job).getFirst();
      arrived(reminder);

      agreed(
          followUps()
              .recall(
                  sender,
                  job.id(),
                  new JobFollowUps.Whose(FollowUp.Part.ALL, only),
                  Consent.NONE,
                  Optional.empty()));

      assertThat(new FollowUps(house.database()).readable(run(reminder).id()))
          .singleElement()
          .satisfies(one -> {
            assertThat(one.kind()).isEqualTo(FollowUp.Kind.RECALL);
            assertThat(one.isOfAll()).isEqualTo(only.isEmpty());
          });
    }
  }

  /** The others would get the reminder in the words of before. */
  @Test
  void nothingIsCorrectedWhileAReminderOfItIsBeingSent() {
    var job = meeting("Meet in room A.");
    at(FIRST);
    var everybody = new JobFollowUps.Whose(FollowUp.Part.ALL, Optional.empty());

    var refused =
        followUps().correct(sender, job.id(), everybody, "B", Consent.NONE, Optional.empty());

    assertThat(refused).isInstanceOf(ChangeResult.Refused.class);
    arrived(remindersOf(job).getFirst());
    agreed(followUps().correct(sender, job.id(), everybody, "B", Consent.NONE, Optional.empty()));
  }

  @Test
  void aRecallOfRemindersWaitsForTheirOwnAndStopsWithThatOfTheirMessage() {
    var job = announced(after("", 1, 3));
    at(FIRST);
    var reminder = remindersOf(job).getFirst();
    arrived(reminder);
    var everybody = new JobFollowUps.Whose(FollowUp.Part.ALL, Optional.empty());
    for (var one : List.of(reminder, job)) {
      agreed(followUps().recall(sender, one.id(), everybody, Consent.NONE, Optional.empty()));
      time.pass(Duration.ofSeconds(1));
    }
    assertThat(recalls(reminder)).containsExactly(FollowUp.Gate.OPEN, FollowUp.Gate.OPEN);

    agreed(followUps().stop(sender, job.id(), Optional.empty(), Optional.empty()));
    assertThat(recalls(reminder))
        .as("the newest first")
        .containsExactly(FollowUp.Gate.STOPPING, FollowUp.Gate.OPEN);
  }

  @Test
  void stoppingARecallOfAPartLeavesThatOfAReminderAlone() {
    var job = announced(after("", 1, 3));
    at(FIRST);
    var reminder = remindersOf(job).getFirst();
    arrived(reminder);
    house
        .database()
        .write(handle ->
            handle.execute("UPDATE run SET wave_mark = 1 WHERE id = ?", run(job).id().value()));
    for (var part : List.of(FollowUp.Part.ALL, FollowUp.Part.FIRST_WAVE)) {
      var one = part == FollowUp.Part.ALL ? reminder : job;
      var whose = new JobFollowUps.Whose(part, Optional.empty());
      agreed(followUps().recall(sender, one.id(), whose, Consent.NONE, Optional.empty()));
    }

    agreed(followUps().stop(sender, job.id(), Optional.empty(), Optional.empty()));

    assertThat(recalls(reminder)).containsExactly(FollowUp.Gate.OPEN);
    assertThat(recalls(job)).containsExactly(FollowUp.Gate.STOPPING);
  }

  private List<FollowUp.Gate> recalls(Job job) {
    return new FollowUps(house.database())
        .readable(run(job).id()).stream().map(FollowUp::gate).toList();
  }

  private JobFollowUps followUps() {
    return new JobFollowUps(house.transactions(), house.database(), house.people().audiences());
  }

  @Test
  void aMessageThatIsRecalledOrCancelledHasNoMoreReminders() {
    var recalled = announced(after("", 1, 3));
    at(FIRST);
    var reminder = remindersOf(recalled).getFirst();
    var everybody = new JobFollowUps.Whose(FollowUp.Part.ALL, Optional.empty());
    agreed(followUps().recall(sender, recalled.id(), everybody, Consent.NONE, Optional.empty()));
    assertThat(planned(recalled).ended()).contains(ReminderEnd.RECALLED);
    assertThat(now(reminder).state()).isInstanceOf(JobState.Stopping.class);
    assertThat(
            reminders()
                .set(sender, recalled.id(), Optional.empty(), after("", 9), Optional.empty()))
        .isInstanceOf(ChangeResult.Refused.class);

    var cancelled = begun(after("", 1, 3));
    var _ = cancelled(house.stopping().cancel(sender, cancelled.id(), false, Optional.empty()));
    assertThat(planned(cancelled).ended()).contains(ReminderEnd.CANCELLED);
  }

  @Test
  void aMessageThatIsStoppedByARecallOfSomeHasNoMoreReminders() {
    var job = begun(after("", 1, 3));
    var one = new Audience(List.of(new Audience.Person(new PersonId("una"), "Una")));
    var some = new JobFollowUps.Whose(FollowUp.Part.ALL, Optional.of(one));
    agreed(followUps().recall(sender, job.id(), some, Consent.NONE, Optional.empty()));

    assertThat(now(job).state()).isInstanceOf(JobState.Stopping.class);
    assertThat(planned(job).ended()).contains(ReminderEnd.CANCELLED);
  }

  @Test
  void theNextCanBeSkippedAndAllBeChangedAndStopped() {
    var job = announced(after("", 1, 3));
    var later = reminders().skip(sender, job.id(), SECOND, Optional.empty());
    assertThat(later).isInstanceOf(ChangeResult.Invalid.class);
    agreed(reminders().skip(sender, job.id(), FIRST, Optional.empty()));
    assertThat(planned(job).times()).containsExactly(SECOND);

    var seen = now(job).revision();
    var own = new Reminders(after("", 2, 3).times(), ZONE, "", ReminderWords.EN, "*Do* read it");
    var changed =
        agreed(reminders().set(sender, job.id(), Optional.of(seen), own, Optional.empty()));
    assertThat(planned(job).times()).hasSize(2);
    assertThat(reminders().set(sender, job.id(), Optional.of(seen), own, Optional.empty()))
        .isInstanceOf(ChangeResult.Stale.class);
    at(FIRST.plus(Duration.ofDays(1)));
    assertThat(run(remindersOf(job).getFirst()).markdown()).isEqualTo("*Do* read it");

    agreed(reminders().stop(sender, job.id(), Optional.empty()));
    at(SECOND);
    assertThat(remindersOf(job)).hasSize(1);
    assertThat(planned(job).ended()).contains(ReminderEnd.STOPPED);
    assertThat(changed.revision()).isGreaterThan(seen);
    assertThat(audited())
        .contains("job.reminders", "job.skipReminder", "job.remind", "job.stopReminders");
  }

  private List<String> audited() {
    return house
        .database()
        .read(handle ->
            handle.createQuery("SELECT action FROM audit ORDER BY seq").mapTo(String.class).list());
  }

  @Test
  void whenNoTimeIsLeftNothingCanBeSet() {
    var job = announced(after("", 1));
    at(FIRST.plus(Duration.ofHours(1)));

    var again = reminders().set(sender, job.id(), Optional.empty(), after("", 1), Optional.empty());

    assertThat(again)
        .isInstanceOfSatisfying(
            ChangeResult.Invalid.class,
            invalid ->
                assertThat(invalid.faults())
                    .extracting(Fault::field)
                    .containsExactly("reminders.times"));
  }

  @Test
  void setAnewBetweenTwoEqualHoursTheyDoNotRemindTwice() {
    time.pass(Duration.between(time.now(), Instant.parse("2027-10-30T08:00:00Z")));
    var job = announced(nextDay("03:14"));
    at(Instant.parse("2027-10-31T00:14:00Z"));
    arrived(remindersOf(job).getFirst());
    time.pass(Duration.ofMinutes(1));

    assertThat(setAnew(job, nextDay("03:14"))).isInstanceOf(ChangeResult.Invalid.class);
    agreed(setAnew(job, nextDay("03:10", "03:14", "03:40")));
    assertThat(planned(job).times())
        .containsExactly(
            Instant.parse("2027-10-31T00:40:00Z"), Instant.parse("2027-10-31T01:10:00Z"));
  }

  private static Reminders nextDay(String... times) {
    var moments = Stream.of(times).map(time -> new Reminders.Moment(1, time)).toList();
    return new Reminders(moments, ZONE, "", ReminderWords.EN, "");
  }

  private ChangeResult setAnew(Job job, Reminders reminders) {
    return reminders().set(sender, job.id(), Optional.empty(), reminders, Optional.empty());
  }

  @Test
  void deletingTheMessageDeletesThem() {
    var job = announced(after("", 1, 3));
    at(FIRST);
    var reminder = remindersOf(job).getFirst();
    assertThat(house.writing().delete(sender, job.id(), Optional.empty(), Optional.empty()))
        .isInstanceOf(ChangeResult.Refused.class);
    arrived(reminder);

    assertThat(house.writing().delete(sender, job.id(), Optional.empty(), Optional.empty()))
        .isInstanceOf(ChangeResult.Deleted.class);

    assertThat(house.jobs().find(TestPortal.NEWS, reminder.id())).isEmpty();
    at(SECOND);
    assertThat(remindersOf(job)).isEmpty();
    assertThat(house.nextDue()).isEmpty();
  }

  @Test
  void whoeverMayNotSendAnyMoreRemindsNobodyUntilSomebodySetsThemAgain() {
    var job = announced(after("", 1, 3));
    assertThat(
            house
                .access()
                .remove(house.app(), SENDER.id().value(), new ActingPerson(new PersonId("ana"))))
        .isNotNull();
    at(FIRST);

    assertThat(remindersOf(job)).isEmpty();
    assertThat(planned(job).held()).isTrue();
    var ana = new Actor(house.app(), new PersonId("ana"), "Ana", true);
    agreed(reminders().stop(ana, job.id(), Optional.empty()));
    assertThat(planned(job).ended()).contains(ReminderEnd.STOPPED);
  }

  @Test
  void whatSomebodyHadSetIsHeldWhenTheyMayNotSendAnyMore() {
    var job = announced(after("", 1, 3));

    house.held().allBy(house.app(), SENDER.id());

    assertThat(planned(job).held()).isTrue();
    assertThat(house.nextDue()).isEmpty();
    assertThat(notice().progress().gate()).isEqualTo(Run.Gate.OPEN);
    agreed(reminders().set(sender, job.id(), Optional.empty(), after("", 1), Optional.empty()));
    assertThat(notice().progress().gate()).as("answered").isEqualTo(Run.Gate.STOPPING);
    at(FIRST);
    assertThat(remindersOf(job)).hasSize(1);
  }

  /** Tells the author that reminders are on hold. */
  private Run notice() {
    return house.runs().open(TestPortal.NEWS).stream()
        .filter(run -> run.kind() == Run.Kind.NOTICE)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void eachTimeOfARepeatingMessageHasItsOwn() {
    var job = agreed(house.writing().create(sender, asking(after("", 1)), Optional.empty()));
    var schedule = new Schedule("2026-11-21T11:00", ZONE, "FREQ=DAILY", Schedule.USUAL_GRACE);
    agreed(
        house.schedule(
            sender,
            job.id(),
            Consent.NONE,
            new ParsedSchedule.At(NINE, schedule),
            Optional.empty()));
    at(NINE);
    var one = occurrences(job).getFirst();
    arrived(one);
    at(NINE.plus(Duration.ofDays(1)));
    var another = occurrences(job).stream().filter(it -> !it.id().equals(one.id())).findFirst();
    arrived(another.orElseThrow());
    acknowledged(another.orElseThrow(), "una", "dos", "tres");
    at(NINE.plus(Duration.ofDays(2)));

    assertThat(remindersOf(one)).hasSize(1);
    assertThat(remindersOf(another.orElseThrow())).isEmpty();
  }

  @Test
  void aMessageWithoutAnyTimeToRemindAtIsRefused() {
    var job =
        agreed(house.writing().create(sender, asking(after("2026-11-20", 1)), Optional.empty()));

    var refused = house.runNow(sender, job.id(), Consent.NONE, Duration.ZERO, Optional.empty());

    assertThat(refused)
        .isInstanceOfSatisfying(
            ChangeResult.Invalid.class,
            invalid ->
                assertThat(invalid.faults())
                    .extracting(Fault::field)
                    .containsExactly("acknowledge.reminders.times"));
  }
}
