package belfry.jobs.schedule;

import static java.time.DayOfWeek.FRIDAY;
import static java.time.DayOfWeek.MONDAY;
import static java.time.DayOfWeek.SATURDAY;
import static java.time.DayOfWeek.SUNDAY;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QuietHoursTest {
  private static final ZoneId HELSINKI = ZoneId.of("Europe/Helsinki");
  private static final Set<DayOfWeek> ALL = EnumSet.allOf(DayOfWeek.class);

  private static QuietHours hours(Set<DayOfWeek> days, String from, String until) {
    return new QuietHours(days, LocalTime.parse(from), LocalTime.parse(until), HELSINKI);
  }

  private static Instant at(String local) {
    return LocalDateTime.parse(local).atZone(HELSINKI).toInstant();
  }

  @Test
  void aNightBeginsOnItsDayAndEndsOnTheNext() {
    var nights = hours(ALL, "20:00", "07:00");

    assertThat(nights.over(at("2026-11-25T19:59"))).isEmpty();
    assertThat(nights.over(at("2026-11-25T20:00"))).contains(at("2026-11-26T07:00"));
    assertThat(nights.over(at("2026-11-26T06:59"))).contains(at("2026-11-26T07:00"));
    assertThat(nights.over(at("2026-11-26T07:00"))).isEmpty();
    var mondays = hours(EnumSet.of(MONDAY), "20:00", "07:00");
    assertThat(mondays.over(at("2026-11-24T03:00"))).as("Tuesday night").isPresent();
    assertThat(mondays.over(at("2026-11-24T21:00"))).isEmpty();
  }

  @Test
  void daysThatTouchAreOne() {
    var weekend = hours(EnumSet.of(SATURDAY, SUNDAY), "00:00", "00:00");
    assertThat(weekend.over(at("2026-11-28T10:00"))).contains(at("2026-11-30T00:00"));
    var fridays = hours(EnumSet.of(FRIDAY, SATURDAY, SUNDAY), "18:00", "18:00");
    assertThat(fridays.over(at("2026-11-27T18:00"))).contains(at("2026-11-30T18:00"));
  }

  /**
   * On 28 March 2027 Helsinki's clocks go from 03:00 to 04:00, on 31 October from 04:00 to 03:00.
   */
  @Test
  void wallClocksCountWhereTheyAreSet() {
    var nights = hours(ALL, "22:00", "06:00");
    assertThat(length(nights, "2027-03-27T22:00")).isEqualTo(Duration.ofHours(7));
    assertThat(length(nights, "2027-10-30T22:00")).isEqualTo(Duration.ofHours(9));
    var skipped = hours(ALL, "01:00", "03:30");
    assertThat(skipped.over(at("2027-03-28T02:00"))).contains(at("2027-03-28T04:00"));
    var twice = hours(ALL, "01:00", "03:30");
    assertThat(twice.over(at("2027-10-31T02:00")))
        .as("the first of both")
        .contains(Instant.parse("2027-10-31T00:30:00Z"));
    assertThat(twice.over(Instant.parse("2027-10-31T00:45:00Z"))).as("between them").isEmpty();
    assertThat(twice.over(Instant.parse("2027-10-31T01:15:00Z")))
        .as("the second")
        .contains(Instant.parse("2027-10-31T01:30:00Z"));
  }

  /** Each minute of a year is asked of the words themselves. */
  @Test
  void theyAreQuietExactlyWhenTheWallClockSaysSo() {
    quietAsSaid(EnumSet.of(MONDAY, FRIDAY), LocalTime.of(19, 30), LocalTime.of(8, 15));
    // Ends in the hours that are skipped and that come twice.
    quietAsSaid(ALL, LocalTime.of(21, 45), LocalTime.of(3, 30));
  }

  private static void quietAsSaid(Set<DayOfWeek> days, LocalTime from, LocalTime until) {
    var quiet = new QuietHours(days, from, until, HELSINKI);
    var end = at("2028-01-01T00:00");
    for (var now = at("2027-01-01T00:00"); now.isBefore(end); now = now.plusSeconds(900)) {
      var local = now.atZone(HELSINKI);
      var time = local.toLocalTime();
      var evening = days.contains(local.getDayOfWeek()) && !time.isBefore(from);
      var morning = days.contains(local.getDayOfWeek().minus(1)) && time.isBefore(until);
      assertThat(quiet.over(now).isPresent()).as("%s", local).isEqualTo(evening || morning);
    }
  }

  @Test
  void whatIsLeftOfAWeekIsCounted() {
    assertThat(hours(ALL, "20:00", "07:00").minutesLeft()).isEqualTo(7 * 13 * 60);
    assertThat(hours(ALL, "00:00", "00:00").minutesLeft()).isZero();
    assertThat(hours(ALL, "07:00", "06:59").minutesLeft()).isEqualTo(7);
    assertThat(hours(EnumSet.of(SUNDAY), "23:00", "01:00").minutesLeft())
        .isEqualTo(7 * 24 * 60 - 120);
    assertThat(
            new QuietHours(Set.of(), LocalTime.MIN, LocalTime.NOON, HELSINKI).over(Instant.EPOCH))
        .isEqualTo(Optional.empty());
  }

  private static Duration length(QuietHours quiet, String from) {
    return Duration.between(at(from), quiet.over(at(from)).orElseThrow());
  }
}
