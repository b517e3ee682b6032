package belfry.jobs;

import java.time.Instant;

/** A time that a person entered, as it was understood. */
public sealed interface When {
  /** The next time that was meant. */
  record At(Instant due, Timing timing) implements When {}

  record Wrong(Fault fault) implements When {}
}
