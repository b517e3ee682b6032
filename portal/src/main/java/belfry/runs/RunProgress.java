package belfry.runs;

import java.time.Instant;
import java.util.Optional;

/**
 * How far a run has come.
 *
 * @param expanded whether the whole audience has been written; nothing is sent before that
 * @param started when the first intent was committed
 * @param nextSeq recipients below this number have been claimed at least once
 * @param total the audience's size, which the tally must add up to
 */
public record RunProgress(
    Run.Gate gate,
    boolean expanded,
    Optional<Instant> started,
    long nextSeq,
    long total,
    Tally tally) {

  /** Whether all states together add up to the audience, so that nobody has vanished. */
  public boolean addsUp() {
    return tally.total() == total;
  }
}
