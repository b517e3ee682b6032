package belfry.jobs.job;

import static belfry.testing.Author.agreed;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.jobs.JobsFixture;
import belfry.jobs.schedule.ParsedSchedule;
import belfry.jobs.schedule.Schedule;
import belfry.runs.Run;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What is asked twice under one request id is done once, on a real database. */
abstract class RepeatedRequestsContract extends JobsFixture {
  @Test
  void theSameRequestTwiceIsDoneOnce() {
    var first = agreed(jobs().create(sender, text("Hello"), Optional.of("r1")));
    var second = agreed(jobs().create(sender, text("Hello"), Optional.of("r1")));
    assertThat(second.id()).isEqualTo(first.id());

    var run = Optional.of("r2");
    agreed(
        jobs()
            .sending()
            .runNow(sender, first.id(), Consent.to(Optional.of(1L)), Duration.ZERO, run));
    startDue();
    var again =
        agreed(
            jobs()
                .sending()
                .runNow(sender, first.id(), Consent.to(Optional.of(1L)), Duration.ZERO, run));
    assertThat(again.state()).isInstanceOf(JobState.Sending.class);
    assertThat(house.runs().open(TestPortal.NEWS)).hasSize(1);
  }

  @Test
  void aRequestIdIsNotUsedForSomethingElse() {
    var job = agreed(jobs().create(sender, text("Hello"), Optional.of("r1")));
    assertThat(
            jobs()
                .sending()
                .runNow(sender, job.id(), Consent.NONE, Duration.ZERO, Optional.of("r1")))
        .isInstanceOf(Answer.Refused.class);
  }

  @Test
  void aRequestIdIsNotUsedForAnotherJobOrAnotherWish() {
    var job = draft();
    var other = draft();
    var id = Optional.of("r1");
    agreed(jobs().sending().runNow(sender, job.id(), Consent.NONE, Duration.ofSeconds(8), id));

    assertThat(jobs().sending().runNow(sender, other.id(), Consent.NONE, Duration.ofSeconds(8), id))
        .isInstanceOfSatisfying(
            Answer.Refused.class,
            refused -> assertThat(refused.why().english()).contains("requestId"));
    assertThat(now(other).state()).isEqualTo(new JobState.Draft());

    var nine = new ParsedSchedule.At(NINE, Schedule.once("2026-11-21T11:00", "Europe/Helsinki"));
    var ten =
        new ParsedSchedule.At(
            NINE.plusSeconds(3600), Schedule.once("2026-11-21T12:00", "Europe/Helsinki"));
    var when = Optional.of("r2");
    agreed(jobs().sending().schedule(sender, other.id(), Consent.NONE, nine, when));
    agreed(jobs().sending().schedule(sender, other.id(), Consent.NONE, nine, when));
    assertThat(jobs().sending().schedule(sender, other.id(), Consent.NONE, ten, when))
        .isInstanceOf(Answer.Refused.class);
    assertThat(now(other).state()).isEqualTo(new JobState.Scheduled(NINE));
    assertThat(jobs().duplicate(sender, job.id(), Optional.empty(), Optional.of("r3")))
        .isEqualTo(jobs().duplicate(sender, job.id(), Optional.empty(), Optional.of("r3")));
    assertThat(jobs().duplicate(sender, other.id(), Optional.empty(), Optional.of("r3")))
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
        jobs()
            .sending()
            .runNow(sender, job.id(), Consent.NONE, Duration.ofSeconds(8), Optional.empty()));

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
    agreed(
        jobs().sending().runNow(sender, job.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
    startDue();
    agreed(jobs().pause(sender, job.id(), Optional.of("p")));
    agreed(jobs().resume(sender, job.id(), Optional.empty(), Optional.of("q")));

    agreed(jobs().pause(sender, job.id(), Optional.of("p")));
    assertThat(run(job).progress().gate()).isEqualTo(Run.Gate.OPEN);

    agreed(jobs().pause(sender, job.id(), Optional.of("p2")));
    agreed(jobs().resume(sender, job.id(), Optional.empty(), Optional.of("q")));
    assertThat(run(job).progress().gate()).isEqualTo(Run.Gate.PAUSED);
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
}
