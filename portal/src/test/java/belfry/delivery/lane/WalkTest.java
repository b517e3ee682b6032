package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.foundation.Tuning;
import belfry.delivery.lane.Walk.Law;
import belfry.delivery.lane.WalkRules.Between;
import belfry.delivery.lane.WalkRules.ForNone;
import belfry.delivery.lane.WalkSteps.Upsets;
import belfry.people.audience.Target;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The transition table with everything that can happen around it, in every order. The mutants show
 * that the walk can fail, and why each rule is there.
 */
class WalkTest {
  private static final EnumSet<Law> ALL = EnumSet.allOf(Law.class);

  @Test
  void noOrderOfEventsLosesOrDoublesAMessageToAPerson() {
    prove("a person", Target.Kind.PERSON, 1, Upsets.ALL);
  }

  @Test
  void noOrderOfEventsLosesOrDoublesAMessageToASpace() {
    prove("a space", Target.Kind.SPACE, 1, Upsets.ALL);
  }

  @Tag("stories")
  @ParameterizedTest
  @EnumSource
  void twoRunsToOnePersonDoNotTakeEachOthersMessageForTheirs(Between runs) {
    var laws = EnumSet.allOf(Law.class);
    if (runs != Between.ONE_AFTER_THE_OTHER) {
      laws.remove(Law.I7_ONE_UNSETTLED_TO_A_PERSON);
    }
    prove(
        "a person in two runs, " + runs,
        WalkRules.between(runs),
        Target.Kind.PERSON,
        2,
        Upsets.ONE_FORMER_OWNER,
        laws);
  }

  @Test
  void whereOneOfTwoIsTakenForOursALostMessageCountsAsSent() {
    var laws = EnumSet.of(Law.I2_SENT_MEANS_DELIVERED);

    assertThat(broken(WalkRules.takingOneOfTwoForOurs(), 2, laws).trace())
        .containsSubsequence(
            "an intent is committed for run 1",
            "an intent is committed for run 2",
            "the platform stores it for run 2",
            "ours is listed",
            "the finding is committed");
  }

  @Test
  void whoWantsSpacesSentToAgainGetsNoPersonDoubled() {
    assertThat(Walk.ofResending(WalkRules.REAL, Target.Kind.PERSON, ALL).broken()).isEmpty();
  }

  /** A double is what such an author accepts; all else holds for a space, too. */
  @Test
  void aSpaceSentToAgainIsNeitherLostNorStuck() {
    var laws =
        EnumSet.of(
            Law.I6_NO_INTENT_AFTER_A_CANCEL,
            Law.I7_ONE_UNSETTLED_TO_A_PERSON,
            Law.NOTHING_IS_STUCK);

    assertThat(Walk.ofResending(WalkRules.REAL, Target.Kind.SPACE, laws).broken()).isEmpty();
    assertThat(
            Walk.ofResending(
                    WalkRules.REAL, Target.Kind.SPACE, EnumSet.of(Law.I1_AT_MOST_ONE_MESSAGE))
                .broken()
                .orElseThrow()
                .trace())
        .contains("the space was active");
  }

  @Test
  void withoutAnIntentBeforeTheWireAKillDoubles() {
    var found =
        Walk.of(
            WalkRules.withoutIntent(),
            Target.Kind.PERSON,
            1,
            Upsets.KILLS,
            EnumSet.of(Law.I1_AT_MOST_ONE_MESSAGE));

    assertThat(found.broken().orElseThrow().trace())
        .containsExactly(
            "a process takes the lane",
            "it asks what others left",
            "the row is handed over without an intent",
            "the body leaves",
            "the owner is killed",
            "a process takes the lane",
            "it asks what others left",
            "the row is handed over without an intent",
            "the platform stores it",
            "the body leaves",
            "the platform stores it");
  }

  @Test
  void resendingBlindlyAfterAServerErrorDoubles() {
    var found = doubled(WalkRules.resendingAfterServerErrors());

    assertThat(found)
        .containsExactly(
            "a process takes the lane",
            "it asks what others left",
            "an intent is committed",
            "the body leaves",
            "a 5xx, and it goes on",
            "the platform stores it",
            "its end is committed",
            "an intent is committed",
            "the body leaves",
            "the platform stores it");
  }

  @Test
  void resendingBlindlyAfterATimeoutDoubles() {
    var found = doubled(WalkRules.resendingAfterTimeouts());

    assertThat(found)
        .containsExactly(
            "a process takes the lane",
            "it asks what others left",
            "an intent is committed",
            "the body leaves",
            "it times out and goes on",
            "the platform stores it",
            "its end is committed",
            "an intent is committed",
            "the body leaves",
            "the platform stores it");
  }

  @Test
  void withoutAQuietTimeAMessageStillUnderwayIsSentAgain() {
    var found = doubled(WalkRules.withQuiet(0));

    assertThat(found)
        .containsSubsequence(
            "an intent is committed",
            "the body leaves",
            "nothing is listed",
            "the finding is committed",
            "an intent is committed",
            "the platform stores it");
  }

  @Test
  void aQuietTimeOneTickShorterIsTooShort() {
    assertThat(doubled(WalkRules.withQuiet(WalkRules.REAL.quiet() - 1)))
        .contains("another takes the lane", "time passes", "nothing is listed");
  }

  @ParameterizedTest
  @EnumSource
  void whateverElseIsTakenForAnEmptyListingDoubles(ForNone what) {
    var kind = what.concerns(Target.Kind.PERSON) ? Target.Kind.PERSON : Target.Kind.SPACE;
    var laws = EnumSet.of(Law.I1_AT_MOST_ONE_MESSAGE);
    var found = Walk.of(WalkRules.takingForNone(what), kind, 1, Upsets.ALL, laws);

    assertThat(found.broken().orElseThrow().trace())
        .containsSubsequence(
            "an intent is committed",
            "the body leaves",
            "the platform stores it",
            what.said(),
            "the finding is committed",
            "an intent is committed",
            "the body leaves",
            "the platform stores it");
  }

  @Test
  void resendingBlindlyWhatSomebodyElseHasAnsweredDoubles() {
    assertThat(doubled(WalkRules.resendingAfterStrangeAnswers()))
        .containsExactly(
            "a process takes the lane",
            "it asks what others left",
            "an intent is committed",
            "the body leaves",
            "somebody else answers, and it goes on",
            "the platform stores it",
            "its end is committed",
            "an intent is committed",
            "the body leaves",
            "the platform stores it");
  }

  @Test
  void whatSomebodyElseHasAnsweredIsNoRefusal() {
    var laws = EnumSet.of(Law.I3_FAILED_AND_SKIPPED_MEAN_NONE);

    assertThat(broken(WalkRules.failingAfterStrangeAnswers(), 1, laws).trace())
        .containsExactly(
            "a process takes the lane",
            "it asks what others left",
            "an intent is committed",
            "the body leaves",
            "somebody else answers, and it goes on",
            "the platform stores it",
            "its end is committed");
  }

  @Test
  void aSuccessThatIsNoneIsNoMessage() {
    var laws = EnumSet.of(Law.I2_SENT_MEANS_DELIVERED);

    assertThat(broken(WalkRules.takingStrangeAnswersForSuccess(), 1, laws).trace())
        .containsExactly(
            "a process takes the lane",
            "it asks what others left",
            "an intent is committed",
            "the body leaves",
            "somebody else answers, not stored",
            "its end is committed");
  }

  @ParameterizedTest
  @EnumSource
  void whereNothingEverGetsThroughItIsLeftToAPerson(Target.Kind kind) {
    assertThat(Walk.of(WalkRules.behindAWall(), kind, 1, Upsets.ALL, ALL).broken()).isEmpty();
    assertThat(Walk.ofResending(WalkRules.behindAWall(), kind, ALL).broken()).isEmpty();
  }

  @Test
  void whatIsNeverWornIsSentForEver() {
    var broken = broken(WalkRules.behindAWallAndNeverWorn(), 1, EnumSet.of(Law.NOTHING_IS_STUCK));

    assertThat(broken.law()).isEqualTo(Law.NOTHING_IS_STUCK);
  }

  @Test
  void withoutADispatchDeadlineASleeperSendsWhatWasSentAgain() {
    var found = doubled(WalkRules.withDeadline(WalkRules.NONE));

    assertThat(found)
        .containsSubsequence(
            "an intent is committed",
            "another takes the lane",
            "time passes",
            "nothing is listed",
            "the finding is committed",
            "an intent is committed");
  }

  @Test
  void withTwoOutstandingToOnePersonALostMessageCountsAsSent() {
    var mutant = WalkRules.withTwoToOnePerson();

    assertThat(broken(mutant, 2, ALL).law()).isEqualTo(Law.I7_ONE_UNSETTLED_TO_A_PERSON);
    assertThat(broken(mutant, 2, EnumSet.of(Law.I2_SENT_MEANS_DELIVERED)).trace())
        .containsExactly(
            "a process takes the lane",
            "it asks what others left",
            "an intent is committed for run 1",
            "another takes the lane",
            "it asks what others left",
            "an intent is committed for run 2",
            "the body leaves for run 2",
            "the platform stores it for run 2",
            "ours is listed",
            "the finding is committed");
  }

  @Test
  void withACheckpointAtFetchAKillLeavesSomebodyBehind() {
    var broken = broken(WalkRules.withCheckpointAtFetch(), 1, ALL);

    assertThat(broken.law()).isEqualTo(Law.NOTHING_IS_STUCK);
    assertThat(broken.trace())
        .containsExactly(
            "a process takes the lane",
            "it asks what others left",
            "the row is fetched",
            "the owner is killed");
  }

  /** What the mutants leave out is needed to tell for what somebody waits. */
  @ParameterizedTest
  @EnumSource
  void inEveryStateWhoeverIsNotSettledSaysForWhatTheyWait(WalkWaits asked) {
    var runs = asked == WalkWaits.NO_OTHERS ? 2 : 1;
    var broken = Walk.of(asked, runs).broken();

    if (asked == WalkWaits.REAL) {
      assertThat(broken).isEmpty();
    } else {
      assertThat(broken.orElseThrow().law()).isEqualTo(Law.WHOEVER_WAITS_SAYS_FOR_WHAT);
    }
  }

  /** The walk counts in ticks; this is what it takes for granted of the times themselves. */
  @Test
  void theTimesInUseKeepTheOrderThatTheWalkTakesForGranted() {
    var times = Tuning.PRODUCTION;
    var lastArrival = times.dispatchDeadline().plus(times.requestTimeout());

    assertThat(times.quiet()).isGreaterThan(lastArrival.plusSeconds(30));
    assertThat(times.leaseTtl()).isGreaterThan(times.dispatchDeadline());
    assertThat(times.listingPatience()).isGreaterThan(times.longestQuiet());
    assertThat(times.longestQuiet()).isGreaterThan(times.quiet());
  }

  // ------------------------------------------------------------------------------------------

  private static void prove(String what, Target.Kind kind, int runs, Upsets upsets) {
    prove(what, WalkRules.REAL, kind, runs, upsets, ALL);
  }

  private static void prove(
      String what, WalkRules rules, Target.Kind kind, int runs, Upsets upsets, EnumSet<Law> laws) {
    var found = Walk.of(rules, kind, runs, upsets, laws);
    System.out.printf(
        "Walk, %s: %,d states, %,d steps between them%n", what, found.states(), found.steps());
    assertThat(found.broken()).isEmpty();
  }

  private static List<String> doubled(WalkRules mutant) {
    return broken(mutant, 1, EnumSet.of(Law.I1_AT_MOST_ONE_MESSAGE)).trace();
  }

  private static Walk.Broken broken(WalkRules mutant, int runs, EnumSet<Law> laws) {
    var found = Walk.of(mutant, Target.Kind.PERSON, runs, Upsets.ALL, laws);
    assertThat(found.broken()).as("what the walk finds").isPresent();
    return found.broken().orElseThrow();
  }
}
