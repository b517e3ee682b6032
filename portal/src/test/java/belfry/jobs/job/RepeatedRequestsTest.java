package belfry.jobs.job;

import static belfry.testing.Author.agreed;
import static belfry.testing.Author.cancelled;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.jobs.JobsFixture;
import belfry.jobs.schedule.ParsedSchedule;
import belfry.jobs.schedule.Schedule;
import belfry.runs.Run;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What is asked twice under one request id is done once, on a real database. */
@OnEngines
class RepeatedRequestsTest extends JobsFixture {
  @Test
  void theSameRequestTwiceIsDoneOnce() {
    var first = agreed(house.writing().create(sender, text("Hello"), Optional.of("r1")));
    var second = agreed(house.writing().create(sender, text("Hello"), Optional.of("r1")));
    assertThat(second.id()).isEqualTo(first.id());

    var run = Optional.of("r2");
    agreed(house.runNow(sender, first.id(), Consent.to(Optional.of(1L)), Duration.ZERO, run));
    startDue();
    var again =
        agreed(house.runNow(sender, first.id(), Consent.to(Optional.of(1L)), Duration.ZERO, run));
    assertThat(again.state()).isInstanceOf(JobState.Sending.class);
    assertThat(house.runs().open(TestPortal.NEWS)).hasSize(1);
  }

  @Test
  void aRequestIdIsNotUsedForSomethingElse() {
    var job = agreed(house.writing().create(sender, text("Hello"), Optional.of("r1")));
    assertThat(house.runNow(sender, job.id(), Consent.NONE, Duration.ZERO, Optional.of("r1")))
        .isInstanceOf(ChangeResult.Refused.class);
  }

  @Test
  void aRequestIdIsNotUsedForAnotherJobOrAnotherWish() {
    var job = draft();
    var other = draft();
    var id = Optional.of("r1");
    agreed(house.runNow(sender, job.id(), Consent.NONE, Duration.ofSeconds(8), id));

    assertThat(house.runNow(sender, other.id(), Consent.NONE, Duration.ofSeconds(8), id))
        .isInstanceOfSatisfying(
            ChangeResult.Refused.class,
            refused -> assertThat(refused.why().english()).contains("requestId"));
    assertThat(now(other).state()).isEqualTo(new JobState.Draft());

    var nine = new ParsedSchedule.At(NINE, Schedule.once("2026-11-21T11:00", "Europe/Helsinki"));
    var ten =
        new ParsedSchedule.At(
            NINE.plusSeconds(3600), Schedule.once("2026-11-21T12:00", "Europe/Helsinki"));
    var when = Optional.of("r2");
    agreed(house.schedule(sender, other.id(), Consent.NONE, nine, when));
    agreed(house.schedule(sender, other.id(), Consent.NONE, nine, when));
    assertThat(house.schedule(sender, other.id(), Consent.NONE, ten, when))
        .isInstanceOf(ChangeResult.Refused.class);
    assertThat(now(other).state()).isEqualTo(new JobState.Scheduled(NINE));
    assertThat(house.writing().duplicate(sender, job.id(), Optional.empty(), Optional.of("r3")))
        .isEqualTo(
            house.writing().duplicate(sender, job.id(), Optional.empty(), Optional.of("r3")));
    assertThat(house.writing().duplicate(sender, other.id(), Optional.empty(), Optional.of("r3")))
        .isInstanceOf(ChangeResult.Refused.class);
  }

  @Test
  void aBeginningRepeatedWithMoreTextIsStillOneDraft() {
    var first = agreed(house.writing().create(sender, text("Hel"), Optional.of("new")));
    assertThat(agreed(house.writing().create(sender, text("Hello"), Optional.of("new"))).id())
        .isEqualTo(first.id());
  }

  @Test
  void aRepeatedCancelLeavesTheDraftThatTheFirstGaveBack() {
    var job = draft();
    agreed(house.runNow(sender, job.id(), Consent.NONE, Duration.ofSeconds(8), Optional.empty()));

    var first = house.stopping().cancel(sender, job.id(), true, Optional.of("c"));
    var second = house.stopping().cancel(sender, job.id(), true, Optional.of("c"));

    assertThat(cancelled(second).job().state()).isEqualTo(new JobState.Draft());
    assertThat(cancelled(second).neverSent()).isEqualTo(cancelled(first).neverSent()).isEqualTo(20);
    assertThat(house.stopping().cancel(sender, job.id(), false, Optional.of("c")))
        .isInstanceOf(ChangeResult.Refused.class);
  }

  @Test
  void aRepeatedPauseDoesNotPauseWhatWasResumedSince() {
    var job = draft();
    agreed(house.runNow(sender, job.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
    startDue();
    agreed(house.stopping().pause(sender, job.id(), Optional.of("p")));
    agreed(house.stopping().resume(sender, job.id(), Optional.empty(), Optional.of("q")));

    agreed(house.stopping().pause(sender, job.id(), Optional.of("p")));
    assertThat(run(job).progress().gate()).isEqualTo(Run.Gate.OPEN);

    agreed(house.stopping().pause(sender, job.id(), Optional.of("p2")));
    agreed(house.stopping().resume(sender, job.id(), Optional.empty(), Optional.of("q")));
    assertThat(run(job).progress().gate()).isEqualTo(Run.Gate.PAUSED);
  }

  @Test
  void aRepeatedDeleteIsDoneAlready() {
    var job = draft();
    var first = house.writing().delete(sender, job.id(), Optional.empty(), Optional.of("d"));
    assertThat(first).isEqualTo(new ChangeResult.Deleted(job.id()));

    assertThat(house.writing().delete(sender, job.id(), Optional.empty(), Optional.of("d")))
        .isEqualTo(first);
    assertThat(house.writing().delete(sender, job.id(), Optional.empty(), Optional.of("e")))
        .isInstanceOf(ChangeResult.Missing.class);
    assertThat(house.writing().delete(sender, draft().id(), Optional.empty(), Optional.of("d")))
        .isInstanceOf(ChangeResult.Refused.class);
  }

  @Test
  void twoRequestsWithOneIdAtOnceMakeOneDraft() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<ChangeResult> create =
          () -> house.writing().create(sender, text("Hello"), Optional.of("same"));
      threads.invokeAll(List.of(create, create, create, create));
    }
    assertThat(house.jobs().counts(TestPortal.NEWS)).containsEntry("draft", 1);
  }
}
