package belfry.standin;

import java.time.Instant;
import java.time.InstantSource;

/** Time that goes on evenly, whatever happens to the clock of the machine. */
final class SteadyTime implements InstantSource {
  private final Instant began = Instant.now();
  private final long nanos = System.nanoTime();

  @Override
  public Instant instant() {
    return began.plusNanos(System.nanoTime() - nanos);
  }
}
