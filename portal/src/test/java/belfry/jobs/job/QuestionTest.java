package belfry.jobs.job;

import static belfry.testing.Author.agreed;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.App;
import belfry.base.Secret;
import belfry.jobs.JobsFixture;
import belfry.jobs.SeenJobs;
import belfry.jobs.checking.Reach;
import belfry.jobs.schedule.ParsedSchedule;
import belfry.jobs.schedule.ScheduleInput;
import belfry.jobs.tests.MessageTestWish;
import belfry.people.audience.Audience;
import belfry.people.audience.Target;
import belfry.platform.ids.PersonId;
import belfry.runs.Run;
import belfry.runs.recipients.Reasons;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.Tally;
import belfry.testing.Author;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When a person is asked whether a run may go on, and what answers it, on a real database. */
@OnEngines
class QuestionTest extends JobsFixture {
  @Test
  void aPauseNeitherKeepsItFromBeingAskedNorAnswersIt() {
    var job = sentNow(draft());
    var paused = agreed(house.stopping().pause(sender, job.id(), Optional.empty()));

    assertThat(reaches(run(job), 5)).contains("It would go to 5, but it was meant for 20.");
    agreed(house.stopping().pause(sender, job.id(), Optional.empty()));
    assertThat(run(job).question()).isEqualTo("It would go to 5, but it was meant for 20.");
    assertThat(settles(run(job))).isFalse();

    assertThat(resume(job, Optional.of(paused.revision())))
        .as("of somebody who has seen a pause and no question")
        .isInstanceOf(ChangeResult.Stale.class);
    assertThat(run(job).progress().gate()).isEqualTo(Run.Gate.PAUSED);
    agreed(resume(job, Optional.of(now(job).revision())));
    assertThat(run(job).question()).isEmpty();
    assertThat(run(job).progress().gate()).isEqualTo(Run.Gate.OPEN);
  }

  @Test
  void aQuestionIsSeenWithTheRevisionThatAnswersIt() {
    var job = sentNow(draft());
    var before = now(job);
    assertThat(reaches(run(job), 5)).isPresent();

    var seen = new SeenJobs(house.database()).of(before);

    assertThat(seen.run().orElseThrow().question()).isNotEmpty();
    agreed(resume(job, Optional.of(seen.job().revision())));
    assertThat(new SeenJobs(house.database()).of(draft()).run()).isEmpty();
  }

  @Test
  void thatItGoesToNobodyIsAlwaysAskedAndOnlyACancelAnswersIt() {
    var job = sentNow(draft());
    var never =
        new App(
            TestPortal.NEWS,
            "News",
            List.of(new Secret("token")),
            List.of(),
            230,
            100,
            Optional.empty());

    assertThat(reaches(never, run(job), new Tally(0, 0, 0, 0, 0, 0, 0, 20)))
        .contains(
            "It would go to nobody, but it was meant for 20. 20 addresses were not found in your"
                + " organization.");
    assertThat(settles(run(job))).isFalse();
    assertThat(resume(job, Optional.empty())).isInstanceOf(ChangeResult.Invalid.class);
    assertThat(now(job).state()).isInstanceOf(JobState.Paused.class);

    house.stopping().cancel(sender, job.id(), false, Optional.empty());
    assertThat(run(job).question()).isEmpty();
    assertThat(settles(run(job))).isTrue();
    assertThat(now(job).state()).isInstanceOf(JobState.Cancelled.class);
  }

  @Test
  void whatIsPermittedToBeMissingIsNotAskedAbout() {
    var never =
        new App(
            TestPortal.NEWS,
            "News",
            List.of(new Secret("token")),
            List.of(),
            230,
            100,
            Optional.empty());
    assertThat(reaches(never, run(sentNow(draft())), pending(1))).isEmpty();
    var always =
        new App(
            TestPortal.NEWS,
            "News",
            List.of(new Secret("token")),
            List.of(),
            230,
            0,
            Optional.empty());
    assertThat(reaches(always, run(sentNow(draft())), pending(19))).isPresent();
    assertThat(reaches(always, run(sentNow(draft())), pending(20))).isEmpty();
  }

  @Test
  void addressesThatNobodyLookedUpCountToo() {
    var emails =
        IntStream.range(0, 60).mapToObj(number -> "nobody" + number + "@nowhere.example").toList();
    var job = sentNow(author.draft(new Audience(List.of(new Audience.Addresses("List", emails)))));

    assertThat(now(job).people()).as("40 of 60 were looked up").isEqualTo(20);
    assertThat(reaches(house.app(), run(job), new Tally(0, 0, 0, 0, 0, 0, 0, 60))).isPresent();
  }

  @Test
  void aTestAndWhatIsBeingStoppedAreNotAskedAbout() {
    var job = draft();
    assertThat(
            house
                .tests()
                .of(sender, job.id(), Optional.empty(), MessageTestWish.OWN, Optional.empty()))
        .isInstanceOf(ChangeResult.Tried.class);
    var test = house.runs().open(TestPortal.NEWS).getFirst();
    assertThat(reaches(test, 0)).isEmpty();

    var stopped = sentNow(draft());
    house.stopping().cancel(sender, stopped.id(), false, Optional.empty());
    assertThat(reaches(run(stopped), 0)).isEmpty();
    assertThat(now(stopped).state()).isInstanceOf(JobState.Stopping.class);
  }

  @Test
  void aTimeThatWasStoppedDoesNotBecomeTheMeasure() {
    var series = daily(everybody, "FREQ=DAILY");
    nextTime(EVERYBODY);
    var second = nextRun();
    assertThat(reaches(second, 5)).contains("It would go to 5, but last time it went to 20.");
    house.stopping().cancel(sender, second.job(), false, Optional.empty());
    over(second);

    assertThat(reaches(nextRun(), 5)).contains("It would go to 5, but last time it went to 20.");
    assertThat(now(series).state()).isInstanceOf(JobState.Scheduled.class);
  }

  @Test
  void whatSomebodyLetGoOnIsTheNextMeasure() {
    daily(everybody, "FREQ=DAILY");
    nextTime(EVERYBODY);
    var second = nextRun();
    assertThat(reaches(second, 5)).isPresent();
    agreed(house.stopping().resume(sender, second.job(), Optional.empty(), Optional.empty()));
    over(second);

    assertThat(reaches(nextRun(), 5)).isEmpty();
  }

  @Test
  void theLastTimeOfAllIsMeasuredByTheOneBefore() {
    daily(everybody, "FREQ=DAILY;COUNT=2");
    nextTime(30);

    assertThat(reaches(nextRun(), 20)).contains("It would go to 20, but last time it went to 30.");
  }

  @Test
  void oneThatIsSentBesidesIsMeasuredByWhatWasConfirmedForIt() {
    var series = daily(everybody, "FREQ=DAILY");
    nextTime(30);

    var one = sentNow(series);

    assertThat(reaches(run(one), 20)).isEmpty();
  }

  @Test
  void anotherAudienceIsMeasuredByWhatItsEditConfirmed() {
    var series = daily(everybody, "FREQ=DAILY");
    nextTime(EVERYBODY);
    var few =
        new Audience(
            List.of(
                new Audience.Person(new PersonId("one"), "One"),
                new Audience.Person(new PersonId("two"), "Two"),
                new Audience.Person(new PersonId("three"), "Three")));
    var draft = Author.text("Hello", few);
    var revision = now(series).revision();
    agreed(house.writing().edit(sender, series.id(), revision, draft, Optional.empty()));
    var run = nextRun();

    assertThat(reaches(run, 3)).isEmpty();
    over(run);
    assertThat(reaches(nextRun(), 2)).contains("It would go to 2, but last time it went to 3.");
  }

  /** Of a version that kept no promises, or of a node that still runs one. */
  @Test
  void withoutAPromiseTheCountIsTheMeasure() {
    var job = sentNow(draft());
    var text = Author.text("Your desk: {{name}}", everybody);
    var personal = sentNow(agreed(house.writing().create(sender, text, Optional.empty())));
    house.database().write(handle -> handle.execute("DELETE FROM job_promise"));

    assertThat(reaches(run(job), 5)).contains("It would go to 5, but it was meant for 20.");
    assertThat(reaches(run(run(personal), leftOut("one")), 19))
        .contains("1 person does not get it: No value is known for desk.");
  }

  @Test
  void whoWasLeftOutLastTimeIsNotAskedAboutAgain() {
    personalDaily();
    var first = nextRun();
    assertThat(reaches(run(first, leftOut("one")), 19))
        .contains("1 person does not get it: No value is known for desk.");
    agreed(house.stopping().resume(sender, first.job(), Optional.empty(), Optional.empty()));
    over(first);

    var second = nextRun();
    assertThat(reaches(run(second, leftOut("one")), 19)).isEmpty();
    over(second);
    assertThat(reaches(run(nextRun(), leftOut("two")), 19)).isPresent();
  }

  @Test
  void whoeverUndoesACancellationAgreesToNothingElse() {
    var seen = Optional.of(21L);
    var consent = new Consent(Optional.empty(), seen, Optional.empty(), Optional.empty(), "");
    var job = draft();
    agreed(house.schedule(sender, job.id(), consent, atNine(), Optional.empty()));
    house.stopping().cancel(sender, job.id(), true, Optional.empty());
    agreed(house.schedule(sender, job.id(), Consent.NONE, atNine(), Optional.empty()));

    assertThat(reaches(nextRun(), 5)).contains("It would go to 5, but it was meant for 21.");
  }

  @Test
  void whatWasAgreedToForAnotherAudienceIsForgotten() {
    var job = draft();
    agreed(house.schedule(sender, job.id(), Consent.NONE, atNine(), Optional.empty()));
    house.stopping().cancel(sender, job.id(), true, Optional.empty());
    var one = new Audience(List.of(new Audience.Person(new PersonId("one"), "One")));
    var edited = Author.text("Hello", one);
    agreed(house.writing().edit(sender, job.id(), now(job).revision(), edited, Optional.empty()));
    agreed(house.schedule(sender, job.id(), Consent.NONE, atNine(), Optional.empty()));

    assertThat(reaches(nextRun(), 1)).isEmpty();
  }

  private ParsedSchedule atNine() {
    return new ScheduleInput("2026-11-21T09:00", "UTC", "", Optional.empty()).read(time.now());
  }

  @Test
  void whatWasAgreedToSinceTheLastTimeIsTheMeasure() {
    var series = daily(everybody, "FREQ=DAILY");
    nextTime(40);
    assertThat(reaches(nextRun(), 20)).contains("It would go to 20, but last time it went to 40.");
    time.pass(Duration.ofMinutes(1));
    agreed(schedule(now(series), "2026-11-23T09:00", "FREQ=DAILY"));

    assertThat(reaches(nextRun(), 20)).as("the review said 20").isEmpty();
  }

  // ------------------------------------------------------------------------------------------

  private Job sentNow(Job job) {
    var sent = author.sendNow(job);
    startDue();
    return sent;
  }

  private Job daily(Audience audience, String rule) {
    return agreed(schedule(author.draft(audience), "2026-11-21T09:00", rule));
  }

  private void personalDaily() {
    var text = Author.text("Your desk: {{name}}", everybody);
    var job = agreed(house.writing().create(sender, text, Optional.empty()));
    agreed(schedule(job, "2026-11-21T09:00", "FREQ=DAILY"));
  }

  private ChangeResult schedule(Job job, String at, String rule) {
    var when = new ScheduleInput(at, "UTC", rule, Optional.empty()).read(time.now());
    return house.schedule(sender, job.id(), Consent.NONE, when, Optional.empty());
  }

  /** Goes out to so many at its next time. */
  private void nextTime(int reached) {
    var run = nextRun();
    assertThat(reaches(run, reached)).isEmpty();
    over(run);
  }

  private Run nextRun() {
    time.pass(Duration.between(time.now(), house.nextDue().orElseThrow()));
    startDue();
    return house.runs().open(house.app().name()).getLast();
  }

  private static Target leftOut(String id) {
    return new Target(Target.Kind.PERSON, id, id, "");
  }

  /** It, with somebody for whom there is no value. */
  private Run run(Run run, Target leftOut) {
    var why = Optional.of(Reasons.noValue(List.of("desk")));
    house
        .database()
        .write(handle -> {
          RecipientRows.insert(
              handle,
              run.id(),
              99,
              List.of(leftOut),
              Collections.nCopies(List.of(leftOut).size(), 0),
              true,
              why);
          return 1;
        });
    return run;
  }

  private Optional<String> reaches(Run run, int people) {
    return reaches(house.app(), run, pending(people));
  }

  private static Tally pending(int people) {
    return new Tally(people, 0, 0, 0, 0, 0, 0, 0);
  }

  private Optional<String> reaches(App app, Run run, Tally counts) {
    return house
        .database()
        .write(handle -> {
          assertThat(house.runs().expanded(handle, run.id(), counts, List.of())).isTrue();
          return house
              .questions()
              .doubt(
                  handle,
                  app,
                  run,
                  new Reach(
                      counts.pending(), counts.skipped(), Map.of(), Map.of(), List.of(), false),
                  List.of());
        });
  }

  /** Whoever waited got it, or did not where it was stopped; then nothing is open. */
  private void over(Run run) {
    house
        .database()
        .write(handle ->
            handle.execute(
                """
                UPDATE run SET pending = 0,
                  sent = sent + CASE WHEN gate = 'stopping' THEN 0 ELSE pending END,
                  skipped = skipped + CASE WHEN gate = 'stopping' THEN pending ELSE 0 END
                WHERE id = ?
                """,
                run.id().value()));
    assertThat(settles(run)).isTrue();
  }

  private boolean settles(Run run) {
    return house.database().write(handle -> house.closed().close(handle, run));
  }

  private ChangeResult resume(Job job, Optional<Long> revision) {
    return house.stopping().resume(sender, job.id(), revision, Optional.empty());
  }
}
