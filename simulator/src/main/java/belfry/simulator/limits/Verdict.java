package belfry.simulator.limits;

import org.jspecify.annotations.Nullable;

/** What the limits say to one request. */
public sealed interface Verdict {
  /** Go on. */
  record Admitted() implements Verdict {}

  /**
   * Not now.
   *
   * @param retryAfter the header as it is written; null when it is left out
   * @param html whether the body is a page, as a gateway writes it
   */
  record Throttled(int status, @Nullable String retryAfter, boolean html, Announcement announcement)
      implements Verdict {}

  /** What a refusal promised, to be told to its key once the answer is written. */
  record Announcement(@Nullable Gate gate, long until) {
    public void written(long now) {
      if (gate != null) {
        gate.announced(now, until);
      }
    }
  }
}
