package belfry.jobs.schedule;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.dmfs.rfc5545.Weekday;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.dmfs.rfc5545.recur.RecurrenceRule.Part;

/** Describes the days of a rule in English; unusual rules are quoted instead. */
final class RecurrenceWords {
  private static final List<DayOfWeek> WORKDAYS =
      List.of(
          DayOfWeek.MONDAY,
          DayOfWeek.TUESDAY,
          DayOfWeek.WEDNESDAY,
          DayOfWeek.THURSDAY,
          DayOfWeek.FRIDAY);

  private static final int SHORTEST_MONTH = 28;

  private final RecurrenceRule rule;
  private final LocalDate start;
  private final String text;

  /** For a rule that was written as {@code text} and is counted from {@code start}. */
  RecurrenceWords(RecurrenceRule rule, LocalDate start, String text) {
    this.rule = rule;
    this.start = start;
    this.text = text;
  }

  @Override
  public String toString() {
    return often().orElseGet(() -> Recurrence.quoted(text));
  }

  private Optional<String> often() {
    return switch (rule.getFreq()) {
      case DAILY -> only().map(_ -> every("day"));
      case WEEKLY -> only(Part.BYDAY).flatMap(_ -> weekly());
      case MONTHLY -> monthly().map(day -> every("month") + " on " + day);
      case YEARLY -> yearly().map(day -> every("year") + " on " + day);
      case HOURLY, MINUTELY, SECONDLY -> Optional.empty();
    };
  }

  /** The rule, if only these parts choose its days. */
  private Optional<RecurrenceRule> only(Part... said) {
    var silent =
        Stream.of(Part.values())
            .filter(part -> part.name().startsWith("BY") && !Set.of(said).contains(part));
    return silent.anyMatch(rule::hasPart) ? Optional.empty() : Optional.of(rule);
  }

  private String every(String unit) {
    var interval = rule.getInterval();
    return interval == 1 ? "Every " + unit : "Every %d %ss".formatted(interval, unit);
  }

  private Optional<String> weekly() {
    var byDay = rule.getByDayPart();
    if (byDay == null) {
      return Optional.of(weekly(List.of(start.getDayOfWeek())));
    }
    return byDay.stream().allMatch(day -> day.pos == 0)
        ? Optional.of(
            weekly(byDay.stream().map(day -> day(day.weekday)).sorted().distinct().toList()))
        : Optional.empty();
  }

  private String weekly(List<DayOfWeek> days) {
    if (rule.getInterval() > 1) {
      return every("week") + " on " + listed(days);
    }
    return days.size() == 7
        ? "Every day"
        : days.equals(WORKDAYS) ? "Every day from Monday to Friday" : "Every " + listed(days);
  }

  private static String listed(List<DayOfWeek> days) {
    var names = days.stream().map(RecurrenceWords::name).toList();
    var last = names.getLast();
    return names.size() == 1
        ? last
        : String.join(", ", names.subList(0, names.size() - 1)) + " and " + last;
  }

  private Optional<String> monthly() {
    if (rule.hasPart(Part.BYDAY)) {
      return only(Part.BYDAY).flatMap(_ -> weekdayOfMonth());
    }
    return only(Part.BYMONTHDAY).flatMap(_ -> dayOfMonth()).map(RecurrenceWords::dayWords);
  }

  private static String dayWords(int day) {
    return day == -1
        ? "the last day"
        : "day " + day + (day > SHORTEST_MONTH ? " (if it has one)" : "");
  }

  /** The single day of the month; empty if there are several, or some are counted from the end. */
  private Optional<Integer> dayOfMonth() {
    var days = rule.getByPart(Part.BYMONTHDAY);
    if (days == null) {
      return Optional.of(start.getDayOfMonth());
    }
    return days.size() == 1 && days.getFirst() >= -1
        ? Optional.of(days.getFirst())
        : Optional.empty();
  }

  private Optional<String> weekdayOfMonth() {
    var days = rule.getByDayPart();
    if (days.size() != 1) {
      return Optional.empty();
    }
    var day = days.getFirst();
    return place(day.pos).map(place -> "the " + place + " " + name(day(day.weekday)));
  }

  private static Optional<String> place(int number) {
    return switch (number) {
      case 1 -> Optional.of("first");
      case 2 -> Optional.of("second");
      case 3 -> Optional.of("third");
      case 4 -> Optional.of("fourth");
      case 5 -> Optional.of("fifth");
      case -1 -> Optional.of("last");
      default -> Optional.empty();
    };
  }

  private Optional<String> yearly() {
    return only(Part.BYMONTH, Part.BYMONTHDAY)
        .flatMap(_ -> dayOfMonth())
        .flatMap(day ->
            month().map(month -> day == -1 ? "the last day of " + month : day + " " + month));
  }

  private Optional<String> month() {
    var months = rule.getByPart(Part.BYMONTH);
    if (months == null) {
      return rule.hasPart(Part.BYMONTHDAY) ? Optional.empty() : Optional.of(name(start.getMonth()));
    }
    return months.size() == 1
        ? Optional.of(name(Month.of(months.getFirst() + 1)))
        : Optional.empty();
  }

  private static String name(DayOfWeek day) {
    return day.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  private static String name(Month month) {
    return month.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  private static DayOfWeek day(Weekday weekday) {
    return switch (weekday) {
      case MO -> DayOfWeek.MONDAY;
      case TU -> DayOfWeek.TUESDAY;
      case WE -> DayOfWeek.WEDNESDAY;
      case TH -> DayOfWeek.THURSDAY;
      case FR -> DayOfWeek.FRIDAY;
      case SA -> DayOfWeek.SATURDAY;
      case SU -> DayOfWeek.SUNDAY;
    };
  }
}
