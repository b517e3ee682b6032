package belfry.delivery.lane;

import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.Wave;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Tally;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One moment of a run with a first wave: what the ledger holds, what its lane has in memory, and
 * what people have done. It is always the same instant; the time at which a run goes on comes
 * nearer instead.
 *
 * @param question whether the run asks whether the rest may follow
 * @param lane what the owner of the lane has in memory; empty if nobody owns it
 * @param seen whether the page in front of a person shows the job as it is
 */
record WaveWalkWorld(
    List<RecipientState> rows,
    int nextSeq,
    Run.Gate gate,
    Optional<Wave> wave,
    boolean question,
    Optional<Lane> lane,
    boolean seen,
    Told told) {
  static final Instant NOW = Instant.EPOCH;

  /**
   * The memory of the owner.
   *
   * @param known the run as it last saw it
   * @param unasked a mutant has paused the run for this, and has not written the question
   */
  record Lane(RunProgress known, Optional<Wave.State> unasked) {}

  /**
   * The walk's own record, which no rule reads.
   *
   * @param asked why the run paused after its wave
   * @param held whether a person must decide, because they paused the waiting run
   * @param decided whether the rest may follow
   * @param waited minutes since the question
   * @param paused whether a person paused the run, and it asks nothing
   */
  record Told(
      Optional<Wave.State> asked, boolean held, boolean decided, int waited, boolean paused) {
    private static final Told NOTHING = new Told(Optional.empty(), false, false, 0, false);

    Told ask(Wave.State why) {
      return new Told(Optional.of(why), false, decided, 0, false);
    }

    /** A person pauses it, or keeps it paused, while it asks or without a question. */
    Told hold(boolean question) {
      return new Told(asked, held || question, decided, waited, paused || !question);
    }

    Told open() {
      return new Told(asked, held, asked.isPresent(), waited, false);
    }

    Told older(int most) {
      return new Told(asked, held, decided, Math.min(most, waited + 1), paused);
    }
  }

  /** A run that has been written down and not begun. */
  static WaveWalkWorld fresh(List<RecipientState> rows, Optional<Wave> wave) {
    return new WaveWalkWorld(
        rows, 0, Run.Gate.OPEN, wave, false, Optional.empty(), true, Told.NOTHING);
  }

  boolean isOver() {
    return rows.stream().noneMatch(RecipientState::isOpen);
  }

  /** As the run's row has it. */
  RunProgress progress() {
    var tally =
        Tally.of(rows.stream().collect(Collectors.groupingBy(row -> row, Collectors.counting())));
    return new RunProgress(
        gate, true, Optional.empty(), Optional.empty(), nextSeq, rows.size(), tally, wave);
  }

  /** The owner has read the run, or was told by its own transaction. */
  WaveWalkWorld known() {
    return lane(Optional.of(new Lane(progress(), Optional.empty())));
  }

  WaveWalkWorld row(int seq, RecipientState next) {
    var changed = new ArrayList<>(rows);
    changed.set(seq, next);
    return rows(changed);
  }

  WaveWalkWorld rows(List<RecipientState> next) {
    return new WaveWalkWorld(next, nextSeq, gate, wave, question, lane, seen, told);
  }

  WaveWalkWorld nextSeq(int next) {
    return new WaveWalkWorld(rows, next, gate, wave, question, lane, seen, told);
  }

  WaveWalkWorld gate(Run.Gate next) {
    return new WaveWalkWorld(rows, nextSeq, next, wave, question, lane, seen, told);
  }

  WaveWalkWorld wave(Optional<Wave> next) {
    return new WaveWalkWorld(rows, nextSeq, gate, next, question, lane, seen, told);
  }

  WaveWalkWorld question(boolean next) {
    return new WaveWalkWorld(rows, nextSeq, gate, wave, next, lane, seen, told);
  }

  WaveWalkWorld lane(Optional<Lane> next) {
    return new WaveWalkWorld(rows, nextSeq, gate, wave, question, next, seen, told);
  }

  WaveWalkWorld seen(boolean next) {
    return new WaveWalkWorld(rows, nextSeq, gate, wave, question, lane, next, told);
  }

  WaveWalkWorld told(Told next) {
    return new WaveWalkWorld(rows, nextSeq, gate, wave, question, lane, seen, next);
  }

  WaveWalkWorld goesOn(Optional<Instant> next) {
    return wave(wave.map(one -> new Wave(one.end(), one.size(), one.state(), next)));
  }

  /** A minute later. */
  WaveWalkWorld older(int most) {
    var nearer =
        wave.flatMap(Wave::goesOn)
            .map(at -> at.isAfter(NOW) ? at.minus(Duration.ofMinutes(1)) : at);
    return goesOn(nearer).told(told.older(most));
  }
}
