package belfry.runs;

import java.time.Instant;
import java.util.Optional;

/**
 * The first wave of a run, until the rest may follow.
 *
 * @param end recipients from this number on wait
 * @param size how many recipients before it get the message
 * @param goesOn when the rest follows by itself; empty if a person must decide
 */
public record Wave(long end, long size, State state, Optional<Instant> goesOn) {
  /** Its progress. */
  public enum State {
    UNDERWAY,
    /** All of it is settled, and the run waits for a decision. */
    THROUGH,
    /** Too many failed or are held, and the run waits for a person's decision. */
    STOPPED
  }

  /** Nobody in it was sent to. */
  public static Wave begun(long end, long size) {
    return new Wave(end, size, State.UNDERWAY, Optional.empty());
  }

  /**
   * The same after a person opened or shut the run's gate; empty if the rest may follow. Opening it
   * lets the rest follow only if the wave had shut it. Pausing a paused run means that it must not
   * continue by itself.
   */
  public Optional<Wave> after(Run.Gate gate) {
    return gate == Run.Gate.OPEN && state != State.UNDERWAY
        ? Optional.empty()
        : Optional.of(new Wave(end, size, state, Optional.empty()));
  }

  /** Whether the rest follows by itself now. */
  public boolean goesOn(Instant now) {
    return goesOn.filter(at -> !at.isAfter(now)).isPresent();
  }
}
