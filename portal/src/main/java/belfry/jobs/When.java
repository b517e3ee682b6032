package belfry.jobs;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** Reads a time as a person enters it: local date and time with a zone, or with an offset. */
public sealed interface When {
  Duration FURTHEST = Duration.ofDays(5 * 366);

  /** A minute in the past still means now: somebody was slow to press the button. */
  Duration PAST_ALLOWED = Duration.ofMinutes(1);

  record At(Instant due, Job.Timing timing) implements When {}

  record Wrong(Fault fault) implements When {}

  /**
   * Reads both parts.
   *
   * @param at {@code 2026-11-27T16:00} in {@code zone}, or {@code 2026-11-27T16:00:00+02:00}. A
   *     time that the clocks skip means the later valid one, one that comes twice the first.
   * @param zone an IANA name; may be empty where {@code at} carries an offset
   */
  static When read(String at, String zone, Instant now) {
    ZoneId place;
    try {
      place = zone.isBlank() ? ZoneId.of("UTC") : ZoneId.of(zone);
    } catch (DateTimeException _) {
      return wrong("zone", "'" + zone + "' is no time zone. Use a name like Europe/Helsinki.");
    }
    ZonedDateTime time;
    try {
      time = OffsetDateTime.parse(at).atZoneSameInstant(place);
    } catch (DateTimeException _) {
      try {
        if (zone.isBlank()) {
          LocalDateTime.parse(at);
          return wrong("zone", "Say in which time zone this is, for example Europe/Helsinki.");
        }
        time = LocalDateTime.parse(at).atZone(place);
      } catch (DateTimeException _) {
        return wrong("at", "'" + at + "' is no date and time. Write it like 2026-11-27T16:00.");
      }
    }
    return checked(time, zone, now);
  }

  private static When checked(ZonedDateTime time, String zone, Instant now) {
    var due = time.toInstant();
    if (due.isBefore(now.minus(PAST_ALLOWED))) {
      return wrong("at", "That time has passed. Choose a later one, or send it now.");
    }
    if (due.isAfter(now.plus(FURTHEST))) {
      return wrong("at", "That is more than five years away. Choose an earlier time.");
    }
    return new At(due, new Job.Timing(time.toLocalDateTime().toString(), zone));
  }

  private static Wrong wrong(String field, String message) {
    return new Wrong(new Fault(field, message));
  }
}
