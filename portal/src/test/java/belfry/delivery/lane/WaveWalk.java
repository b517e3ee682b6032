package belfry.delivery.lane;

import belfry.base.Wait;
import belfry.runs.FirstWave;
import belfry.runs.Run;
import belfry.runs.RunWaits;
import belfry.runs.Wave;
import belfry.runs.recipients.RecipientState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Visits every state that a run with a first wave can reach, breadth first, so that the first
 * broken law comes with a shortest way to it.
 */
final class WaveWalk {
  private final Story story;
  private final WaveWalkSteps steps;
  private final WalkGraph<WaveWalkWorld> graph = new WalkGraph<>();
  private final List<WaveWalkWorld> worlds = new ArrayList<>();
  private int walked;

  /**
   * The run that is walked.
   *
   * @param rows its recipients; those who are skipped were so before it began
   * @param begun its wave at the beginning
   */
  record Story(FirstWave rule, Wave begun, List<RecipientState> rows) {}

  /** What must hold of every step, or in the end. */
  enum Law {
    W1_THE_REST_WAITS,
    W2_IT_STOPS_EXACTLY_IF_TOO_MANY_FAILED,
    W3_NOBODY_OF_A_WAVE_THAT_IS_OVER_IS_OPEN,
    W4_IT_GOES_ON_BY_ITSELF_ONLY_IN_TIME,
    W5_NO_INTENT_WHILE_IT_IS_PAUSED,
    W6_ONLY_WHO_SAW_THE_QUESTION_ANSWERS_IT,
    WHATEVER_WAITS_SAYS_FOR_WHAT,
    NOTHING_IS_STUCK
  }

  /** What a walk found. */
  record Found(int states, int steps, Optional<Broken> broken) {}

  /** A law that does not hold, and what happened until then. */
  record Broken(Law law, List<String> trace) {}

  private WaveWalk(Story story, WaveWalkSteps.Mutant mutant) {
    this.story = story;
    steps = new WaveWalkSteps(story.rule(), story.begun(), mutant);
  }

  static Found of(Story story, WaveWalkSteps.Mutant mutant) {
    return new WaveWalk(story, mutant).found();
  }

  private Found found() {
    number(steps.first(story.rows()), -1, "");
    var silent = -1;
    for (var at = 0; at < worlds.size(); at++) {
      var world = worlds.get(at);
      if (silent < 0 && !isTold(world)) {
        silent = at;
      }
      for (var step : steps.from(world)) {
        walked++;
        var broken = broken(world, step);
        if (broken.isPresent()) {
          var trace = graph.trace(at);
          trace.add(step.name());
          return new Found(worlds.size(), walked, Optional.of(new Broken(broken.get(), trace)));
        }
        var to = number(step.world(), at, step.name());
        if (step.course()) {
          graph.edge(at, to);
        }
      }
    }
    var stuck = graph.firstStuck();
    var broken =
        stuck >= 0
            ? Optional.of(new Broken(Law.NOTHING_IS_STUCK, graph.trace(stuck)))
            : silent >= 0
                ? Optional.of(new Broken(Law.WHATEVER_WAITS_SAYS_FOR_WHAT, graph.trace(silent)))
                : Optional.<Broken>empty();
    return new Found(worlds.size(), walked, broken);
  }

  /** Whether the run, and everybody who is not settled, says for what it waits, and truly. */
  private boolean isTold(WaveWalkWorld world) {
    var lane = world.lane().isEmpty() ? Optional.of(Wait.For.LANE.open()) : Optional.<Wait>empty();
    var waits =
        new RunWaits(
            world.progress(),
            world.question(),
            false,
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            new RunWaits.Bot(lane, Optional.empty(), Optional.empty()));
    var run = waits.run().map(Wait::what);
    var paused = world.question() ? Wait.For.DECISION : Wait.For.RESUME;
    if (world.gate() == Run.Gate.PAUSED
        && !waits
            .run()
            .equals(
                Optional.of(
                    new Wait(
                        paused,
                        world.question()
                            ? world.wave().flatMap(Wave::goesOn)
                            : Optional.empty())))) {
      return false;
    }
    if (run.isEmpty()
        || (world.gate() != Run.Gate.PAUSED
            && run.equals(Optional.of(Wait.For.LANE)) == world.lane().isPresent())) {
      return false;
    }
    for (var seq = 0; seq < world.rows().size(); seq++) {
      var state = world.rows().get(seq);
      var told = waits.recipient(state, seq, RunWaits.Alone.NOTHING).map(Wait::what);
      var isRest =
          world.wave().filter(wave -> wave.state() == Wave.State.UNDERWAY).isPresent()
              && seq >= story.begun().end();
      var isFree = world.gate() == Run.Gate.OPEN && world.lane().isPresent();
      if (told.isPresent() != (state.isOpen() || state == RecipientState.HELD)
          || (state == RecipientState.PENDING
              && isFree
              && isRest != told.equals(Optional.of(Wait.For.FIRST_WAVE)))) {
        return false;
      }
    }
    return true;
  }

  private int number(WaveWalkWorld world, int from, String name) {
    var number = graph.number(world, world.isOver(), from, name);
    if (number == worlds.size()) {
      worlds.add(world);
    }
    return number;
  }

  private Optional<Law> broken(WaveWalkWorld was, WaveWalkSteps.Step step) {
    var is = step.world();
    for (var seq = 0; seq < is.rows().size(); seq++) {
      if (is.rows().get(seq) == RecipientState.SENDING
          && is.rows().get(seq) != was.rows().get(seq)) {
        if (seq >= story.begun().end() && !was.told().decided()) {
          return Optional.of(Law.W1_THE_REST_WAITS);
        }
        if (was.gate() != Run.Gate.OPEN) {
          return Optional.of(Law.W5_NO_INTENT_WHILE_IT_IS_PAUSED);
        }
      }
    }
    if (was.told().asked().isEmpty() && is.told().asked().isPresent()) {
      return brokenByAsking(is);
    }
    var told = was.told();
    if (step.name().equals(WaveWalkSteps.BY_ITSELF)
        && (!told.asked().equals(Optional.of(Wave.State.THROUGH))
            || told.held()
            || told.waited() < story.rule().waitMinutes()
            || story.begun().size() == 0)) {
      return Optional.of(Law.W4_IT_GOES_ON_BY_ITSELF_ONLY_IN_TIME);
    }
    return step.name().equals(WaveWalkSteps.RESUMED) && was.question() && !was.seen()
        ? Optional.of(Law.W6_ONLY_WHO_SAW_THE_QUESTION_ANSWERS_IT)
        : Optional.empty();
  }

  private Optional<Law> brokenByAsking(WaveWalkWorld is) {
    var wave = is.rows().subList(0, (int) story.begun().end());
    var bad =
        wave.stream()
            .filter(row -> row == RecipientState.FAILED || row == RecipientState.HELD)
            .count();
    var tooMany = bad * 100 > story.rule().stopAbove() * story.begun().size();
    var isStopped = is.told().asked().equals(Optional.of(Wave.State.STOPPED));
    if (tooMany != isStopped) {
      return Optional.of(Law.W2_IT_STOPS_EXACTLY_IF_TOO_MANY_FAILED);
    }
    return isStopped || wave.stream().noneMatch(RecipientState::isOpen)
        ? Optional.empty()
        : Optional.of(Law.W3_NOBODY_OF_A_WAVE_THAT_IS_OVER_IS_OPEN);
  }
}
