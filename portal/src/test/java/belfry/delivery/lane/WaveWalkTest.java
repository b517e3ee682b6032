package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.lane.WaveWalk.Law;
import belfry.delivery.lane.WaveWalkSteps.Mutant;
import belfry.runs.FirstWave;
import belfry.runs.Wave;
import belfry.runs.recipients.RecipientState;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * A run with a first wave, with everything that can happen to it, in every order. The mutants show
 * that the walk can fail, and why each rule is there.
 */
@Tag("stories")
class WaveWalkTest {
  /** Two go first, of whom none may fail; one may; a person decides, or a while passes. */
  private static final List<WaveWalk.Story> STORIES =
      Stream.concat(
              Stream.of(40, 60)
                  .flatMap(stopAbove ->
                      Stream.of(0, 2).map(minutes -> story(stopAbove, minutes, Wave.begun(2, 2)))),
              Stream.of(
                  story(40, 2, Wave.begun(0, 0)),
                  story(40, 2, Wave.begun(3, 3)),
                  withSomebodySkipped()))
          .toList();

  /** What is broken without each rule. */
  private static final Map<Mutant, Law> BROKEN =
      Map.ofEntries(
          Map.entry(Mutant.NO_END, Law.W1_THE_REST_WAITS),
          Map.entry(Mutant.END_IN_MEMORY, Law.W1_THE_REST_WAITS),
          Map.entry(Mutant.ANY_RESUME_GOES_ON, Law.W1_THE_REST_WAITS),
          Map.entry(Mutant.NO_STOP, Law.W2_IT_STOPS_EXACTLY_IF_TOO_MANY_FAILED),
          Map.entry(Mutant.DOUBT_IS_SETTLED, Law.W3_NOBODY_OF_A_WAVE_THAT_IS_OVER_IS_OPEN),
          Map.entry(Mutant.JUDGED_BY_MEMORY, Law.W3_NOBODY_OF_A_WAVE_THAT_IS_OVER_IS_OPEN),
          Map.entry(Mutant.STOPPED_GOES_ON, Law.W4_IT_GOES_ON_BY_ITSELF_ONLY_IN_TIME),
          Map.entry(Mutant.NOBODY_GOES_ON, Law.W4_IT_GOES_ON_BY_ITSELF_ONLY_IN_TIME),
          Map.entry(Mutant.PAUSE_KEEPS_TIME, Law.W4_IT_GOES_ON_BY_ITSELF_ONLY_IN_TIME),
          Map.entry(Mutant.GATE_IN_MEMORY, Law.W5_NO_INTENT_WHILE_IT_IS_PAUSED),
          Map.entry(Mutant.ANSWERED_UNSEEN, Law.W6_ONLY_WHO_SAW_THE_QUESTION_ANSWERS_IT),
          Map.entry(Mutant.ASKS_LATER, Law.NOTHING_IS_STUCK),
          Map.entry(Mutant.TIME_IN_MEMORY, Law.NOTHING_IS_STUCK));

  @Test
  void noOrderOfEventsSendsToTheRestBeforeItIsDecidedOrLeavesItBehind() {
    var states = 0;
    var steps = 0;
    for (var story : STORIES) {
      var found = WaveWalk.of(story, Mutant.NONE);
      assertThat(found.broken()).as("%s", story).isEmpty();
      states += found.states();
      steps += found.steps();
    }
    System.out.printf("Walk, first waves: %,d states, %,d steps between them%n", states, steps);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void whereARuleIsLeftOutTheWalkShowsIt(Mutant mutant) {
    var broken =
        STORIES.stream()
            .flatMap(story -> WaveWalk.of(story, mutant).broken().stream())
            .map(WaveWalk.Broken::law)
            .filter(law -> law == BROKEN.get(mutant))
            .findFirst();

    assertThat(broken).isPresent();
  }

  private static WaveWalk.Story story(int stopAbove, int minutes, Wave begun) {
    return new WaveWalk.Story(
        new FirstWave(new FirstWave.People(begun.size()), stopAbove, minutes),
        begun,
        Collections.nCopies(3, RecipientState.PENDING));
  }

  /** Somebody in the wave has no value for a placeholder. */
  private static WaveWalk.Story withSomebodySkipped() {
    return new WaveWalk.Story(
        new FirstWave(new FirstWave.People(1), 40, 2),
        Wave.begun(2, 1),
        List.of(RecipientState.SKIPPED, RecipientState.PENDING, RecipientState.PENDING));
  }
}
