package belfry.jobs.schedule;

import belfry.base.Phrase;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.dmfs.rfc5545.DateTime;
import org.dmfs.rfc5545.recur.Freq;
import org.dmfs.rfc5545.recur.InvalidRecurrenceRuleException;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.dmfs.rfc5545.recur.RecurrenceRule.Part;
import org.dmfs.rfc5545.recur.RecurrenceRuleIterator;

/**
 * The times of a recurring job: an RRULE (RFC 5545, 3.3.10) on local dates, at one time of day, in
 * a zone. The rule itself knows nothing of zones. A local time that the clocks skip means the next
 * valid one; one that occurs twice means the first.
 */
public final class Recurrence {
  private static final int LONGEST_RULE = 300;
  private static final int MOST_BETWEEN = 1_000;
  private static final int MOST_TIMES = 10_000;

  /** Beyond this the library's calendar overflows, and nobody plans that far ahead. */
  private static final int HORIZON_YEARS = 100;

  /**
   * Times are a day apart. A nearer one is the same time: a newer Java has changed the rules of its
   * zone since it was written.
   */
  private static final Duration SAME = Duration.ofHours(12);

  private static final Set<Freq> FREQUENCIES =
      Set.of(Freq.DAILY, Freq.WEEKLY, Freq.MONTHLY, Freq.YEARLY);

  private final String text;
  private final RecurrenceRule rule;
  private final LocalDateTime start;
  private final ZoneId zone;
  private final Optional<LocalDateTime> until;
  private final List<Instant> skipped;

  private Recurrence(String text, LocalDateTime start, ZoneId zone, List<Instant> skipped)
      throws InvalidRecurrenceRuleException {
    this.text = text;
    this.start = start;
    this.zone = zone;
    this.skipped = skipped;
    rule = new RecurrenceRule(text, RecurrenceRule.RfcMode.RFC5545_STRICT);
    until = Optional.ofNullable(rule.getUntil()).map(end -> local(end, zone));
    until.ifPresent(end -> rule.setUntil(floating(end)));
  }

  /** A rule that cannot be used. */
  static final class Unusable extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient Phrase why;

    private Unusable(Phrase why) {
      super(why.english());
      this.why = why;
    }

    Phrase why() {
      return why;
    }
  }

  /** The recurrence of a time that {@link ScheduleInput#read} accepted. */
  static Recurrence of(Schedule schedule) {
    try {
      return of(
          schedule.rule(),
          LocalDateTime.parse(schedule.local()),
          ZoneId.of(schedule.zone()),
          schedule.skipped());
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("Its time zone is not known any more.", e);
    }
  }

  /**
   * Reads a rule.
   *
   * @throws Unusable if it cannot be used, saying why
   */
  static Recurrence of(String rule, LocalDateTime start, ZoneId zone) {
    return of(rule, start, zone, List.of());
  }

  /** Reads a rule some of whose times are left out. */
  private static Recurrence of(
      String rule, LocalDateTime start, ZoneId zone, List<Instant> skipped) {
    Recurrence recurrence;
    try {
      if (rule.length() > LONGEST_RULE) {
        throw new IllegalArgumentException("too long");
      }
      recurrence = new Recurrence(rule, start.truncatedTo(ChronoUnit.SECONDS), zone, skipped);
    } catch (InvalidRecurrenceRuleException | DateTimeException | IllegalArgumentException _) {
      throw new Unusable(
          Phrase.of(
              "repeat.noRule",
              "This is not an RFC 5545 rule. Write it like FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231."));
    }
    if (!FREQUENCIES.contains(recurrence.rule.getFreq()) || hasTimeOrCalendar(recurrence.rule)) {
      throw new Unusable(
          Phrase.of(
              "repeat.tooOften",
              "A message repeats at most once a day, at the time of its start: use FREQ=DAILY, WEEKLY, MONTHLY or YEARLY, without BYHOUR, BYMINUTE, BYSECOND, RSCALE or SKIP."));
    }
    if (recurrence.rule.getInterval() > MOST_BETWEEN || recurrence.count().orElse(0) > MOST_TIMES) {
      throw new Unusable(
          Phrase.of(
              "repeat.tooLong",
              "INTERVAL may be at most {{interval, number}}, and COUNT at most {{times, number}}. Choose a smaller one.",
              "interval",
              MOST_BETWEEN,
              "times",
              MOST_TIMES));
    }
    if (hasWeek53(recurrence.rule)) {
      throw new Unusable(
          Phrase.of(
              "repeat.week53",
              "Few years have a week 53, so BYWEEKNO takes 1 to 52. For the last week of each year, write BYWEEKNO=-1."));
    }
    return recurrence;
  }

  /**
   * Rules may not set a time of day, which is the start's, or another calendar. These parts are
   * named by strings, because the library's {@code Part} fails permanently if it is loaded before
   * its rule class.
   */
  private static boolean hasTimeOrCalendar(RecurrenceRule rule) {
    return Stream.of(Part.BYHOUR, Part.BYMINUTE, Part.BYSECOND, Part.RSCALE, Part.SKIP)
        .anyMatch(rule::hasPart);
  }

  /** In years without it, the library takes other days, even other days of the week. */
  private static boolean hasWeek53(RecurrenceRule rule) {
    var weeks = rule.getByPart(Part.BYWEEKNO);
    return weeks != null && weeks.stream().anyMatch(week -> Math.abs(week) > 52);
  }

  /** The end of the day, if only a date is given. */
  private static LocalDateTime local(DateTime end, ZoneId zone) {
    var named = LocalDate.of(end.getYear(), end.getMonth() + 1, end.getDayOfMonth());
    if (end.isAllDay()) {
      return named.atTime(23, 59, 59);
    }
    return end.isFloating()
        ? named.atTime(end.getHours(), end.getMinutes(), end.getSeconds())
        : LocalDateTime.ofInstant(Instant.ofEpochMilli(end.getTimestamp()), zone);
  }

  private static DateTime floating(LocalDateTime local) {
    return new DateTime(
        local.getYear(),
        local.getMonthValue() - 1,
        local.getDayOfMonth(),
        local.getHour(),
        local.getMinute(),
        local.getSecond());
  }

  /** The times after a moment that are not left out, in order; endless if the rule is. */
  public Stream<Instant> after(Instant moment) {
    // Clocks skip an hour, and a zone may even skip a day; starting here misses none.
    var from = LocalDateTime.ofInstant(moment, zone).minusDays(2);
    // No flatMap: as an iterator, it would first collect an endless stream.
    return dates(from)
        .map(dates -> Stream.generate(() -> next(dates)).takeWhile(Optional::isPresent))
        .orElseGet(Stream::empty)
        .map(date -> local(date.orElseThrow(), zone))
        .takeWhile(date -> date.isBefore(from.plusYears(HORIZON_YEARS)))
        .map(date -> date.atZone(zone).toInstant())
        .dropWhile(time -> !time.isAfter(moment))
        .filter(time -> skipped.stream().noneMatch(one -> isSame(one, time)));
  }

  /** Of its times, the one of this moment or else of this day, if there is one. */
  Optional<Instant> at(Instant moment, Optional<LocalDate> day) {
    return first(moment)
        .filter(moment::equals)
        .or(() ->
            day.flatMap(one ->
                first(one.atStartOfDay(zone).toInstant())
                    .filter(time -> local(time).toLocalDate().equals(one))));
  }

  private Optional<Instant> first(Instant since) {
    return after(since.minusNanos(1)).findFirst();
  }

  private static boolean isSame(Instant one, Instant other) {
    return Duration.between(one, other).abs().compareTo(SAME) < 0;
  }

  /** This time and those after it. */
  public Stream<Instant> from(Instant one) {
    return Stream.concat(Stream.of(one), after(one.plus(SAME)));
  }

  /** Those of them that are not before a moment, without a look at all between. */
  public Stream<Instant> from(Instant one, Instant since) {
    if (!one.isBefore(since)) {
      return from(one);
    }
    var next = one.plus(SAME);
    return after(next.isAfter(since) ? next : since.minusNanos(1));
  }

  /** Empty if a thousand candidates are not dates: the library looks ahead and gives up then. */
  private Optional<RecurrenceRuleIterator> dates(LocalDateTime from) {
    try {
      var dates = rule.iterator(floating(start));
      if (from.isAfter(start)) {
        dates.fastForward(floating(from));
      }
      return Optional.of(dates);
    } catch (IllegalArgumentException | IllegalStateException _) {
      return Optional.empty();
    }
  }

  /** The next date; empty after the last, or if the library gives up. */
  private static Optional<DateTime> next(RecurrenceRuleIterator dates) {
    try {
      return dates.hasNext() ? Optional.of(dates.nextDateTime()) : Optional.empty();
    } catch (IllegalArgumentException | IllegalStateException _) {
      return Optional.empty();
    }
  }

  /** The date on which the rule ends, if it has one. */
  public Optional<LocalDate> until() {
    return until.map(LocalDateTime::toLocalDate);
  }

  /** The total number of times, if the rule has one. */
  public Optional<Integer> count() {
    return Optional.ofNullable(rule.getCount());
  }

  /** The days, for people: "Every Monday". */
  public String description() {
    return new RecurrenceWords(rule, start.toLocalDate(), text).toString();
  }

  /** A rule that is not put into words. */
  public static String quoted(String rule) {
    return "By the rule " + rule;
  }

  /** The local time of one of its times in its own zone. */
  public LocalDateTime local(Instant time) {
    return LocalDateTime.ofInstant(time, zone);
  }
}
