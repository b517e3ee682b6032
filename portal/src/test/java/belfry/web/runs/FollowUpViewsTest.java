package belfry.web.runs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.runs.RunWaits;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpList;
import belfry.runs.followups.FollowUpReasons;
import belfry.runs.followups.FollowUpState;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is said of a message that is to be recalled or corrected. */
class FollowUpViewsTest {
  private static String waitsFor(boolean alone) {
    var reason =
        FollowUpReasons.of(
            FollowUpState.RETRY, new Outcome.Throttled(Optional.empty(), alone, alone));
    var item =
        new FollowUpList.Item(
            1,
            Target.Kind.PERSON,
            "them",
            "Una",
            "",
            FollowUpState.RETRY,
            Optional.of(reason),
            Optional.empty());
    return FollowUpViews.MessageView.of(FollowUp.Kind.RECALL, item, RunWaits.Bot.FREE)
        .waitsFor()
        .orElseThrow()
        .reason();
  }

  @Test
  void whatIsRefusedAloneWaitsForThatAndNotForItsTurn() {
    assertThat(waitsFor(true)).isEqualTo("refusal");
    assertThat(waitsFor(false)).isEqualTo("turn");
  }
}
