package belfry.runs;

import java.time.Instant;
import java.util.Optional;

/**
 * How far a run is.
 *
 * @param expanded whether the whole audience is written down; nothing is sent before
 * @param started when the first intent was committed
 * @param nextSeq recipients below this number have been claimed at least once
 * @param total the audience's size; what the tally adds up to, or something is broken
 */
public record RunProgress(
    Run.Gate gate,
    boolean expanded,
    Optional<Instant> started,
    long nextSeq,
    long total,
    Tally tally) {

  /** Nobody vanishes: all states together are the audience. */
  public boolean addsUp() {
    return tally.total() == total;
  }
}
