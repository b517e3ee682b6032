package belfry.delivery.lane;

import belfry.platform.Outcome;
import belfry.platform.ids.SpaceId;
import belfry.runs.FirstWave;
import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.Wave;
import belfry.runs.recipients.Finding;
import belfry.runs.recipients.OnUnknown;
import belfry.runs.recipients.RecipientLife;
import belfry.runs.recipients.RecipientLife.Event;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Everything that can happen next to a run with a first wave. When it pauses and what a pause and a
 * resume mean is asked of {@link FirstWave} and {@link Wave}, and where a recipient goes of {@link
 * RecipientLife}; what stands here is what the lane, the ledger, people and time do around them.
 */
final class WaveWalkSteps {
  static final String BY_ITSELF = "it goes on by itself";
  static final String RESUMED = "a person resumes it";

  private static final List<Outcome> ANSWERS =
      List.of(
          new Outcome.Accepted("m", SpaceId.parse("r"), ""),
          new Outcome.Refused(404, "no such person"),
          new Outcome.NotSent("held back"),
          new Outcome.Unknown("time-out"));

  private static final List<Finding> FINDINGS =
      List.of(
          new Finding.Ours("m", Optional.empty()),
          new Finding.None(),
          new Finding.Unclear("its card is missing"));

  private final FirstWave rule;
  private final Wave begun;
  private final Mutant mutant;
  private List<Step> steps = new ArrayList<>();

  /** A rule that is left out. */
  enum Mutant {
    NONE,
    /** Nothing says where the wave ends. */
    NO_END,
    /** Only the process that began the run knows of its wave. */
    END_IN_MEMORY,
    /** A wave is over although somebody in it is in doubt. */
    DOUBT_IS_SETTLED,
    /** However many fail, the wave went well. */
    NO_STOP,
    /** A run that stopped goes on by itself. */
    STOPPED_GOES_ON,
    /** A run of whose wave nobody is there goes on by itself. */
    NOBODY_GOES_ON,
    /** Pausing a run that waits does not keep it from going on. */
    PAUSE_KEEPS_TIME,
    /** Whoever resumes a run lets all of it go on, also in the middle of its wave. */
    ANY_RESUME_GOES_ON,
    /** The end of a wave is judged by what the lane remembers. */
    JUDGED_BY_MEMORY,
    /** The run is paused in one transaction, and asks in the next. */
    ASKS_LATER,
    /** The gate is what the lane remembers of it. */
    GATE_IN_MEMORY,
    /** When the run goes on is known only to the process that asked. */
    TIME_IN_MEMORY,
    /** Whoever has not seen the question answers it as well. */
    ANSWERED_UNSEEN
  }

  /**
   * One thing that happens.
   *
   * @param course whether it comes about by itself, or is asked of a person
   */
  record Step(boolean course, String name, WaveWalkWorld world) {}

  WaveWalkSteps(FirstWave rule, Wave begun, Mutant mutant) {
    this.rule = rule;
    this.begun = begun;
    this.mutant = mutant;
  }

  WaveWalkWorld first(List<RecipientState> rows) {
    return WaveWalkWorld.fresh(
        rows, mutant == Mutant.NO_END ? Optional.empty() : Optional.of(begun));
  }

  List<Step> from(WaveWalkWorld now) {
    steps = new ArrayList<>();
    if (now.lane().isEmpty()) {
      step("a process takes the lane", acquired(now));
    } else {
      chance("the process is killed", killed(now));
      step("the lane looks at the run", now.known());
      claims(now);
      outcomes(now);
      pauses(now, now.lane().get());
      goesOn(now);
    }
    if (now.wave().flatMap(Wave::goesOn).isPresent()) {
      step("a minute passes", now.older(rule.waitMinutes()));
    }
    people(now);
    return steps;
  }

  private void step(String name, WaveWalkWorld next) {
    steps.add(new Step(true, name, next));
  }

  private void chance(String name, WaveWalkWorld next) {
    steps.add(new Step(false, name, next));
  }

  // Processes --------------------------------------------------------------------------------

  private WaveWalkWorld acquired(WaveWalkWorld now) {
    var rows = new ArrayList<>(now.rows());
    rows.replaceAll(row ->
        row == RecipientState.SENDING ? RecipientLife.after(row, new Event.SenderLost()) : row);
    return now.rows(rows).known();
  }

  private WaveWalkWorld killed(WaveWalkWorld now) {
    var left = now.lane(Optional.empty());
    return switch (mutant) {
      case END_IN_MEMORY -> left.wave(Optional.empty());
      case TIME_IN_MEMORY -> left.goesOn(Optional.empty());
      default -> left;
    };
  }

  private void claims(WaveWalkWorld now) {
    var known = now.lane().orElseThrow().known();
    var gate = mutant == Mutant.GATE_IN_MEMORY ? known.gate() : now.gate();
    if (gate == Run.Gate.STOPPING) {
      var rows = new ArrayList<>(now.rows());
      rows.replaceAll(row -> RecipientLife.after(row, new Event.Cancelled()));
      step("what waits is skipped", now.rows(rows).known());
    }
    if (gate != Run.Gate.OPEN) {
      return;
    }
    var until = now.wave().map(Wave::end).orElse((long) now.rows().size());
    for (var seq = 0; seq < now.rows().size(); seq++) {
      var row = now.rows().get(seq);
      var isFresh = row == RecipientState.PENDING && seq >= now.nextSeq() && seq < until;
      if (isFresh || row == RecipientState.RETRY) {
        var intended = now.row(seq, RecipientLife.after(row, new Event.Intended()));
        step("an intent for " + seq, intended.nextSeq(Math.max(now.nextSeq(), seq + 1)).known());
      }
      if (isFresh) {
        return;
      }
    }
  }

  private void outcomes(WaveWalkWorld now) {
    for (var seq = 0; seq < now.rows().size(); seq++) {
      var row = now.rows().get(seq);
      if (row == RecipientState.SENDING) {
        for (var answer : ANSWERS) {
          settled(now, seq, new Event.Answered(answer));
        }
      } else if (row == RecipientState.UNKNOWN) {
        for (var finding : FINDINGS) {
          settled(now, seq, new Event.Looked(finding, true, true, false, OnUnknown.HOLD));
        }
      }
    }
  }

  private void settled(WaveWalkWorld now, int seq, Event event) {
    var next = RecipientLife.after(now.rows().get(seq), event);
    step(seq + " is " + next, now.row(seq, next).known());
  }

  // The end of the wave ----------------------------------------------------------------------

  private void pauses(WaveWalkWorld now, WaveWalkWorld.Lane lane) {
    if (lane.unasked().isPresent()) {
      step("it asks", asked(now, lane.unasked().get()).known());
      return;
    }
    var suspected = pausesFor(lane.known());
    if (suspected.isEmpty()) {
      return;
    }
    var why = mutant == Mutant.JUDGED_BY_MEMORY ? suspected : pausesFor(now.progress());
    if (why.isEmpty()) {
      step("the wave is not over", now.known());
    } else if (mutant == Mutant.ASKS_LATER) {
      var paused = now.gate(Run.Gate.PAUSED).seen(false);
      step("it pauses", paused.lane(Optional.of(new WaveWalkWorld.Lane(paused.progress(), why))));
    } else {
      step("it pauses, and asks", asked(now.gate(Run.Gate.PAUSED).seen(false), why.get()).known());
    }
  }

  private Optional<Wave.State> pausesFor(RunProgress progress) {
    return switch (mutant) {
      case NO_STOP -> new FirstWave(rule.size(), 100, rule.waitMinutes()).pauses(progress);
      case DOUBT_IS_SETTLED -> rule.pauses(withoutDoubt(progress));
      default -> rule.pauses(progress);
    };
  }

  private static RunProgress withoutDoubt(RunProgress progress) {
    var tally = new Tally.Moves();
    for (var state : RecipientState.values()) {
      var to = state == RecipientState.UNKNOWN ? RecipientState.SENT : state;
      tally.move(RecipientState.SKIPPED, to, progress.tally().of(state));
    }
    return new RunProgress(
        progress.gate(),
        true,
        progress.started(),
        progress.wentOn(),
        progress.nextSeq(),
        progress.total(),
        tally.tally(),
        progress.wave());
  }

  private WaveWalkWorld asked(WaveWalkWorld now, Wave.State why) {
    var paused = now.question(true).told(now.told().ask(why));
    if (now.wave().isEmpty()) {
      return paused;
    }
    var wave = rule.paused(now.wave().get(), why, WaveWalkWorld.NOW);
    var goesOnAnyhow =
        (mutant == Mutant.STOPPED_GOES_ON && why == Wave.State.STOPPED)
            || (mutant == Mutant.NOBODY_GOES_ON && wave.size() == 0);
    var next = paused.wave(Optional.of(wave));
    return goesOnAnyhow && rule.waitMinutes() > 0
        ? next.goesOn(Optional.of(WaveWalkWorld.NOW.plus(Duration.ofMinutes(rule.waitMinutes()))))
        : next;
  }

  /** Whether only a person can let the rest follow. */
  private boolean isLeftToPeople(WaveWalkWorld now) {
    return now.told().paused()
        || (now.question()
            && (now.told().held()
                || now.told().asked().equals(Optional.of(Wave.State.STOPPED))
                || rule.waitMinutes() == 0
                || begun.size() == 0));
  }

  private void goesOn(WaveWalkWorld now) {
    if (now.wave().filter(wave -> wave.goesOn(WaveWalkWorld.NOW)).isEmpty()) {
      return;
    }
    step(BY_ITSELF, opened(now, now.wave().flatMap(wave -> wave.after(Run.Gate.OPEN))));
    var held = now.wave().flatMap(wave -> wave.after(Run.Gate.PAUSED));
    chance(
        "its sender may not send any more", now.wave(held).told(now.told().hold(now.question())));
  }

  private static WaveWalkWorld opened(WaveWalkWorld now, Optional<Wave> wave) {
    return now.gate(Run.Gate.OPEN).wave(wave).question(false).told(now.told().open());
  }

  // People -----------------------------------------------------------------------------------

  private void people(WaveWalkWorld now) {
    if (now.gate() == Run.Gate.STOPPING) {
      return;
    }
    if (!now.seen()) {
      steps.add(new Step(isLeftToPeople(now), "a person looks", now.seen(true)));
    }
    var after = now.wave().flatMap(wave -> wave.after(Run.Gate.PAUSED));
    var keepsTime = mutant == Mutant.PAUSE_KEEPS_TIME && now.gate() == Run.Gate.PAUSED;
    if (now.gate() == Run.Gate.OPEN || now.wave().flatMap(Wave::goesOn).isPresent()) {
      var paused = now.gate(Run.Gate.PAUSED).told(now.told().hold(now.question()));
      chance("a person pauses it", keepsTime ? paused : paused.wave(after));
    }
    if (now.gate() == Run.Gate.PAUSED && (now.seen() || mutant == Mutant.ANSWERED_UNSEEN)) {
      var wave =
          mutant == Mutant.ANY_RESUME_GOES_ON
              ? Optional.<Wave>empty()
              : now.wave().flatMap(one -> one.after(Run.Gate.OPEN));
      steps.add(new Step(isLeftToPeople(now), RESUMED, opened(now, wave)));
    }
    chance(
        "a person cancels it",
        now.gate(Run.Gate.STOPPING)
            .wave(now.wave().flatMap(wave -> wave.after(Run.Gate.STOPPING)))
            .question(false));
    for (var seq = 0; seq < now.rows().size(); seq++) {
      switch (now.rows().get(seq)) {
        case HELD -> {
          corrected(now, seq, new Event.Decided(true));
          corrected(now, seq, new Event.Decided(false));
        }
        case FAILED -> corrected(now, seq, new Event.Retried());
        default -> {}
      }
    }
  }

  private void corrected(WaveWalkWorld now, int seq, Event event) {
    var next = RecipientLife.after(now.rows().get(seq), event);
    chance("a person decides that " + seq + " is " + next, now.row(seq, next));
  }
}
