package belfry.jobs.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleInputTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "2026-11-27T16:00, Europe/Helsinki, 2026-11-27T14:00:00Z",
    "2026-11-27T16:00:30, Europe/Helsinki, 2026-11-27T14:00:30Z",
    "2026-11-27T16:00:00+02:00, '', 2026-11-27T14:00:00Z",
    "2026-11-27T14:00:00Z, America/New_York, 2026-11-27T14:00:00Z",
    // The clocks go forward at 03:00 on this day: 03:30 does not exist and means 04:30.
    "2026-03-29T03:30, Europe/Helsinki, 2026-03-29T01:30:00Z",
    // They go back at 04:00 on this one: 03:30 comes twice, and the first is meant.
    "2026-10-25T03:30, Europe/Helsinki, 2026-10-25T00:30:00Z",
  })
  void aTimeIsReadAsItWasMeant(String at, String zone, Instant due) {
    assertThat(once(at, zone))
        .isInstanceOfSatisfying(
            ParsedSchedule.At.class, when -> assertThat(when.due()).isEqualTo(due));
  }

  /** Helsinki's clocks show 03:30 at 00:30 and at 01:30 UTC. */
  @ParameterizedTest
  @CsvSource({
    "2026-10-25T00:29:00Z, 2026-10-25T00:30:00Z",
    "2026-10-25T00:30:30Z, 2026-10-25T00:30:00Z",
    "2026-10-25T00:40:00Z, 2026-10-25T01:30:00Z",
    "2026-10-25T01:30:30Z, 2026-10-25T01:30:00Z",
  })
  void ofATimeThatComesTwiceTheSecondIsMeantOnceTheFirstIsOver(Instant now, Instant due) {
    var when = new ScheduleInput("2026-10-25T03:30", "Europe/Helsinki", "", Optional.empty());
    assertThat(when.read(now))
        .isInstanceOfSatisfying(ParsedSchedule.At.class, at -> assertThat(at.due()).isEqualTo(due));
    assertThat(when.read(Instant.parse("2026-10-25T01:40:00Z")))
        .isInstanceOf(ParsedSchedule.Wrong.class);
  }

  /** Otherwise whoever edits a series after the first time would have it sent again. */
  @Test
  void whatRepeatsMeansTheFirstOfBoth() {
    var daily =
        new ScheduleInput("2026-10-01T03:30", "Europe/Helsinki", "FREQ=DAILY", Optional.empty());
    assertThat(daily.read(Instant.parse("2026-10-25T00:40:00Z")))
        .isInstanceOfSatisfying(
            ParsedSchedule.At.class,
            at -> assertThat(at.due()).isEqualTo(Instant.parse("2026-10-26T01:30:00Z")));
  }

  @Test
  void whatWasEnteredIsKept() {
    assertThat(once("2026-11-27T16:00", "Europe/Helsinki"))
        .isInstanceOfSatisfying(
            ParsedSchedule.At.class,
            when ->
                assertThat(when.schedule())
                    .isEqualTo(Schedule.once("2026-11-27T16:00", "Europe/Helsinki")));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-02-28T16:00, Europe/Helsinki, at, passed",
    "2033-02-28T16:00, Europe/Helsinki, at, five years",
    "tomorrow, Europe/Helsinki, at, not a date and time",
    "2026-13-01T16:00, Europe/Helsinki, at, not a date and time",
    "2026-11-27T16:00, Europe/Atlantis, zone, not a time zone",
    "2026-11-27T16:00+03:00, +03:00, zone, not a time zone",
    "2026-11-27T16:00, '', zone, Give the time zone",
  })
  void whatCannotBeMeantIsSaidByItsField(String at, String zone, String field, String words) {
    assertThat(once(at, zone))
        .isInstanceOfSatisfying(
            ParsedSchedule.Wrong.class,
            wrong -> {
              assertThat(wrong.fault().field()).isEqualTo(field);
              assertThat(wrong.fault().phrase().english()).contains(words);
            });
  }

  @Test
  void aMomentAgoStillMeansNow() {
    assertThat(once("2026-03-01T11:59:30Z", "")).isInstanceOf(ParsedSchedule.At.class);
  }

  @Test
  void whatRepeatsBeginsWithItsNextTimeHoweverLongAgoItsStartIs() {
    var daily =
        new ScheduleInput("2025-01-01T16:00", "Europe/Helsinki", "FREQ=DAILY", Optional.of(90L));

    assertThat(daily.read(NOW))
        .isEqualTo(
            new ParsedSchedule.At(
                Instant.parse("2026-03-01T14:00:00Z"),
                new Schedule(
                    "2025-01-01T16:00", "Europe/Helsinki", "FREQ=DAILY", Duration.ofMinutes(90))));
  }

  /** Whoever skips a Monday skips the day. The clocks of New York go forward on March 8. */
  @ParameterizedTest
  @CsvSource({
    "2026-03-02T09:00, UTC, FREQ=WEEKLY;BYDAY=MO, 2026-03-09T09:00:00Z",
    "2026-03-02T10:00, UTC, FREQ=WEEKLY;BYDAY=MO, 2026-03-09T10:00:00Z",
    "2026-03-02T00:00, UTC, FREQ=DAILY, 2026-03-09T00:00:00Z",
    "2026-03-02T23:30, America/New_York, FREQ=WEEKLY;BYDAY=MO, 2026-03-10T03:30:00Z",
    "2026-03-01T23:00, Pacific/Honolulu, FREQ=WEEKLY;BYDAY=SU, 2026-03-09T09:00:00Z",
    "2026-03-01T23:00, Pacific/Honolulu, FREQ=DAILY, 2026-03-09T09:00:00Z",
    "2026-03-02T09:00, UTC, FREQ=WEEKLY;BYDAY=TU, ",
  })
  void aDayThatIsSkippedStaysSkippedAtAnotherTime(
      String at, String zone, String repeat, @Nullable Instant skipped) {
    var former =
        new Schedule("2026-03-02T09:00", "UTC", "FREQ=WEEKLY;BYDAY=MO", Duration.ofHours(1))
            .skipping(List.of(Instant.parse("2026-03-09T09:00:00Z")));

    assertThat(new ScheduleInput(at, zone, repeat, Optional.empty()).read(NOW, former))
        .isInstanceOfSatisfying(
            ParsedSchedule.At.class,
            when ->
                assertThat(when.schedule().skipped())
                    .isEqualTo(Optional.ofNullable(skipped).stream().toList()));
  }

  @Test
  void todayStaysSkippedAtALaterTime() {
    var former =
        new Schedule("2026-02-01T09:00", "UTC", "FREQ=DAILY", Duration.ofHours(1))
            .skipping(List.of(Instant.parse("2026-03-01T09:00:00Z")));

    assertThat(
            new ScheduleInput("2026-02-01T16:00", "UTC", "FREQ=DAILY", Optional.empty())
                .read(NOW, former))
        .isInstanceOfSatisfying(
            ParsedSchedule.At.class,
            when -> assertThat(when.due()).isEqualTo(Instant.parse("2026-03-02T16:00:00Z")));
  }

  @Test
  void todayStaysSkippedAtATimeThatHasPassedAndAtItsOwnAgain() {
    var former =
        new Schedule("2026-02-01T16:00", "UTC", "FREQ=DAILY", Duration.ofHours(1))
            .skipping(List.of(Instant.parse("2026-03-01T16:00:00Z")));

    var earlier = read("2026-02-01T10:00", former);
    assertThat(earlier.schedule().forgotten(former, NOW)).isEmpty();
    assertThat(earlier.due()).isEqualTo(Instant.parse("2026-03-02T10:00:00Z"));
    assertThat(read("2026-02-01T16:00", earlier.schedule()).due())
        .isEqualTo(Instant.parse("2026-03-02T16:00:00Z"));
  }

  private static ParsedSchedule.At read(String at, Schedule former) {
    return (ParsedSchedule.At)
        new ScheduleInput(at, "UTC", "FREQ=DAILY", Optional.empty()).read(NOW, former);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-11-27T16:00 | UTC | every Monday | 60 | repeat | not an RFC 5545 rule",
        "2026-11-27T16:00 | UTC | FREQ=HOURLY | 60 | repeat | once a day",
        "2026-11-27T16:00 | UTC | FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO | 60 | repeat | BYWEEKNO=-1",
        "2026-11-27T16:00 | UTC | FREQ=YEARLY;BYWEEKNO=2,-53 | 60 | repeat | BYWEEKNO=-1",
        "2026-11-27T16:00 | UTC | FREQ=YEARLY;BYWEEKNO=54 | 60 | repeat | not an RFC 5545 rule",
        "2026-11-27T16:00 | UTC | FREQ=DAILY;BYHOUR=9,15 | 60 | repeat | once a day",
        "2025-11-27T16:00 | UTC | FREQ=DAILY;COUNT=3 | 60 | repeat | never occurs",
        "2026-11-27T16:00 | UTC | FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30 | 60 | repeat | never occurs",
        "2026-11-27T16:00 | UTC | FREQ=YEARLY;INTERVAL=6;BYMONTH=1;BYMONTHDAY=1 | 60 | at | five",
        "2026-11-27T16:00:00Z | UTC | FREQ=DAILY | 60 | at | without an offset",
        "-0001-11-27T16:00 | UTC | FREQ=DAILY | 60 | at | twenty years ago",
        "-9999999-11-27T16:00 | UTC | FREQ=DAILY | 60 | at | twenty years ago",
        "+999999999-11-27T16:00 | UTC | FREQ=DAILY | 60 | at | five years",
        "2026-11-27T16:00 | '' | FREQ=DAILY | 60 | zone | Give the time zone",
        "2026-11-27T16:00 | UTC | FREQ=DAILY | 0 | graceMinutes | 1 to 10080",
        "2026-11-27T16:00 | UTC | '' | 10081 | graceMinutes | 1 to 10080",
      })
  void whatCannotRepeatIsSaidByItsField(
      String at, String zone, String repeat, long grace, String field, String words) {
    assertThat(new ScheduleInput(at, zone, repeat, Optional.of(grace)).read(NOW))
        .isInstanceOfSatisfying(
            ParsedSchedule.Wrong.class,
            wrong -> {
              assertThat(wrong.fault().field()).isEqualTo(field);
              assertThat(wrong.fault().phrase().english()).contains(words);
            });
  }

  private static ParsedSchedule once(String at, String zone) {
    return new ScheduleInput(at, zone, "", Optional.empty()).read(NOW);
  }
}
