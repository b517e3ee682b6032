package belfry.jobs.schedule;

import belfry.platform.ids.PersonId;
import belfry.storage.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A time as a person entered it.
 *
 * @param local date and time without zone, ISO 8601; for a repeating job, the earliest possible
 *     one. Empty if none was entered
 * @param zone IANA name; empty if none was entered
 * @param rule how it repeats, an RRULE (RFC 5545); empty if it does not
 * @param grace how late it may still start by itself
 * @param urgent why it is also sent during quiet hours; empty if it waits until they are over
 * @param hurriedBy who made it urgent, if that is not its sender
 * @param skipped those of its times that are left out, in order; those past may be among them
 * @param ahead what it had before somebody sent it now; empty if it cannot be undone any more
 */
public record Schedule(
    String local,
    String zone,
    String rule,
    Duration grace,
    String urgent,
    Optional<PersonId> hurriedBy,
    List<Instant> skipped,
    Optional<Ahead> ahead) {
  public static final Duration USUAL_GRACE = Duration.ofHours(1);

  /** No time: as soon as possible. */
  public static final Schedule NONE = once("", "");

  public Schedule {
    skipped = List.copyOf(skipped);
  }

  /** One that is not urgent, with all its times. */
  public Schedule(String local, String zone, String rule, Duration grace) {
    this(local, zone, rule, grace, "", Optional.empty(), List.of(), Optional.empty());
  }

  /** The same time, for this reason also during quiet hours, as its sender says. */
  public Schedule urgent(String why) {
    return urgent(why, Optional.empty());
  }

  /** The same, as somebody else says. */
  public Schedule urgent(String why, PersonId by) {
    return urgent(why, Optional.of(by));
  }

  Schedule urgent(String why, Optional<PersonId> by) {
    return new Schedule(local, zone, rule, grace, why, by, skipped, ahead);
  }

  /** The same time, which goes before this. */
  public Schedule aheadOf(Optional<Ahead> other) {
    return new Schedule(local, zone, rule, grace, urgent, hurriedBy, skipped, other);
  }

  /** The same time, with only these left out. */
  public Schedule skipping(List<Instant> times) {
    return new Schedule(local, zone, rule, grace, urgent, hurriedBy, times, ahead);
  }

  /** The same time, with this one left out as well. */
  public Schedule without(Instant one) {
    return skipping(Stream.concat(skipped.stream(), Stream.of(one)).distinct().sorted().toList());
  }

  /** The same time, with this one no longer left out. */
  public Schedule with(Instant one) {
    return skipping(skipped.stream().filter(time -> !time.equals(one)).toList());
  }

  /** Those left out that are still to come. */
  public List<Instant> skippedAfter(Instant now) {
    return skipped.stream().filter(now::isBefore).toList();
  }

  /**
   * Those left out of a former one that are still to come and on none of the days left out here.
   */
  public List<Instant> forgotten(Schedule former, Instant now) {
    var days = skipped.stream().map(this::day).toList();
    return former.skippedAfter(now).stream()
        .filter(one -> !skipped.contains(one) && !days.contains(former.day(one)))
        .toList();
  }

  /** The day of one of its times, in its zone; empty if that is no zone any more. */
  Optional<LocalDate> day(Instant time) {
    try {
      return Optional.of(LocalDate.ofInstant(time, ZoneId.of(zone)));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /** Until when quiet hours hold what is due then; empty if it begins when it is due. */
  public Optional<Instant> held(Instant due, Optional<QuietHours> quiet) {
    return urgent.isEmpty() ? quiet.flatMap(hours -> hours.over(due)) : Optional.empty();
  }

  public static Schedule once(String local, String zone) {
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

  public static Schedule read(ResultSet row) throws SQLException {
    return new Schedule(
        row.getString("local_time"),
        row.getString("zone"),
        row.getString("rule"),
        Duration.ofSeconds(row.getLong("grace")),
        row.getString("urgent"),
        PersonId.parse(row.getString("hurried_by")),
        read(row.getString("skipped")),
        Ahead.read(row.getString("ahead")));
  }

  private static List<Instant> read(String stored) {
    return stored.isEmpty()
        ? List.of()
        : Arrays.stream(Json.read(stored, String[].class)).map(Instant::parse).toList();
  }

  /** The times that are left out, as they are stored. */
  public static String written(List<Instant> skipped) {
    return skipped.isEmpty() ? "" : Json.write(skipped.stream().map(Instant::toString).toList());
  }
}
