package belfry.messages;

import belfry.base.WallClock;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * When, until when and in which words those are reminded who have not acknowledged a message, as it
 * was set with the message. Pure.
 *
 * @param zone of the times and of the last day; an IANA name
 * @param until the last day on which anything is sent; empty if there is none
 * @param language of the usual words
 * @param markdown the author's own words; empty for the usual ones
 */
public record Reminders(
    List<Moment> times, String zone, String until, ReminderWords language, String markdown) {
  public static final Reminders NONE = new Reminders(List.of(), "", "", ReminderWords.EN, "");

  public static final int MOST = 10;

  /** In days after the message. */
  public static final int LATEST = 365;

  /** Also reads what was stored without them. */
  @JsonCreator
  public Reminders(
      @JsonProperty("times") List<Moment> times,
      @JsonProperty("zone") String zone,
      @JsonProperty("until") String until,
      @JsonProperty("language") @Nullable ReminderWords language,
      @JsonProperty("markdown") String markdown) {
    this.times = List.copyOf(times);
    this.zone = zone;
    this.until = until;
    this.language = language == null ? ReminderWords.EN : language;
    this.markdown = markdown;
  }

  /**
   * A time of day, so many days after the day on which the message was sent.
   *
   * @param time without a date, ISO 8601
   */
  public record Moment(int days, String time) {}

  /** Whether anybody is to be reminded. */
  public boolean any() {
    return !times.isEmpty();
  }

  /** The times, in order, for a message that is sent at this moment. */
  public List<Instant> after(Instant sent) {
    return after(sent, sent);
  }

  /** Those that are still to come at a moment, for a message that was sent at an earlier one. */
  public List<Instant> after(Instant sent, Instant now) {
    var day = day(sent);
    var end = end();
    return times.stream()
        .map(one -> day.plusDays(one.days).atTime(LocalTime.parse(one.time)))
        .map(local -> WallClock.meant(local, zoned(), now).toInstant())
        .filter(now::isBefore)
        .filter(time -> end.filter(last -> !time.isBefore(last)).isEmpty())
        .distinct()
        .sorted()
        .toList();
  }

  /** What becomes of these times of a message that was to be sent then. */
  public List<Instant> moved(List<Instant> planned, Instant then, Instant sent) {
    return sent.isBefore(then) ? movedBack(planned, then, sent) : shifted(planned, then, sent);
  }

  /** Also those that would have come after the last day, but none of those that were left out. */
  private List<Instant> movedBack(List<Instant> planned, Instant then, Instant sent) {
    var leftOut = after(then).stream().filter(time -> !planned.contains(time)).toList();
    var open = new ArrayList<>(after(sent));
    open.removeAll(shifted(leftOut, then, sent));
    return List.copyOf(open);
  }

  private List<Instant> shifted(List<Instant> times, Instant then, Instant sent) {
    var days = ChronoUnit.DAYS.between(day(then), day(sent));
    if (days == 0) {
      return times;
    }
    var end = end();
    return times.stream()
        .map(time -> time.atZone(zoned()).toLocalDateTime().plusDays(days))
        .map(local -> WallClock.meant(local, zoned(), sent).toInstant())
        .filter(time -> end.filter(last -> !time.isBefore(last)).isEmpty())
        .toList();
  }

  private LocalDate day(Instant moment) {
    return moment.atZone(zoned()).toLocalDate();
  }

  /** From when on nothing is sent; empty if there is no last day. */
  public Optional<Instant> end() {
    return until.isEmpty()
        ? Optional.empty()
        : Optional.of(LocalDate.parse(until).plusDays(1).atStartOfDay(zoned()).toInstant());
  }

  public ZoneId zoned() {
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException _) {
      // A later version may not know it any more; a message must not fail for that.
      return ZoneOffset.UTC;
    }
  }

  /** For the audit trail. */
  public String summary() {
    var when =
        times.stream()
            .map(one -> "%d d %s".formatted(one.days, one.time))
            .collect(Collectors.joining(", "));
    return "after %s %s%s".formatted(when, zone, until.isEmpty() ? "" : " until " + until);
  }

  /** What a reminder may say to readers who have one of these texts, the best first. */
  public List<String> words(Set<MessageText> texts, Optional<Acknowledgement> asked) {
    return markdown.isEmpty() ? language.of(texts, asked) : List.of(markdown);
  }
}
