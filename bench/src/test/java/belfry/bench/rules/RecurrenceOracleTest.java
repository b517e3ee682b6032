package belfry.bench.rules;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.jobs.schedule.Schedule;
import biweekly.util.DayOfWeek;
import biweekly.util.Frequency;
import biweekly.util.ICalDate;
import biweekly.util.Recurrence;
import biweekly.util.com.google.ical.iter.RecurrenceIteratorFactory;
import biweekly.util.com.google.ical.values.DateValueImpl;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.WeekFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Random rules in twelve zones, from 2024 to 2032, compared with what another library says of their
 * dates, and with {@link TimeZone} about their clocks. {@code -Dbelfry.rules=10000} for the full
 * dose.
 */
class RecurrenceOracleTest {
  private static final int RULES = Integer.getInteger("belfry.rules", 60);
  private static final LocalDate END = LocalDate.of(2033, 1, 1);

  /** Some skip an hour, half an hour, two, a day, or go back for a month. */
  private static final List<String> ZONES =
      List.of(
          "UTC",
          "Europe/Helsinki",
          "Europe/Dublin",
          "America/New_York",
          "America/Santiago",
          "America/St_Johns",
          "Africa/Casablanca",
          "Asia/Kolkata",
          "Asia/Gaza",
          "Australia/Lord_Howe",
          "Pacific/Chatham",
          "Antarctica/Troll");

  /** The clocks are set around these times. */
  private static final List<LocalTime> TIMES =
      IntStream.of(0, 30, 60, 90, 105, 120, 150, 165, 180, 225, 540, 1_439)
          .mapToObj(minute -> LocalTime.MIN.plusMinutes(minute))
          .toList();

  private static final List<String> ABBREVIATIONS =
      List.of("MO", "TU", "WE", "TH", "FR", "SA", "SU");

  private static final DayOfWeek[] DAYS = DayOfWeek.values();

  /** The same rule for both. */
  private static final class Rule {
    private final List<String> parts = new ArrayList<>();
    private final Recurrence.Builder oracle;
    private final Set<Integer> weeks = new HashSet<>();
    private final Set<java.time.DayOfWeek> weekDays = new HashSet<>();
    private java.time.DayOfWeek firstOfWeek = java.time.DayOfWeek.MONDAY;
    private LocalDate last = END;
    private int interval = 1;
    private int most = Integer.MAX_VALUE;

    Rule(Frequency frequency) {
      parts.add("FREQ=" + frequency);
      oracle = new Recurrence.Builder(frequency);
    }

    void numbers(String name, Integer... values) {
      parts.add(
          name + "=" + Arrays.stream(values).map(String::valueOf).collect(Collectors.joining(",")));
      switch (name) {
        case "BYMONTH" -> oracle.byMonth(values);
        case "BYMONTHDAY" -> oracle.byMonthDay(values);
        case "BYYEARDAY" -> oracle.byYearDay(values);
        case "BYSETPOS" -> oracle.bySetPos(values);
        case "INTERVAL" -> {
          interval = values[0];
          oracle.interval(interval);
        }
        case "COUNT" -> {
          most = values[0];
          oracle.count(values[0]);
        }
        default -> throw new IllegalArgumentException(name);
      }
    }

    /** The other library knows no weeks from the end of a year, and none that go beyond it. */
    void weeks(Integer... numbers) {
      parts.add(
          "BYWEEKNO="
              + Arrays.stream(numbers).map(String::valueOf).collect(Collectors.joining(",")));
      weeks.addAll(List.of(numbers));
    }

    void days(DayOfWeek... days) {
      Arrays.stream(days).map(Rule::plain).forEach(weekDays::add);
      parts.add(
          "BYDAY=" + Arrays.stream(days).map(DayOfWeek::getAbbr).collect(Collectors.joining(",")));
      oracle.byDay(days);
    }

    void nth(int number, DayOfWeek day) {
      parts.add("BYDAY=" + number + day.getAbbr());
      oracle.byDay(number, day);
    }

    /** The whole of that day. */
    void until(LocalDate day) {
      parts.add("UNTIL=" + day.format(DateTimeFormatter.BASIC_ISO_DATE));
      last = day;
      oracle.until(new ICalDate(Date.from(day.atStartOfDay(ZoneOffset.UTC).toInstant()), false));
    }

    void weekStart(DayOfWeek day) {
      parts.add("WKST=" + day.getAbbr());
      firstOfWeek = plain(day);
      oracle.workweekStarts(day);
    }

    private static java.time.DayOfWeek plain(DayOfWeek day) {
      return java.time.DayOfWeek.of(ABBREVIATIONS.indexOf(day.getAbbr()) + 1);
    }

    /** The days of weeks by number, as {@link WeekFields} counts them. */
    List<LocalDate> ofWeeks(LocalDate start) {
      var fields = WeekFields.of(firstOfWeek, 4);
      return start
          .datesUntil(END)
          .filter(day -> !day.isAfter(last))
          .filter(day ->
              weekDays.isEmpty()
                  ? day.getDayOfWeek() == start.getDayOfWeek()
                  : weekDays.contains(day.getDayOfWeek()))
          .filter(day -> {
            var week = day.get(fields.weekOfWeekBasedYear());
            var all = (int) day.range(fields.weekOfWeekBasedYear()).getMaximum();
            return weeks.contains(week) || weeks.contains(week - all - 1);
          })
          .filter(day -> (day.get(fields.weekBasedYear()) - start.getYear()) % interval == 0)
          .limit(most)
          .toList();
    }

    String text() {
      return String.join(";", parts);
    }
  }

  private final SplittableRandom random = new SplittableRandom(20_261_125);

  @Test
  void anotherLibraryAndTheOldClocksSayTheSame() {
    var times = 0L;
    for (var number = 0; number < RULES; number++) {
      var rule = rule();
      var day = LocalDate.of(2024, 1, 1).plusDays(random.nextInt(366));
      var start = day.atTime(TIMES.get(random.nextInt(TIMES.size())));
      var dates = dates(rule, day);
      for (var zone : ZONES) {
        var expected = expected(dates, start.toLocalTime(), TimeZone.getTimeZone(zone));
        var end = END.atStartOfDay(ZoneId.of(zone)).toInstant();
        var said =
            new Schedule(start.toString(), zone, rule.text(), Schedule.USUAL_GRACE)
                .recurrence()
                .orElseThrow()
                .after(Instant.EPOCH)
                .takeWhile(time -> time.isBefore(end))
                .toList();
        assertThat(said).as("%s from %s in %s", rule.text(), start, zone).isEqualTo(expected);
        times += said.size();
      }
    }
    System.out.printf("Rules: %,d times of %,d rules in 12 zones agree%n", times, RULES);
    assertThat(times).isPositive();
  }

  // ------------------------------------------------------------------------------------------

  private Rule rule() {
    var frequency =
        List.of(Frequency.DAILY, Frequency.WEEKLY, Frequency.MONTHLY, Frequency.YEARLY)
            .get(random.nextInt(4));
    var rule = new Rule(frequency);
    var skips = happens(2);
    if (skips) {
      rule.numbers("INTERVAL", random.nextInt(1, frequency == Frequency.DAILY ? 40 : 5));
    }
    if (happens(4)) {
      rule.numbers("COUNT", random.nextInt(1, 60));
    } else if (happens(4)) {
      rule.until(LocalDate.of(2024, 6, 1).plusDays(random.nextInt(3_000)));
    }
    switch (frequency) {
      case DAILY -> daily(rule, skips);
      case WEEKLY -> weekly(rule);
      case MONTHLY -> monthly(rule, skips);
      default -> yearly(rule);
    }
    return rule;
  }

  /** The other library takes every day that these name, whatever the interval. */
  private void daily(Rule rule, boolean skips) {
    if (happens(3) && !skips) {
      rule.numbers("BYMONTH", some(this::month));
    }
    if (happens(3) && !skips) {
      rule.days(someDays());
    }
  }

  private void weekly(Rule rule) {
    if (!happens(4)) {
      rule.days(someDays());
    }
    if (happens(3)) {
      rule.weekStart(day());
    }
  }

  /** The other library takes every month that BYMONTH names, whatever the interval. */
  private void monthly(Rule rule, boolean skips) {
    if (happens(4) && !skips) {
      rule.numbers("BYMONTH", some(this::month));
    }
    switch (random.nextInt(4)) {
      case 0 -> rule.numbers("BYMONTHDAY", some(this::monthDay));
      case 1 -> rule.nth(either(random.nextInt(1, 6)), day());
      case 2 -> {
        rule.days(someDays());
        rule.numbers("BYSETPOS", some(() -> either(random.nextInt(1, 4))));
      }
      default -> {}
    }
  }

  private void yearly(Rule rule) {
    switch (random.nextInt(6)) {
      case 0 -> {
        rule.numbers("BYMONTH", some(this::month));
        rule.numbers("BYMONTHDAY", some(this::monthDay));
      }
      case 1 -> {
        rule.numbers("BYMONTH", some(this::month));
        rule.nth(either(random.nextInt(1, 5)), day());
      }
      case 2 -> rule.numbers("BYYEARDAY", some(() -> either(random.nextInt(1, 367))));
      case 3, 4 -> {
        rule.weeks(some(() -> either(random.nextInt(1, 53))));
        if (!happens(3)) {
          rule.days(someDays());
        }
        if (happens(3)) {
          rule.weekStart(day());
        }
      }
      default -> {}
    }
  }

  private boolean happens(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private int month() {
    return random.nextInt(1, 13);
  }

  private int monthDay() {
    return either(random.nextInt(1, 32));
  }

  private int either(int number) {
    return happens(3) ? -number : number;
  }

  private DayOfWeek day() {
    return DAYS[random.nextInt(DAYS.length)];
  }

  private Integer[] some(IntSupplier one) {
    return IntStream.generate(one)
        .limit(random.nextInt(1, 4))
        .distinct()
        .boxed()
        .toArray(Integer[]::new);
  }

  private DayOfWeek[] someDays() {
    return IntStream.range(0, random.nextInt(1, 5))
        .mapToObj(_ -> day())
        .distinct()
        .toArray(DayOfWeek[]::new);
  }

  private static List<LocalDate> dates(Rule rule, LocalDate start) {
    if (!rule.weeks.isEmpty()) {
      return rule.ofWeeks(start);
    }
    var from = new DateValueImpl(start.getYear(), start.getMonthValue(), start.getDayOfMonth());
    var found =
        RecurrenceIteratorFactory.createRecurrenceIterator(
            rule.oracle.build(), from, TimeZone.getTimeZone("UTC"));
    var dates = new ArrayList<LocalDate>();
    while (found.hasNext()) {
      var next = found.next();
      var date = LocalDate.of(next.year(), next.month(), next.day());
      if (!date.isBefore(END)) {
        break;
      }
      dates.add(date);
    }
    return dates;
  }

  private static List<Instant> expected(List<LocalDate> dates, LocalTime time, TimeZone zone) {
    return dates.stream().map(date -> instant(date.atTime(time), zone)).toList();
  }

  /**
   * The first moment at which the clocks show this; where they skip it, the moment that they would
   * have called so if they had not been set.
   */
  private static Instant instant(LocalDateTime local, TimeZone zone) {
    var wall = local.toInstant(ZoneOffset.UTC).toEpochMilli();
    var day = 24 * 3_600_000L;
    var before = zone.getOffset(wall - day);
    var after = zone.getOffset(wall + day);
    return IntStream.of(Math.max(before, after), Math.min(before, after))
        .filter(offset -> zone.getOffset(wall - offset) == offset)
        .mapToObj(offset -> Instant.ofEpochMilli(wall - offset))
        .findFirst()
        .orElseGet(() -> Instant.ofEpochMilli(wall - before));
  }
}
