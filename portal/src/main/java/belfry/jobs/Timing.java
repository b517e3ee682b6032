package belfry.jobs;

import java.time.Duration;
import java.util.Optional;

/**
 * A time as a person entered it.
 *
 * @param local date and time without zone, ISO 8601; where it repeats, the earliest there can be.
 *     Empty where none was entered
 * @param zone IANA name; empty where none was entered
 * @param rule how it repeats, an RRULE (RFC 5545); empty where it does not
 * @param grace how late it may still begin by itself
 */
public record Timing(String local, String zone, String rule, Duration grace) {
  public static final Duration USUAL_GRACE = Duration.ofHours(1);

  /** No time: as soon as it can be. */
  public static final Timing NONE = once("", "");

  static Timing once(String local, String zone) {
    return new Timing(local, zone, "", USUAL_GRACE);
  }

  /**
   * All the times it means, where it repeats.
   *
   * @throws IllegalArgumentException with words for people, when a newer version does not know its
   *     zone or its rule any more
   */
  public Optional<Recurrence> recurrence() {
    return rule.isEmpty() ? Optional.empty() : Optional.of(Recurrence.of(this));
  }
}
