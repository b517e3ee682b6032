package belfry.jobs;

import belfry.base.Phrase;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
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
 * The times of a recurring job: an RRULE (RFC 5545, 3.3.10) on local dates, at one time of the day,
 * in a zone. The rule knows nothing of zones: a local time that the clocks skip means the later
 * valid one, one that comes twice the first.
 */
public final class Recurrence {
  private static final int LONGEST_RULE = 300;
  private static final int MOST_BETWEEN = 1_000;
  private static final int MOST_TIMES = 10_000;

  /** Beyond this the library's calendar overflows, and nobody plans. */
  private static final int HORIZON_YEARS = 100;

  /**
   * Times are a day apart. A nearer one is the same: the rules of its zone were changed by a newer
   * Java since the time was written down.
   */
  private static final Duration SAME = Duration.ofHours(12);

  private static final Set<Freq> FREQUENCIES =
      Set.of(Freq.DAILY, Freq.WEEKLY, Freq.MONTHLY, Freq.YEARLY);

  private final String text;
  private final RecurrenceRule rule;
  private final LocalDateTime start;
  private final ZoneId zone;
  private final Optional<LocalDateTime> until;

  private Recurrence(String text, LocalDateTime start, ZoneId zone)
      throws InvalidRecurrenceRuleException {
    this.text = text;
    this.start = start;
    this.zone = zone;
    rule = new RecurrenceRule(text, RecurrenceRule.RfcMode.RFC5545_STRICT);
    until = Optional.ofNullable(rule.getUntil()).map(end -> local(end, zone));
    until.ifPresent(end -> rule.setUntil(floating(end)));
  }

  /** A rule that cannot be used. */
  static final class Unusable extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient Phrase why;

    private Unusable(Phrase why) {
      super(why.words());
      this.why = why;
    }

    Phrase why() {
      return why;
    }
  }

  /** Of a time that {@link Entered#read} accepted. */
  static Recurrence of(Timing timing) {
    try {
      return of(timing.rule(), LocalDateTime.parse(timing.local()), ZoneId.of(timing.zone()));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("Its time zone is not known any more.", e);
    }
  }

  /**
   * Reads a rule.
   *
   * @throws Unusable saying why, where it cannot be used
   */
  static Recurrence of(String rule, LocalDateTime start, ZoneId zone) {
    Recurrence recurrence;
    try {
      if (rule.length() > LONGEST_RULE) {
        throw new IllegalArgumentException("too long");
      }
      recurrence = new Recurrence(rule, start.truncatedTo(ChronoUnit.SECONDS), zone);
    } catch (InvalidRecurrenceRuleException | DateTimeException | IllegalArgumentException _) {
      throw new Unusable(
          Phrase.of(
              "repeat.noRule",
              "This is no rule of RFC 5545. Write it like FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231."));
    }
    if (!FREQUENCIES.contains(recurrence.rule.getFreq()) || hasTimeOrCalendar(recurrence.rule)) {
      throw new Unusable(
          Phrase.of(
              "repeat.tooOften",
              "A message repeats once a day at most, at the time of its start: use FREQ=DAILY, WEEKLY, MONTHLY or YEARLY, without BYHOUR, BYMINUTE, BYSECOND, RSCALE or SKIP."));
    }
    if (recurrence.rule.getInterval() > MOST_BETWEEN || recurrence.count().orElse(0) > MOST_TIMES) {
      throw new Unusable(
          Phrase.of(
              "repeat.tooLong",
              "An INTERVAL is {{interval, number}} at most, and a COUNT {{times, number}}. Choose a smaller one.",
              "interval",
              MOST_BETWEEN,
              "times",
              MOST_TIMES));
    }
    return recurrence;
  }

  /**
   * The time of the day is the start's, and the calendar everybody's. No constant names these
   * parts: the library's {@code Part} fails for good if it is loaded before its rule.
   */
  private static boolean hasTimeOrCalendar(RecurrenceRule rule) {
    return Stream.of(Part.BYHOUR, Part.BYMINUTE, Part.BYSECOND, Part.RSCALE, Part.SKIP)
        .anyMatch(rule::hasPart);
  }

  /** The end of the day where only a day is named. */
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

  /** The times after a moment, in order; endless where the rule is. */
  public Stream<Instant> after(Instant moment) {
    // The clocks skip an hour or so, and a zone now and then a day: none is overlooked from here.
    var from = LocalDateTime.ofInstant(moment, zone).minusDays(2);
    // No flatMap: asked one by one, it would first collect all that an endless stream holds.
    return dates(from)
        .map(dates -> Stream.generate(() -> next(dates)).takeWhile(Optional::isPresent))
        .orElseGet(Stream::empty)
        .map(date -> local(date.orElseThrow(), zone))
        .takeWhile(date -> date.isBefore(from.plusYears(HORIZON_YEARS)))
        .map(date -> date.atZone(zone).toInstant())
        .dropWhile(time -> !time.isAfter(moment));
  }

  /** One of its times, and those after it. */
  public Stream<Instant> from(Instant one) {
    return Stream.concat(Stream.of(one), after(one.plus(SAME)));
  }

  /**
   * Empty where a thousand candidates are no dates: the library looks ahead, and gives up there.
   */
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

  /** The next date; empty after the last, or where the library gives up. */
  private static Optional<DateTime> next(RecurrenceRuleIterator dates) {
    try {
      return dates.hasNext() ? Optional.of(dates.nextDateTime()) : Optional.empty();
    } catch (IllegalArgumentException | IllegalStateException _) {
      return Optional.empty();
    }
  }

  /** When the rule ends, where it names a day. */
  public Optional<LocalDate> until() {
    return until.map(LocalDateTime::toLocalDate);
  }

  /** How many times there are in all, where the rule says so. */
  public Optional<Integer> count() {
    return Optional.ofNullable(rule.getCount());
  }

  /** On which days, for people: "Every Monday". */
  public String words() {
    return new RecurrenceWords(rule, start.toLocalDate(), text).toString();
  }

  /** A rule that is not said in words. */
  public static String quoted(String rule) {
    return "By the rule " + rule;
  }

  /** Where a time of it stands in its own zone. */
  LocalDateTime local(Instant time) {
    return LocalDateTime.ofInstant(time, zone);
  }
}
