package belfry.pace;

import java.time.Duration;
import java.util.Optional;

/**
 * Requests in a row that had no answer. One is an accident; after several nothing begins for a
 * while, longer each time.
 */
final class Silences {
  private static final int PATIENCE = 5;
  private static final Duration REST = Duration.ofMillis(500);

  /** So much longer than the outage itself may it last that nothing is sent. */
  private static final Duration LONGEST_REST = Duration.ofSeconds(8);

  private int count;
  private int rests;

  void broken() {
    count = 0;
    rests = 0;
  }

  /** One more; the rest to take, where it was the last straw. */
  Optional<Duration> add(boolean resting) {
    count++;
    // By rests: of requests under way together all are silent at once.
    return count < PATIENCE || resting
        ? Optional.empty()
        : Optional.of(Backoff.after(rests++, REST, LONGEST_REST));
  }
}
