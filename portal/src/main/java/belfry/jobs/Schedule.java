package belfry.jobs;

import java.time.Duration;
import java.util.Optional;

/**
 * A time as a person entered it.
 *
 * @param local date and time without zone, ISO 8601; for a repeating job, the earliest possible
 *     one. Empty if none was entered
 * @param zone IANA name; empty if none was entered
 * @param rule how it repeats, an RRULE (RFC 5545); empty if it does not
 * @param grace how late it may still start by itself
 * @param urgent why it is also sent during quiet hours; empty if it waits until they are over
 */
public record Schedule(String local, String zone, String rule, Duration grace, String urgent) {
  public static final Duration USUAL_GRACE = Duration.ofHours(1);

  /** No time: as soon as possible. */
  public static final Schedule NONE = once("", "");

  /** One that is not urgent. */
  public Schedule(String local, String zone, String rule, Duration grace) {
    this(local, zone, rule, grace, "");
  }

  /** The same time, for this reason also during quiet hours. */
  Schedule urgent(String why) {
    return new Schedule(local, zone, rule, grace, why);
  }

  static Schedule once(String local, String zone) {
    return new Schedule(local, zone, "", USUAL_GRACE);
  }

  /**
   * All its times, if it repeats.
   *
   * @throws IllegalArgumentException with a message for people, if a newer version no longer knows
   *     its zone or its rule
   */
  public Optional<Recurrence> recurrence() {
    return rule.isEmpty() ? Optional.empty() : Optional.of(Recurrence.of(this));
  }
}
