package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.runs.followups.FollowUp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@link FollowUpWalk} finds in the real table, and in one with a rule left out. */
final class FollowUpWalkTest {
  /** Fewer than attempts, so that the platform refuses the last ones. */
  private static final int FEW_EDITS = 1;

  private static final int MANY_EDITS = 9;

  @ParameterizedTest
  @EnumSource(FollowUp.Kind.class)
  void noLawIsBrokenWhateverHappens(FollowUp.Kind kind) {
    var found = FollowUpWalk.of(kind, MANY_EDITS);

    assertThat(found.broken()).as(String.join(", ", found.trace())).isEmpty();
    assertThat(found.states()).isGreaterThan(500);
  }

  @Test
  void noLawIsBrokenWhenThePlatformRefusesMoreEdits() {
    var found = FollowUpWalk.of(FollowUp.Kind.CORRECTION, FEW_EDITS);

    assertThat(found.broken()).as(String.join(", ", found.trace())).isEmpty();
  }

  @Test
  void anEditThatIsStillOnItsWayWouldUndoTheNext() {
    var found =
        FollowUpWalk.of(FollowUp.Kind.CORRECTION, MANY_EDITS, FollowUpWalk.Mutant.LOST_IS_RETRIED);

    assertThat(found.broken()).isPresent();
  }

  @Test
  void withoutQuietTimeALateRequestComesAfterTheEnd() {
    var found =
        FollowUpWalk.of(FollowUp.Kind.CORRECTION, MANY_EDITS, FollowUpWalk.Mutant.NO_QUIET_TIME);

    assertThat(found.broken()).isPresent();
  }

  @Test
  void anUnreadableAnswerDoesNotMeanThatItIsGone() {
    var found =
        FollowUpWalk.of(FollowUp.Kind.RECALL, MANY_EDITS, FollowUpWalk.Mutant.UNREADABLE_IS_GONE);

    assertThat(found.broken()).contains(FollowUpWalk.Law.DONE_MEANS_DONE);
  }

  @Test
  void aRefusalAfterADoubtDoesNotMeanThatNothingWasChanged() {
    var found =
        FollowUpWalk.of(
            FollowUp.Kind.CORRECTION, FEW_EDITS, FollowUpWalk.Mutant.REFUSED_IS_REFUSED);

    assertThat(found.broken()).contains(FollowUpWalk.Law.REFUSED_AND_SKIPPED_MEAN_UNCHANGED);
  }

  @ParameterizedTest
  @EnumSource(FollowUp.Kind.class)
  void whatMayHaveBeenChangedIsNotSkipped(FollowUp.Kind kind) {
    var found = FollowUpWalk.of(kind, MANY_EDITS, FollowUpWalk.Mutant.DOUBTED_IS_SKIPPED);

    assertThat(found.broken()).contains(FollowUpWalk.Law.REFUSED_AND_SKIPPED_MEAN_UNCHANGED);
  }
}
