package belfry.platform.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
  private static final Instant WHEN = Instant.parse("2026-11-21T02:19:53.034Z");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"2026-11-21T02:19:53.034Z\"",
        "\"2026-11-21T02:19:53.034+00:00\"",
        "\"2026-11-21T02:19:53.034+0000\"",
        "\"2026-11-21T11:19:53.034+09\"",
        "\"2026-11-21T11:19:53.034+0900\"",
        "\"2026-11-20T21:19:53.034-05:00\"",
        "\"2026-11-21 02:19:53.034Z\"",
        "\"2026-11-21 02:19:53.034 +0000\"",
        "\"2026-11-21 02:19:53.034 UTC\"",
        "\"2026-11-21t02:19:53,034z\"",
        "\"2026-11-21T02:19:53.034000Z\"",
        "\"2026-11-21T02:19:53.034000000Z\"",
        "1795227593034",
        "\"1795227593034\"",
        "1795227593034000",
        "1795227593034000000"
      })
  void aTimeIsReadInEveryForm(String json) throws Exception {
    assertThat(read(json)).contains(new Timestamps.Stamp(WHEN, true));
  }

  @Test
  void coarserFormsAreReadToTheirSecond() throws Exception {
    var second = new Timestamps.Stamp(Instant.parse("2026-11-21T02:19:53Z"), true);
    assertThat(read("\"Sat, 21 Nov 2026 02:19:53 GMT\"")).contains(second);
    assertThat(read("\"20261121T021953Z\"")).contains(second);
    assertThat(read("1795227593")).contains(second);
  }

  @Test
  void oneWithoutAZoneIsSaidToHaveNone() throws Exception {
    assertThat(read("\"2026-11-21T02:19:53.034\"")).contains(new Timestamps.Stamp(WHEN, false));
    assertThat(read("\"2026-11-21 02:19:53.034\"")).contains(new Timestamps.Stamp(WHEN, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "null",
        "\"yesterday\"",
        "17",
        "true",
        "{}",
        "\"11/21/2026 2:19 AM\"",
        "-5"
      })
  void anythingElseIsNoTime(String json) throws Exception {
    assertThat(read(json)).isEmpty();
  }

  private static java.util.Optional<Timestamps.Stamp> read(String json) throws Exception {
    return Timestamps.read(new ObjectMapper().readTree(json));
  }
}
