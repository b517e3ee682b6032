package belfry.standin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What proxies do to answers, and what the Date header tells. */
class StandInTransportMannersTest {
  private final Desk desk = Desk.open();

  @AfterEach
  void close() {
    desk.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "chunked-answers",
        "early-hints",
        "hangs-up",
        "headers-lower-case",
        "text-content-type",
        "no-content-type"
      })
  void theSameComesAnotherWay(String manner) throws IOException {
    var usual = desk.get("/v1/people/me").body();
    desk.manners(manner);

    assertThat(desk.get("/v1/people/me").body()).isEqualTo(usual);
    assertThat(desk.get("/v1/people/me").body()).isEqualTo(usual);
  }

  @Test
  void aBodyMayTakeItsTime() throws IOException {
    var usual = desk.get("/v1/people/me").body();
    desk.manner("body-dribbles", 20);

    assertThat(desk.get("/v1/people/me").body()).isEqualTo(usual);
  }

  @Test
  void aBodyMayBeCompressedOrMarked() throws IOException {
    desk.manners("gzip-unasked");
    var packed = desk.get("/v1/people/me");
    desk.manners("byte-order-mark");
    var marked = desk.get("/v1/people/me");

    assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(packed.body()).doesNotContain("displayName");
    assertThat(marked.body()).startsWith("\uFEFF{");
  }

  @Test
  void lettersMayComeInAnotherCharset() throws IOException {
    desk.write(Desk.PERSON, "caf\u00E9 \u20AC 5");
    desk.manners("latin-1");

    var answer = desk.conversation(Desk.PERSON);

    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).endsWith("ISO-8859-1"));
    assertThat(Desk.items(answer).getFirst().path("text").asText()).isEqualTo("caf\u00E9 \u20AC 5");
  }

  @ParameterizedTest
  @CsvSource({
    "date-off, 'Mon, 02 Mar 2026 09:25:27 GMT'",
    "date-off-on-errors, 'Mon, 02 Mar 2026 09:15:27 GMT'",
    "no-date, none",
    "date-old-form, 'Monday, 02-Mar-26 09:15:27 GMT'",
    "date-iso, 2026-03-02T09:15:27.345Z",
    "date-zoned, 'Mon, 02 Mar 2026 18:15:27 +0900'",
  })
  void theDateMayBeOffOrOdd(String manner, String date) throws IOException {
    desk.manners(manner);

    assertThat(date("/v1/people/me")).isEqualTo(date);
  }

  @Test
  void theDateMayBeOffOnErrorsOnly() throws IOException {
    desk.manner("date-off-on-errors", 15);

    assertThat(date("/v1/nowhere")).isEqualTo("Mon, 02 Mar 2026 09:30:27 GMT");
  }

  @Test
  void theDateMayStandStill() throws IOException {
    desk.manners("date-frozen");
    var first = date("/v1/people/me");
    desk.time().pass(Duration.ofMinutes(7));

    assertThat(date("/v1/people/me")).isEqualTo(first);
    desk.manners();
    assertThat(date("/v1/people/me")).isEqualTo("Mon, 02 Mar 2026 09:22:27 GMT");
  }

  private String date(String path) throws IOException {
    return desk.get(path).headers().firstValue("Date").orElse("none");
  }
}
