package belfry.jobs.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecurrenceTest {
  private static final ZoneId HELSINKI = ZoneId.of("Europe/Helsinki");

  /** A Saturday. */
  private static final LocalDateTime START = LocalDateTime.parse("2026-11-21T09:00");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FREQ=DAILY | 2026-11-21T09:00 2026-11-22T09:00 2026-11-23T09:00",
        "FREQ=WEEKLY;BYDAY=MO,WE,SA | 2026-11-21T09:00 2026-11-23T09:00 2026-11-25T09:00",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO | 2026-11-30T09:00 2026-12-14T09:00 2026-12-28T09:00",
        "FREQ=MONTHLY;BYDAY=1MO;UNTIL=20270101 | 2026-12-07T09:00",
        "FREQ=MONTHLY;BYMONTHDAY=31 | 2026-12-31T09:00 2027-01-31T09:00 2027-03-31T09:00",
        "FREQ=MONTHLY;BYMONTHDAY=-1 | 2026-11-30T09:00 2026-12-31T09:00 2027-01-31T09:00",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29 | 2028-02-29T09:00 2032-02-29T09:00 2036-02-29T09:00",
        "FREQ=DAILY;COUNT=2 | 2026-11-21T09:00 2026-11-22T09:00",
        // A day that is named ends with it; an end in UTC is an end in the zone.
        "FREQ=DAILY;UNTIL=20261122 | 2026-11-21T09:00 2026-11-22T09:00",
        "FREQ=DAILY;UNTIL=20261122T070000Z | 2026-11-21T09:00 2026-11-22T09:00",
        "FREQ=DAILY;UNTIL=20261122T065959Z | 2026-11-21T09:00",
        "FREQ=DAILY;UNTIL=20261121T090000 | 2026-11-21T09:00",
      })
  void aRuleMeansTheseTimes(String rule, String times) {
    var local =
        Recurrence.of(rule, START, HELSINKI)
            .after(Instant.EPOCH)
            .limit(3)
            .map(time -> LocalDateTime.ofInstant(time, HELSINKI).toString());
    assertThat(local).containsExactly(times.split(" "));
  }

  @Test
  void aSkippedTimeIsTheLaterOneAndATimeThatComesTwiceTheFirst() {
    var daily = Recurrence.of("FREQ=DAILY", LocalDateTime.parse("2026-01-01T03:30"), HELSINKI);

    assertThat(daily.after(Instant.parse("2026-03-28T02:00:00Z")).limit(2))
        .containsExactly(
            Instant.parse("2026-03-29T01:30:00Z"), Instant.parse("2026-03-30T00:30:00Z"));
    assertThat(daily.after(Instant.parse("2026-10-24T02:00:00Z")).limit(2))
        .containsExactly(
            Instant.parse("2026-10-25T00:30:00Z"), Instant.parse("2026-10-26T01:30:00Z"));
  }

  @Test
  void whatTheClocksSkippedIsNotForgottenWhenAskedInBetween() {
    var daily = Recurrence.of("FREQ=DAILY", LocalDateTime.parse("2026-01-01T03:30"), HELSINKI);

    assertThat(daily.after(Instant.parse("2026-03-29T01:15:00Z")).limit(1))
        .containsExactly(Instant.parse("2026-03-29T01:30:00Z"));
  }

  @Test
  void anEndlessRuleIsTakenOneByOne() {
    var times = Recurrence.of("FREQ=DAILY", START, HELSINKI).after(Instant.EPOCH).iterator();

    assertThat(times.next()).isEqualTo(Instant.parse("2026-11-21T07:00:00Z"));
  }

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  /** However late one asks, what is left of the times is what was seen from the beginning. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void lookingInTheMiddleSeesTheSameTimes(long seed) {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    var zone =
        ZoneId.of(pick(random, "Europe/Helsinki", "America/New_York", "Asia/Kathmandu", "UTC"));
    var start = LocalDateTime.parse("2026-01-01T00:00").plusMinutes(random.nextInt(500_000));
    var recurrence =
        Recurrence.of(
            pick(
                random,
                "FREQ=DAILY",
                "FREQ=DAILY;INTERVAL=3;COUNT=50",
                "FREQ=WEEKLY;BYDAY=SU,TU;INTERVAL=2",
                "FREQ=MONTHLY;BYDAY=-1FR",
                "FREQ=MONTHLY;BYMONTHDAY=29,31;UNTIL=20300101"),
            start,
            zone);

    var all = recurrence.after(Instant.EPOCH).limit(60).toList();
    assertThat(all).isSorted().doesNotHaveDuplicates();
    var middle = all.get(random.nextInt(all.size() / 2));
    var later = middle.plusSeconds(random.nextInt(200_000) - 100_000);
    assertThat(recurrence.after(later).limit(3))
        .containsExactlyElementsOf(
            all.stream().filter(time -> time.isAfter(later)).limit(3).toList());
  }

  private static String pick(RandomGenerator random, String... some) {
    return List.of(some).get(random.nextInt(some.length));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FREQ=DAILY | Every day",
        "FREQ=DAILY;INTERVAL=3 | Every 3 days",
        "FREQ=WEEKLY | Every Saturday",
        "FREQ=WEEKLY;BYDAY=WE,MO | Every Monday and Wednesday",
        "FREQ=WEEKLY;BYDAY=MO,WE,SA | Every Monday, Wednesday and Saturday",
        "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR | Every day from Monday to Friday",
        "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU | Every day",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO | Every 2 weeks on Monday",
        "FREQ=MONTHLY | Every month on day 21",
        "FREQ=MONTHLY;BYMONTHDAY=15 | Every month on day 15",
        "FREQ=MONTHLY;BYMONTHDAY=31 | Every month on day 31 (if it has one)",
        "FREQ=MONTHLY;BYMONTHDAY=-1 | Every month on the last day",
        "FREQ=MONTHLY;BYDAY=1MO | Every month on the first Monday",
        "FREQ=MONTHLY;BYDAY=-1FR;COUNT=6 | Every month on the last Friday",
        "FREQ=YEARLY | Every year on 21 November",
        "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24 | Every year on 24 December",
        // What is rarely written is quoted rather than said half.
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2 | By the rule FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2",
        "FREQ=DAILY;BYMONTH=1 | By the rule FREQ=DAILY;BYMONTH=1",
        "FREQ=MONTHLY;BYMONTHDAY=1,15 | By the rule FREQ=MONTHLY;BYMONTHDAY=1,15",
        "FREQ=YEARLY;BYMONTHDAY=1 | By the rule FREQ=YEARLY;BYMONTHDAY=1",
        "FREQ=YEARLY;BYWEEKNO=20;UNTIL=20300101 | By the rule FREQ=YEARLY;BYWEEKNO=20;UNTIL=20300101",
      })
  void aRuleIsSaidInWords(String rule, String words) {
    assertThat(Recurrence.of(rule, START, HELSINKI).description()).isEqualTo(words);
  }

  @Test
  void aTimeThatMovedWithTheRulesOfItsZoneIsTheSame() {
    var daily = Recurrence.of("FREQ=DAILY", START, HELSINKI);
    var asItWas = Instant.parse("2026-11-23T06:00:00Z");

    assertThat(daily.from(asItWas).limit(2))
        .containsExactly(asItWas, Instant.parse("2026-11-24T07:00:00Z"));
  }

  @Test
  void timesBeforeAMomentAreLeftOut() {
    var daily = Recurrence.of("FREQ=DAILY", START, HELSINKI);
    var due = Instant.parse("2026-11-23T07:00:00Z");

    for (var since : List.of("2026-01-01T00:00:00Z", "2026-11-23T07:00:00Z")) {
      assertThat(daily.from(due, Instant.parse(since)).findFirst()).as(since).contains(due);
    }
    for (var since : List.of("2026-11-23T07:00:01Z", "2026-11-24T07:00:00Z")) {
      assertThat(daily.from(due, Instant.parse(since)).findFirst())
          .as(since)
          .contains(Instant.parse("2026-11-24T07:00:00Z"));
    }
    assertThat(daily.from(due, Instant.parse("2035-03-01T00:00:00Z")).findFirst())
        .contains(Instant.parse("2035-03-01T07:00:00Z"));
  }

  @Test
  void itsLastDayIsADayInItsZone() {
    var late = Recurrence.of("FREQ=DAILY;UNTIL=20261231T230000Z", START, HELSINKI);
    assertThat(late.until()).contains(LocalDate.parse("2027-01-01"));
    assertThat(Recurrence.of("FREQ=DAILY", START, HELSINKI).until()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "DAILY",
        "FREQ=",
        "FREQ=SOMETIMES",
        "FREQ=DAILY;UNTIL=soon",
        "FREQ=DAILY;UNTIL=20261399",
        "FREQ=DAILY;UNTIL=20260230",
        "FREQ=DAILY;UNTIL=99999999T999999Z",
        "FREQ=DAILY;COUNT=0",
        "FREQ=DAILY;COUNT=2;UNTIL=20270101",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;INTERVAL=99999999999",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=WEEKLY;BYDAY=1MO",
        "FREQ=DAILY;RSCALE=CHINESE",
        "FREQ=MINUTELY",
        "FREQ=DAILY;INTERVAL=2147483647",
        "FREQ=MONTHLY;INTERVAL=1001",
        "FREQ=DAILY;COUNT=10001",
      })
  void whatIsNoRuleIsRefusedInWords(String rule) {
    assertThatThrownBy(() -> Recurrence.of(rule, START, HELSINKI))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(".");
  }

  @Test
  void aRuleThatNeverComesEnds() {
    for (var rule :
        List.of(
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31",
            "FREQ=DAILY;BYMONTH=4;BYMONTHDAY=31",
            "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2",
            "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=366",
            "FREQ=YEARLY;INTERVAL=1000;BYMONTH=1;BYMONTHDAY=1",
            "FREQ=DAILY;UNTIL=20200101")) {
      assertThat(times(rule)).as(rule).isEmpty();
    }
  }

  private static Stream<Instant> times(String rule) {
    return Recurrence.of(rule, START, HELSINKI).after(Instant.EPOCH).limit(1);
  }
}
