package belfry.jobs.job;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.runs.ids.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JobStateTest {
  private static final Instant NINE = Instant.parse("2026-11-21T09:00:00Z");
  private static final RunId RUN = new RunId(1);

  @Test
  void aDraftIsScheduledStartedAndFinished() {
    JobState state = new JobState.Draft();
    for (var command :
        List.of(new Command.Schedule(NINE), new Command.Start(RUN), new Command.Settle())) {
      state = after(state, command);
    }
    assertThat(state).isEqualTo(new JobState.Finished(RUN));
  }

  @Test
  void whatHasNotBegunCanBecomeADraftAgain() {
    assertThat(after(new JobState.Scheduled(NINE), new Command.Cancel(true)))
        .isEqualTo(new JobState.Draft());
    assertThat(after(new JobState.Scheduled(NINE), new Command.Cancel(false)))
        .isEqualTo(new JobState.Cancelled(Optional.empty()));
    assertThat(JobState.decide(new JobState.Draft(), new Command.Cancel(true)))
        .isEqualTo(new Verdict.Unchanged());
    assertThat(after(new JobState.Draft(), new Command.Cancel(false)))
        .isEqualTo(new JobState.Cancelled(Optional.empty()));
  }

  @Test
  void aCancelWhileSendingWaitsForWhatIsInFlight() {
    var stopping = after(new JobState.Sending(RUN), new Command.Cancel(false));
    assertThat(stopping).isEqualTo(new JobState.Stopping(RUN));
    assertThat(after(stopping, new Command.Settle()))
        .isEqualTo(new JobState.Cancelled(Optional.of(RUN)));
  }

  @Test
  void aRunningJobCannotBeEditedOrScheduledAgain() {
    for (var command : List.of(new Command.Edit(), new Command.Schedule(NINE))) {
      assertThat(JobState.decide(new JobState.Sending(RUN), command))
          .isInstanceOf(Verdict.Refused.class);
    }
  }

  @Test
  void whatTimeRefusedWaitsForAPerson() {
    var missed = after(new JobState.Scheduled(NINE), new Command.Miss());
    var held = after(new JobState.Scheduled(NINE), new Command.Hold());
    for (var waiting : List.of(missed, held)) {
      assertThat(JobState.decide(waiting, new Command.Start(RUN)))
          .isInstanceOf(Verdict.Refused.class);
      assertThat(after(waiting, new Command.Schedule(NINE)))
          .isEqualTo(new JobState.Scheduled(NINE));
    }
  }

  @Test
  void onlyWhatIsFinishedIsReopened() {
    assertThat(after(new JobState.Finished(RUN), new Command.Reopen()))
        .isEqualTo(new JobState.Sending(RUN));
    assertThat(JobState.decide(new JobState.Cancelled(Optional.of(RUN)), new Command.Reopen()))
        .isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void whatIsOnItsWayIsCancelledBeforeItIsDeleted() {
    for (var onItsWay :
        List.of(new JobState.Sending(RUN), new JobState.Paused(RUN), new JobState.Stopping(RUN))) {
      assertThat(JobState.decide(onItsWay, new Command.Delete()))
          .isEqualTo(new Verdict.Refused(JobState.CANCEL_FIRST));
    }
    assertThat(JobState.decide(new JobState.Finished(RUN), new Command.Delete()))
        .isEqualTo(new Verdict.Granted());
  }

  static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void theLawsHoldOnEveryWalk(long seed) {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    JobState state = new JobState.Draft();
    var begun = false;
    for (var step = 0; step < 40; step++) {
      var command = anyCommand(random);
      var next = after(state, command);
      assertThat(JobState.read(next.word(), next.dueTime(), next.runId()))
          .as("written down and read again")
          .isEqualTo(next);
      if (begun) {
        assertThat(next.runId()).as("a run once begun stays the job's").isPresent();
      }
      begun = next.runId().isPresent();
      if (state instanceof JobState.Cancelled) {
        assertThat(next).isEqualTo(state);
      }
      var cancelled = after(next, new Command.Cancel(false));
      assertThat(after(cancelled, new Command.Cancel(false)))
          .as("cancelling twice is cancelling once")
          .isEqualTo(cancelled);
      state = next;
    }
  }

  private static JobState after(JobState state, Command command) {
    return JobState.decide(state, command) instanceof Verdict.Moved(var to) ? to : state;
  }

  private static Command anyCommand(RandomGenerator random) {
    return switch (random.nextInt(16)) {
      case 0 -> new Command.Edit();
      case 1 -> new Command.Schedule(NINE.plusSeconds(random.nextInt(100)));
      case 2 -> new Command.Start(new RunId(random.nextInt(5)));
      case 3 -> new Command.Miss();
      case 4 -> new Command.Hold();
      case 5 -> new Command.Pause();
      case 6 -> new Command.Resume();
      case 7 -> new Command.Cancel(random.nextBoolean());
      case 8 -> new Command.Settle();
      case 9 -> new Command.Delete();
      case 10 -> new Command.SendBesides();
      case 11 -> new Command.Hurry();
      case 12 -> new Command.Skip(NINE.plusSeconds(random.nextInt(100)));
      case 13 -> new Command.Unskip(NINE.plusSeconds(random.nextInt(100)));
      case 14 -> new Command.Expire();
      default -> new Command.Reopen();
    };
  }
}
