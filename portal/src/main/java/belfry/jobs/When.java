package belfry.jobs;

import java.time.Instant;

/** A time that a person entered, as interpreted. */
public sealed interface When {
  /** The next time that the entry means. */
  record At(Instant due, Timing timing) implements When {}

  record Wrong(Fault fault) implements When {}
}
