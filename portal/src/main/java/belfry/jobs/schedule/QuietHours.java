package belfry.jobs.schedule;

import belfry.base.WallClock;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Times of the week in which an app begins no message: while the clocks on the wall show one of
 * them.
 *
 * @param days on which they begin
 * @param until on the next day if it is not after {@code from}
 */
public record QuietHours(Set<DayOfWeek> days, LocalTime from, LocalTime until, ZoneId zone) {
  private static final int DAY = 24 * 60;

  public QuietHours {
    days = days.isEmpty() ? Set.of() : EnumSet.copyOf(days);
  }

  /** When they are over; empty if this moment is not in them. */
  public Optional<Instant> over(Instant now) {
    var end = now;
    // Each day's may touch the next day's.
    for (var span = 0; span <= DayOfWeek.values().length; span++) {
      var next = endOfSpan(end);
      if (next.isEmpty()) {
        break;
      }
      end = next.get();
    }
    return end.equals(now) ? Optional.empty() : Optional.of(end);
  }

  /** A time that falls in them, and when they are over. */
  public record Held(Instant time, Instant until) {}

  /** Those of these times that fall in them. */
  public List<Held> holding(List<Instant> times) {
    return times.stream()
        .flatMap(time -> over(time).map(until -> new Held(time, until)).stream())
        .toList();
  }

  private Optional<Instant> endOfSpan(Instant moment) {
    var today = moment.atZone(zone).toLocalDate();
    return Optional.<Instant>empty()
        .or(() -> endOfSpan(today.minusDays(1), moment))
        .or(() -> endOfSpan(today, moment));
  }

  private Optional<Instant> endOfSpan(LocalDate day, Instant moment) {
    var shown = LocalDateTime.ofInstant(moment, zone);
    var end = day.plusDays(until.isAfter(from) ? 0 : 1).atTime(until);
    return days.contains(day.getDayOfWeek())
            && !shown.isBefore(day.atTime(from))
            && shown.isBefore(end)
        ? Optional.of(next(end, moment))
        : Optional.empty();
  }

  /** When the clocks show this, or skip it. */
  private Instant next(LocalDateTime local, Instant moment) {
    var change = zone.getRules().getTransition(local);
    return change != null && change.isGap()
        ? change.getInstant()
        : WallClock.meant(local, zone, moment).toInstant();
  }

  /** How many minutes of a week are left in which something can be sent. */
  public int minutesLeft() {
    var week = DAY * DayOfWeek.values().length;
    var quiet = new BitSet(week);
    for (var day : days) {
      var begin = (day.getValue() - 1) * DAY + minute(from);
      var length = Math.floorMod(minute(until) - minute(from) - 1, DAY) + 1;
      for (var i = 0; i < length; i++) {
        quiet.set((begin + i) % week);
      }
    }
    return week - quiet.cardinality();
  }

  private static int minute(LocalTime time) {
    return time.toSecondOfDay() / 60;
  }
}
