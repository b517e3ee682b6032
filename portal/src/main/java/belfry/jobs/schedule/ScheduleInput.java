package belfry.jobs.schedule;

import belfry.base.Bare;
import belfry.base.Phrase;
import belfry.base.WallClock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;

/**
 * A time as entered by a person. A local time that the clocks skip means the next valid one; one
 * that occurs twice means the first, or the second once the first is over. Where it repeats, it
 * means the first: whoever edits it between the two does not send it twice.
 *
 * @param at {@code 2026-11-27T16:00} in {@code zone}, or {@code 2026-11-27T16:00:00+02:00}
 * @param zone an IANA name; may be empty if {@code at} has an offset
 * @param repeat an RRULE (RFC 5545) counted from {@code at}, which may then be in the past and has
 *     no offset; empty if it does not repeat
 * @param graceMinutes how late it may still start by itself
 */
public record ScheduleInput(String at, String zone, String repeat, Optional<Long> graceMinutes) {
  private static final Duration FURTHEST = Duration.ofDays(5 * 366);

  /** A time up to a minute in the past still means now: somebody was slow to press the button. */
  private static final Duration PAST_ALLOWED = Duration.ofMinutes(1);

  /** A repeating start may be in the past, but each evaluation counts from there. */
  private static final int OLDEST_START_YEARS = 20;

  private static final Duration LONGEST_GRACE = Duration.ofDays(7);

  private static final Phrase TOO_FAR =
      Phrase.of("at.tooFar", "That is more than five years away. Choose an earlier time.");

  /** Interprets the time at this moment. */
  public ParsedSchedule read(Instant now) {
    return read(now, Schedule.NONE);
  }

  /**
   * Interprets the time of a job that had another one before. The moments that it left out stay
   * left out if they are still among its times, and else their days: at another time of day, they
   * are the same days to whoever skipped them.
   */
  public ParsedSchedule read(Instant now, Schedule former) {
    try {
      var grace = grace();
      return Bare.isBlank(repeat) ? once(grace, now) : repeated(grace, now, former);
    } catch (NotUnderstood e) {
      return new ParsedSchedule.Wrong(e.fault);
    }
  }

  private ParsedSchedule once(Duration grace, Instant now) {
    var earliest = now.minus(PAST_ALLOWED);
    var time = time(earliest);
    var due = time.toInstant();
    if (due.isBefore(earliest)) {
      throw new NotUnderstood(
          "at",
          Phrase.of("at.passed", "That time has passed. Choose a later one, or send it now."));
    }
    var local = time.toLocalDateTime().toString();
    return new ParsedSchedule.At(notTooFar(due, now), new Schedule(local, zone, "", grace));
  }

  private ZonedDateTime time(Instant earliest) {
    var place = Bare.isBlank(zone) ? ZoneId.of("UTC") : zoneId();
    try {
      return OffsetDateTime.parse(at).atZoneSameInstant(place);
    } catch (DateTimeException _) {
      var local =
          local(
              Phrase.of(
                  "at.noTime",
                  "'{{at}}' is not a date and time. Write it like 2026-11-27T16:00.",
                  "at",
                  at));
      return WallClock.meant(local, zoneId(), earliest);
    }
  }

  private ParsedSchedule repeated(Duration grace, Instant now, Schedule former) {
    var local =
        local(
            Phrase.of(
                "at.noLocalTime",
                "'{{at}}' is not a date and time without an offset, which a repeating start must be. Write it like 2026-11-27T16:00.",
                "at",
                at));
    var here = LocalDateTime.ofInstant(now, zoneId());
    if (local.isBefore(here.minusYears(OLDEST_START_YEARS))) {
      throw new NotUnderstood(
          "at",
          Phrase.of("at.tooOld", "That start is more than twenty years ago. Choose a later one."));
    }
    if (local.isAfter(here.plus(FURTHEST))) {
      throw new NotUnderstood("at", TOO_FAR);
    }
    var recurrence = recurrence(local);
    var schedule =
        new Schedule(local.toString(), zone, repeat, grace)
            .skipping(
                former.skipped().stream()
                    .flatMap(one ->
                        recurrence.at(one, former.day(one)).stream()
                            .filter(time -> now.isBefore(one) || now.isBefore(time)))
                    .toList());
    var first = schedule.recurrence().orElseThrow().after(now).findFirst();
    if (first.isEmpty()) {
      throw new NotUnderstood(
          "repeat",
          Phrase.of(
              "repeat.never", "This rule never occurs again. Choose other days, or a later end."));
    }
    return new ParsedSchedule.At(notTooFar(first.get(), now), schedule);
  }

  private Recurrence recurrence(LocalDateTime local) {
    try {
      return Recurrence.of(repeat, local, zoneId());
    } catch (Recurrence.Unusable e) {
      throw new NotUnderstood("repeat", e.why());
    }
  }

  private LocalDateTime local(Phrase otherwise) {
    try {
      return LocalDateTime.parse(at);
    } catch (DateTimeException _) {
      throw new NotUnderstood("at", otherwise);
    }
  }

  private ZoneId zoneId() {
    if (Bare.isBlank(zone)) {
      throw new NotUnderstood(
          "zone", Phrase.of("zone.missing", "Give the time zone, for example Europe/Helsinki."));
    }
    return WallClock.zone(zone)
        .orElseThrow(() ->
            new NotUnderstood(
                "zone",
                Phrase.of(
                    "zone.unknown",
                    "'{{zone}}' is not a time zone. Use a name like Europe/Helsinki.",
                    "zone",
                    zone)));
  }

  private static Instant notTooFar(Instant due, Instant now) {
    if (due.isAfter(now.plus(FURTHEST))) {
      throw new NotUnderstood("at", TOO_FAR);
    }
    return due;
  }

  private Duration grace() {
    long minutes = graceMinutes.orElse(Schedule.USUAL_GRACE.toMinutes());
    if (minutes < 1 || minutes > LONGEST_GRACE.toMinutes()) {
      throw new NotUnderstood(
          "graceMinutes",
          Phrase.of(
              "grace.range",
              "This must be from 1 to {{most}}, which is a week.",
              "most",
              LONGEST_GRACE.toMinutes()));
    }
    return Duration.ofMinutes(minutes);
  }

  /** Ends {@link #read} at the first error. */
  private static final class NotUnderstood extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Fault fault;

    NotUnderstood(String field, Phrase why) {
      super(why.english(), null, false, false);
      fault = new Fault(field, why);
    }
  }
}
