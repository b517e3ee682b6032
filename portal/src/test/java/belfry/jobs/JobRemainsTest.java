package belfry.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.jobs.job.Command;
import belfry.jobs.job.JobState;
import belfry.jobs.job.Verdict;
import belfry.runs.ids.RunId;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is not kept any longer, and what stays however old it is. */
class JobRemainsTest {
  private static final Instant BEFORE = Instant.parse("2026-11-21T09:00:00Z");
  private static final Instant OLD = BEFORE.minusMillis(1);
  private static final RunId RUN = new RunId(1);
  private static final JobState FINISHED = new JobState.Finished(RUN);

  static Stream<JobState> over() {
    return Stream.of(
        FINISHED,
        new JobState.Cancelled(Optional.of(RUN)),
        new JobState.Cancelled(Optional.empty()));
  }

  static Stream<JobState> notOver() {
    return Stream.of(
        new JobState.Draft(),
        new JobState.Scheduled(OLD),
        new JobState.Held(OLD),
        new JobState.Missed(OLD),
        new JobState.Sending(RUN),
        new JobState.Paused(RUN),
        new JobState.Stopping(RUN));
  }

  private static JobRemains bare(JobState state, Instant last) {
    return new JobRemains(state, last, false, false, false, false);
  }

  @ParameterizedTest
  @MethodSource("over")
  void whatIsOverGoesWhenItIsOldEnough(JobState state) {
    assertThat(bare(state, OLD).canGo(BEFORE)).isTrue();
    assertThat(bare(state, BEFORE).canGo(BEFORE)).isFalse();
    assertThat(bare(state, OLD).ended()).contains(OLD);
  }

  @ParameterizedTest
  @MethodSource("notOver")
  void whatIsNotOverStays(JobState state) {
    assertThat(bare(state, OLD).canGo(BEFORE)).isFalse();
    assertThat(JobState.decide(state, new Command.Expire())).isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void whatIsStillNeededStays() {
    assertThat(
            Stream.of(
                new JobRemains(FINISHED, OLD, true, false, false, false),
                new JobRemains(FINISHED, OLD, false, true, false, false),
                new JobRemains(FINISHED, OLD, false, false, true, false),
                new JobRemains(FINISHED, OLD, false, false, false, true)))
        .noneMatch(remains -> remains.canGo(BEFORE))
        .noneMatch(remains -> remains.ended().isPresent());
  }
}
