package belfry.jobs.job;

import static belfry.testing.Author.agreed;
import static belfry.testing.Author.cancelled;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.jobs.JobsFixture;
import belfry.jobs.Stopping;
import belfry.runs.Run;
import belfry.testing.OnEngines;
import belfry.testing.RepeatingDatabase;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What a cancel leaves of a job that is due, waits or has begun, on a real database. */
@OnEngines
class JobStoppingTest extends JobsFixture {
  @Test
  void aCancelAndAStartAtOnceLeaveTheJobInOneOfTwoStates() throws Exception {
    for (var i = 0; i < 20; i++) {
      var job = draft();
      agreed(house.runNow(sender, job.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var cancel =
            threads.submit(
                () -> house.stopping().cancel(sender, job.id(), false, Optional.empty()));
        var start = threads.submit(this::startDue);
        assertThat(cancel.get()).isInstanceOf(ChangeResult.Cancelled.class);
        assertThat(start.get()).isBetween(0, 1);
      }
      assertThat(now(job).state())
          .isInstanceOfAny(JobState.Cancelled.class, JobState.Stopping.class);
    }
  }

  /** What can no longer be put back is not kept beside what takes its place. */
  @Test
  void whatWasAgreedToBeforeIsKeptAsLongAsItCanBePutBack() {
    var started = scheduled();
    sentInAMoment(started);
    assertThat(promises(started)).isEqualTo(2);
    var drafted = scheduled();
    sentInAMoment(drafted);
    house.stopping().cancel(sender, drafted.id(), true, Optional.empty());
    assertThat(promises(drafted)).isEqualTo(1);
    var undone = scheduled();
    sentInAMoment(undone);
    house.stopping().undo(sender, undone.id(), Optional.empty(), Optional.empty());
    assertThat(promises(undone)).isEqualTo(1);

    time.pass(Duration.ofSeconds(11));
    startDue();

    assertThat(now(started).state()).isInstanceOf(JobState.Sending.class);
    assertThat(promises(started)).isEqualTo(1);
  }

  private void sentInAMoment(Job job) {
    var moment = Duration.ofSeconds(10);
    agreed(house.runNow(sender, job.id(), Consent.NONE, moment, Optional.empty()));
  }

  private int promises(Job job) {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT COUNT(*) FROM job_promise WHERE ABS(job) = ?")
                .bind(0, job.id().value())
                .mapTo(Integer.class)
                .one());
  }

  @Test
  void anUndoneStartIsADraftAgain() {
    var job = draft();
    agreed(house.runNow(sender, job.id(), Consent.NONE, Duration.ofSeconds(8), Optional.empty()));
    startDue();

    var stopped = house.stopping().cancel(sender, job.id(), true, Optional.empty());

    assertThat(cancelled(stopped).job().state()).isEqualTo(new JobState.Draft());
    assertThat(cancelled(stopped).neverSent()).isEqualTo(20);
    time.pass(Duration.ofSeconds(9));
    startDue();
    assertThat(announcements()).isEmpty();
  }

  @Test
  void aCancelThatIsRunAgainTellsWhatItFoundThen() {
    var job = scheduled();
    var stopped =
        whereEachWorkIsRunAgain(() ->
                assertThat(
                        house
                            .writing()
                            .delete(sender, job.id(), Optional.empty(), Optional.empty()))
                    .isNotNull())
            .cancel(sender, job.id(), false, Optional.empty());
    assertThat(stopped).isEqualTo(new ChangeResult.Missing());

    var other = scheduled();
    time.pass(Duration.ofHours(1));
    var again =
        whereEachWorkIsRunAgain(this::startDue).cancel(sender, other.id(), false, Optional.empty());
    assertThat(cancelled(again).neverSent()).isEqualTo(20);
    assertThat(now(other).state()).isInstanceOf(JobState.Stopping.class);
    assertThat(run(other).progress().gate()).isEqualTo(Run.Gate.STOPPING);
  }

  private Stopping whereEachWorkIsRunAgain(Runnable between) {
    var database = new RepeatingDatabase(house.database(), between);
    return new Stopping(new JobTransactions(database, house.access(), time), database);
  }
}
