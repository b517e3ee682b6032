package belfry.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.AppName;
import belfry.base.Wait;
import belfry.jobs.JobStanding.Facts;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobState;
import belfry.jobs.schedule.Schedule;
import belfry.messages.Content;
import belfry.people.audience.Audience;
import belfry.platform.ids.PersonId;
import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.followups.FollowUps;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.OnUnknown;
import belfry.runs.recipients.Tally;
import belfry.testing.Author;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a job stands, from its state and its counts. */
class JobStandingTest {
  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
  private static final RunId RUN = new RunId(1);
  private static final Optional<Wait> RESTING = Optional.of(Wait.For.LIMIT.until(NOW));

  private static Job job(JobState state) {
    return new Job(
        new JobId(2),
        new AppName("news"),
        1,
        state,
        new PersonId("ana"),
        "Ana",
        new PersonId("ana"),
        Author.text("Hello", Audience.NOBODY),
        0,
        0,
        Schedule.NONE,
        Optional.empty(),
        "",
        "",
        NOW,
        NOW);
  }

  private static Run run(Tally tally, boolean expanded) {
    return new Run(
        RUN,
        new AppName("news"),
        new JobId(2),
        Run.Kind.JOB,
        new Content("Hello", Optional.empty(), Optional.empty()),
        OnUnknown.HOLD,
        Optional.empty(),
        new PersonId("ana"),
        false,
        false,
        List.of(),
        "",
        NOW,
        Optional.empty(),
        new RunProgress(
            Run.Gate.OPEN,
            expanded,
            Optional.of(NOW),
            Optional.empty(),
            0,
            tally.total(),
            tally,
            Optional.empty()));
  }

  private static String said(JobState state, Tally tally, FollowUps.Sum followed) {
    return JobStanding.of(
            job(state), new Facts(Optional.of(run(tally, true)), Optional.empty(), 0, 0, followed))
        .words()
        .english();
  }

  @ParameterizedTest(name = "{0} sent, {1} failed, {2} held, {3} skipped: {4}")
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "5, 0, 0, 0, Done",
        "10000, 2, 0, 0, \"Done, 2 failed\"",
        "10000, 2, 7, 9, \"Done, 2 failed\"",
        "5, 0, 1234, 0, \"Done, 1,234 not sure\"",
        "5, 0, 0, 3, \"Done, 3 skipped\"",
        "0, 5, 0, 0, Failed",
        "0, 5, 0, 5, Failed",
        "0, 5, 1, 0, \"Done, 5 failed\"",
        "0, 0, 5, 0, \"Done, 5 not sure\"",
        "0, 0, 0, 5, Nobody got it",
        "0, 0, 0, 0, Nobody got it",
      })
  void doneIsOnlyWhatEverybodyGot(long sent, long failed, long held, long skipped, String words) {
    var tally = new Tally(0, 0, 0, 0, held, sent, failed, skipped);

    assertThat(said(new JobState.Finished(RUN), tally, FollowUps.Sum.NONE)).isEqualTo(words);
  }

  @ParameterizedTest(name = "{0} recalled, {1} corrected: {4}")
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "10, 0, false, false, Recalled",
        "9, 0, false, false, \"Done, 9 recalled\"",
        "1, 10, false, false, \"Done, corrected, 1 recalled\"",
        "9, 0, true, false, Being recalled",
        "0, 10, false, false, \"Done, corrected\"",
        "0, 3, false, false, \"Done, 3 corrected\"",
        "0, 3, false, true, Being corrected",
        "10, 10, false, false, Recalled",
      })
  void whatWasDoneAboutItLaterIsSaid(
      long recalled, long corrected, boolean recalling, boolean correcting, String words) {
    var followed = new FollowUps.Sum(recalled, corrected, recalling, correcting, true);

    assertThat(said(new JobState.Finished(RUN), new Tally(0, 0, 0, 0, 0, 10, 0, 0), followed))
        .isEqualTo(words);
  }

  @Test
  void whatWasDoneLaterDoesNotReplaceHowItWent() {
    var failed = new Tally(0, 0, 0, 0, 0, 10, 2, 0);
    var finished = new JobState.Finished(RUN);
    assertThat(said(finished, failed, new FollowUps.Sum(1, 0, false, false, true)))
        .isEqualTo("Done, 2 failed, 1 recalled");
    assertThat(said(finished, failed, new FollowUps.Sum(0, 10, false, false, true)))
        .isEqualTo("Done, 2 failed, corrected");
    assertThat(said(finished, failed, new FollowUps.Sum(1, 10, false, false, true)))
        .isEqualTo("Done, 2 failed, 1 recalled");
    var stopped = new JobState.Cancelled(Optional.of(RUN));
    assertThat(said(stopped, failed, new FollowUps.Sum(3, 0, false, false, true)))
        .isEqualTo("Stopped, 3 recalled");
  }

  @Test
  void aStoppedJobSaysWhetherAnybodyMayHaveIt() {
    var stopped = new JobState.Cancelled(Optional.of(RUN));

    assertThat(said(stopped, new Tally(0, 0, 0, 0, 0, 1, 0, 9), FollowUps.Sum.NONE))
        .isEqualTo("Stopped");
    assertThat(said(stopped, new Tally(0, 0, 0, 0, 1, 0, 0, 9), FollowUps.Sum.NONE))
        .isEqualTo("Stopped");
    assertThat(said(stopped, new Tally(0, 0, 0, 0, 0, 0, 1, 9), FollowUps.Sum.NONE))
        .isEqualTo("Cancelled");
  }

  @ParameterizedTest(name = "{0} people and {1} spaces in doubt: {2}")
  @CsvSource({
    "1, 0, Checking 1 person",
    "2000, 0, 'Checking 2,000 people'",
    "0, 1, Checking 1 space",
    "0, 2, Checking 2 spaces",
    "3, 1, Checking 4"
  })
  void whoIsCheckedIsSaidAfterEverybodyWasSentTo(long people, long spaces, String words) {
    var tally = new Tally(0, 0, 0, people + spaces, 0, 5, 0, 0);
    var facts =
        new Facts(Optional.of(run(tally, true)), RESTING, people, spaces, FollowUps.Sum.NONE);

    assertThat(JobStanding.of(job(new JobState.Sending(RUN)), facts).words().english())
        .isEqualTo(words);
  }

  @Test
  void whatIsSentSaysWhetherItWaits() {
    var tally = new Tally(5, 0, 0, 1, 0, 5, 0, 0);
    var going = new JobState.Sending(RUN);

    assertThat(said(going, tally, FollowUps.Sum.NONE)).isEqualTo("Sending");
    var rests = new Facts(Optional.of(run(tally, true)), RESTING, 0, 0, FollowUps.Sum.NONE);
    assertThat(JobStanding.of(job(going), rests).words().english()).isEqualTo("Waiting");
    var early = new Facts(Optional.of(run(tally, false)), RESTING, 0, 0, FollowUps.Sum.NONE);
    assertThat(JobStanding.of(job(going), early).words().english()).isEqualTo("Preparing");
    var night = Optional.of(Wait.For.QUIET_HOURS.until(NOW));
    var held = new Facts(Optional.of(run(Tally.NONE, false)), night, 0, 0, FollowUps.Sum.NONE);
    assertThat(JobStanding.of(job(going), held).words().english()).isEqualTo("Waiting");
  }

  @Test
  void whatAnswerIsDueOrTurnToComeIsNoRest() {
    var tally = new Tally(5, 0, 1, 0, 0, 5, 0, 0);

    for (var course : List.of(Wait.For.ANSWER, Wait.For.TURN)) {
      var facts =
          new Facts(
              Optional.of(run(tally, true)), Optional.of(course.open()), 0, 0, FollowUps.Sum.NONE);
      assertThat(JobStanding.of(job(new JobState.Sending(RUN)), facts).name())
          .isEqualTo(JobStanding.Name.SENDING);
    }
  }

  @Test
  void everyJobThatIsNeitherDraftNorOverSaysWhatItWaitsForUnlessItIsBeingSent() {
    var later = NOW.plusSeconds(60);

    assertThat(waits(new JobState.Scheduled(later))).contains(Wait.For.UNDO.until(later));
    assertThat(waits(new JobState.Scheduled(NOW))).contains(Wait.For.TURN.open());
    assertThat(waits(new JobState.Held(NOW))).contains(Wait.For.DECISION.open());
    assertThat(waits(new JobState.Missed(NOW))).contains(Wait.For.DECISION.open());
    assertThat(waits(new JobState.Draft())).isEmpty();
  }

  private static Optional<Wait> waits(JobState state) {
    return JobStanding.waits(job(state), Facts.NONE, NOW);
  }
}
