package belfry.runs;

import java.time.Instant;
import java.util.Optional;

/**
 * The first wave of a run, until it is decided that the run goes on.
 *
 * @param end recipients from this number on wait
 * @param size how many before it are to be sent to
 * @param goesOn when the rest follows by itself; empty if a person has to say so
 */
public record Wave(long end, long size, State state, Optional<Instant> goesOn) {
  /** How far it has come. */
  public enum State {
    UNDERWAY,
    /** All of it is settled, and the run waits for a decision. */
    THROUGH,
    /** Too many failed or are held, and the run waits for a person's decision. */
    STOPPED
  }

  /** Nobody of it was sent to. */
  public static Wave begun(long end, long size) {
    return new Wave(end, size, State.UNDERWAY, Optional.empty());
  }

  /**
   * The same after a person opened or shut the run's gate; empty if the rest may follow. Opening it
   * decides that only where it was the wave that had shut it. Whoever pauses a run that is paused
   * wants it to stay so.
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
