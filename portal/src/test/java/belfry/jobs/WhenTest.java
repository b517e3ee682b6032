package belfry.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WhenTest {
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
    assertThat(When.read(at, zone, NOW))
        .isInstanceOfSatisfying(When.At.class, when -> assertThat(when.due()).isEqualTo(due));
  }

  @Test
  void whatWasEnteredIsKept() {
    assertThat(When.read("2026-11-27T16:00", "Europe/Helsinki", NOW))
        .isInstanceOfSatisfying(
            When.At.class,
            when ->
                assertThat(when.timing())
                    .isEqualTo(new Job.Timing("2026-11-27T16:00", "Europe/Helsinki")));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-02-28T16:00, Europe/Helsinki, at, passed",
    "2033-02-28T16:00, Europe/Helsinki, at, five years",
    "tomorrow, Europe/Helsinki, at, no date and time",
    "2026-13-01T16:00, Europe/Helsinki, at, no date and time",
    "2026-11-27T16:00, Europe/Atlantis, zone, no time zone",
    "2026-11-27T16:00, '', zone, which time zone",
  })
  void whatCannotBeMeantIsSaidByItsField(String at, String zone, String field, String words) {
    assertThat(When.read(at, zone, NOW))
        .isInstanceOfSatisfying(
            When.Wrong.class,
            wrong -> {
              assertThat(wrong.fault().field()).isEqualTo(field);
              assertThat(wrong.fault().message()).contains(words);
            });
  }

  @Test
  void aMomentAgoStillMeansNow() {
    assertThat(When.read("2026-03-01T11:59:30Z", "", NOW)).isInstanceOf(When.At.class);
  }
}
