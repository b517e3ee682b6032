package belfry.jobs.job;

import static belfry.testing.Author.agreed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.jobs.JobsFixture;
import belfry.jobs.checking.Reach;
import belfry.jobs.job.JobNews.What;
import belfry.jobs.schedule.ParsedSchedule;
import belfry.runs.Run;
import belfry.runs.recipients.Tally;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is noted with each change of a job, on a real database. */
@OnEngines
class JobNewsTest extends JobsFixture {
  private List<JobNews> taken() {
    return taken(100);
  }

  private List<JobNews> taken(int most) {
    return house.database().write(handle -> JobNews.take(handle, TestPortal.NEWS, most));
  }

  private List<What> heard() {
    return taken().stream().map(JobNews::what).toList();
  }

  private boolean any() {
    return house.database().read(handle -> JobNews.any(handle, TestPortal.NEWS));
  }

  private Job started() {
    var job = author.sendNow(draft());
    startDue();
    return now(job);
  }

  private void settle(Run run) {
    var all = new Tally(EVERYBODY, 0, 0, 0, 0, 0, 0, 0);
    var gone = new Tally(-EVERYBODY, 0, 0, 0, 0, EVERYBODY, 0, 0);
    house
        .database()
        .write(handle -> {
          house.runs().expanded(handle, run.id(), all, List.of());
          house.runs().count(handle, run.id(), gone, EVERYBODY, 0, time.now());
          return house.closed().close(handle, run);
        });
  }

  @Test
  void thatItStartsAndEndsIsNotedWithRunAndRevisionOnce() {
    var job = started();
    assertThat(any()).isTrue();
    var start = taken().getFirst();
    assertThat(start.what()).isEqualTo(What.STARTED);
    assertThat(start.job()).isEqualTo(job.id());
    assertThat(start.run()).isEqualTo(job.state().runId());
    assertThat(start.revision()).isEqualTo(job.revision());
    assertThat(start.at()).isEqualTo(time.now());
    assertThat(any()).isFalse();

    settle(run(job));
    var end = taken().getFirst();
    assertThat(end.what()).isEqualTo(What.FINISHED);
    assertThat(end.revision()).isGreaterThan(start.revision());
    assertThat(taken()).isEmpty();
  }

  @Test
  void whatChangesNothingIsNoNews() {
    var job = draft();
    agreed(house.writing().edit(sender, job.id(), job.revision(), text("Anew"), Optional.empty()));
    assertThat(any()).as("a draft is saved each few seconds").isFalse();
    var sent = started();
    assertThat(heard()).containsExactly(What.STARTED);
    agreed(house.stopping().pause(sender, sent.id(), Optional.empty()));
    agreed(house.stopping().resume(sender, sent.id(), Optional.empty(), Optional.empty()));
    assertThat(any()).as("a paused job that goes on").isFalse();
  }

  @Test
  void thatItIsScheduledOrChangedWhileItWaitsIsNoted() {
    var job = scheduled();
    var first = taken();
    assertThat(first).extracting(JobNews::what).containsExactly(What.SCHEDULED);
    assertThat(first.getFirst().revision()).isEqualTo(job.revision());
    assertThat(first.getFirst().run()).isEmpty();

    var again = agreed(schedule(job, NINE));
    assertThat(any()).as("at the same time").isFalse();
    var later = agreed(schedule(again, NINE.plusSeconds(60)));
    assertThat(heard()).containsExactly(What.SCHEDULED);

    var edited =
        agreed(
            house
                .writing()
                .edit(sender, job.id(), later.revision(), text("Anew"), Optional.empty()));
    var news = taken();
    assertThat(news).extracting(JobNews::what).containsExactly(What.EDITED);
    assertThat(news.getFirst().revision()).isEqualTo(edited.revision());
    agreed(
        house.writing().edit(sender, job.id(), edited.revision(), text("Anew"), Optional.empty()));
    assertThat(any()).as("saved as it was").isFalse();
  }

  private ChangeResult schedule(Job job, Instant due) {
    var at = new ParsedSchedule.At(due, job.schedule());
    return house.schedule(
        sender, job.id(), Consent.to(Optional.of(job.revision())), at, Optional.empty());
  }

  @Test
  void aCancelIsNotedWhenNothingIsInFlightAnyMore() {
    var job = started();
    taken();
    house.stopping().cancel(sender, job.id(), false, Optional.empty());
    assertThat(any()).isFalse();
    settle(run(job));
    assertThat(heard()).containsExactly(What.CANCELLED);
    var unsent = scheduled();
    taken();
    house.stopping().cancel(sender, unsent.id(), false, Optional.empty());
    assertThat(taken()).singleElement().matches(one -> one.run().isEmpty());
  }

  @Test
  void whatWaitsForSomebodyIsNoted() {
    scheduled();
    taken();
    house.held().allBy(house.app(), SENDER.id());
    assertThat(heard()).containsExactly(What.HELD);

    scheduled();
    taken();
    time.pass(Duration.ofDays(2));
    startDue();
    assertThat(heard()).containsExactly(What.MISSED);

    var job = started();
    taken();
    var asked =
        house
            .database()
            .write(handle ->
                house
                    .questions()
                    .doubt(
                        handle,
                        house.app(),
                        run(job),
                        new Reach(1, 0, Map.of(), Map.of(), List.of(), false),
                        List.of()));
    assertThat(asked).isPresent();
    var news = taken();
    assertThat(news).extracting(JobNews::what).containsExactly(What.ASKED);
    assertThat(news.getFirst().revision()).isEqualTo(now(job).revision());
  }

  @Test
  void aChangeThatIsRolledBackIsNoNews() {
    var job = scheduled();
    taken();
    assertThatThrownBy(() ->
            house
                .database()
                .write(handle -> {
                  JobStore.save(handle, job.with(new JobState.Held(NINE)), time.now());
                  throw new IllegalStateException("no");
                }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(any()).isFalse();
  }

  @Test
  void theyAreTakenInOrderAndInSteps() {
    for (var i = 0; i < 5; i++) {
      scheduled();
    }
    var first = taken(3);
    var rest = taken(3);
    assertThat(first).hasSize(3);
    assertThat(rest).hasSize(2);
    assertThat(first.getLast().id()).isLessThan(rest.getFirst().id());
    assertThat(first).isSortedAccordingTo((a, b) -> Long.compare(a.id(), b.id()));
  }
}
