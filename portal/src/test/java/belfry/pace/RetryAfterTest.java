package belfry.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every form of the header that was seen, the defective ones included (platform-api.md 8). */
class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-11-21T09:00:00Z");

  @ParameterizedTest
  @CsvSource(
      value = {
        "1|1",
        "7|7",
        " 7 |7",
        "3600|3600",
        "3601|3600",
        "99999999999999999999|3600",
        "0|0",
        "-5|0",
        "rand(30),add(30)|0",
        "soon|0",
        "''|0",
        "1.5|0",
        "Sat, 21 Nov 2026 09:00:20 GMT|20",
        "Sat, 21 Nov 2026 08:59:00 GMT|0",
        "Sun, 22 Nov 2026 09:00:00 GMT|3600"
      },
      delimiter = '|')
  void isReadInEveryForm(String header, long seconds) {
    assertThat(RetryAfter.asked(header, NOW).orElse(Duration.ZERO))
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void asksForNothingWhereItIsMissing() {
    assertThat(RetryAfter.asked(null, NOW)).isEmpty();
  }
}
