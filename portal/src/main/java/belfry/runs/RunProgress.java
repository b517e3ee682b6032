package belfry.runs;

import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Tally;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * How far a run has come.
 *
 * @param expanded whether the whole audience has been written; nothing is sent before that
 * @param started when the first intent was committed
 * @param wentOn when it went on last, of a run that was paused or rested in quiet hours
 * @param nextSeq recipients below this number have been claimed at least once
 * @param total the audience's size, which the tally must add up to
 * @param wave the first wave, until the rest may follow
 * @param front recipients below this number have been claimed that are of the lane which asks
 */
public record RunProgress(
    Run.Gate gate,
    boolean expanded,
    Optional<Instant> started,
    Optional<Instant> wentOn,
    long nextSeq,
    long total,
    Tally tally,
    Optional<Wave> wave,
    long front) {

  /** Of a run that only the first bot sends, or for somebody who sends nothing of it. */
  public RunProgress(
      Run.Gate gate,
      boolean expanded,
      Optional<Instant> started,
      Optional<Instant> wentOn,
      long nextSeq,
      long total,
      Tally tally,
      Optional<Wave> wave) {
    this(gate, expanded, started, wentOn, nextSeq, total, tally, wave, nextSeq);
  }

  /**
   * Whether all states together add up to the audience, so that nobody has vanished, and nobody has
   * left a state more often than come into it.
   */
  public boolean isSound() {
    return !expanded
        || (tally.total() == total
            && Arrays.stream(RecipientState.values()).noneMatch(state -> tally.of(state) < 0));
  }

  /** How many recipients that were never tried may be claimed now; of several bots, at most. */
  public long fresh() {
    return Math.clamp(wave.map(Wave::end).orElse(total) - front, 0, Math.max(0, tally.pending()));
  }

  /** How many recipients will be sent to before the run ends or pauses by itself. */
  public long toSend() {
    return tally.toSend() - tally.pending() + fresh();
  }
}
