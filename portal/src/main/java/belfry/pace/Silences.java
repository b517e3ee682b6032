package belfry.pace;

import belfry.base.Backoff;
import java.time.Duration;
import java.util.Optional;

/**
 * Counts requests in a row without an answer. One is an accident; after several, nothing begins for
 * a while, longer each time.
 */
final class Silences {
  private static final int PATIENCE = 5;
  private static final Duration REST = Duration.ofMillis(500);

  /** How much longer than the outage itself the pause in sending may last. */
  private static final Duration LONGEST_REST = Duration.ofSeconds(8);

  private int count;
  private int rests;

  void broken() {
    count = 0;
    rests = 0;
  }

  /** Adds one; returns the rest to take, if this one triggers it. */
  Optional<Duration> add(boolean resting) {
    count++;
    // One count for each rest, because requests in flight together all fail at once.
    return count < PATIENCE || resting
        ? Optional.empty()
        : Optional.of(Backoff.after(rests++, REST, LONGEST_REST));
  }
}
