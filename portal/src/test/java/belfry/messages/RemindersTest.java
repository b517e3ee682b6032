package belfry.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When reminders go out, in the hour that comes twice and beside it. */
class RemindersTest {
  private static final Instant FIRST = Instant.parse("2027-10-31T00:14:00Z");
  private static final Instant SECOND = Instant.parse("2027-10-31T01:14:00Z");

  /** At 03:14 on the day on which Helsinki's clocks go from 04:00 to 03:00. */
  private static Reminders set(String until) {
    return new Reminders(
        List.of(new Reminders.Moment(0, "03:14")), "Europe/Helsinki", until, ReminderWords.EN, "");
  }

  @Test
  void ofATimeThatComesTwiceTheFirstIsMeantWhileItIsToCome() {
    assertThat(set("").after(FIRST.minusSeconds(60))).containsExactly(FIRST);
    assertThat(set("").after(Instant.parse("2027-10-30T21:00:00Z"))).containsExactly(FIRST);
  }

  @Test
  void onceTheFirstIsOverTheSecondIsMeant() {
    assertThat(set("").after(FIRST)).containsExactly(SECOND);
    assertThat(set("2027-10-31").after(SECOND.minusSeconds(60))).containsExactly(SECOND);
    assertThat(set("").after(SECOND)).isEmpty();
    assertThat(set("2027-10-30").after(FIRST)).isEmpty();
  }

  @Test
  void whoSetsThemLaterMeansWhatIsToComeThen() {
    var sent = FIRST.minusSeconds(3_600);
    assertThat(set("").after(sent, FIRST.minusSeconds(60))).containsExactly(FIRST);
    assertThat(set("").after(sent, FIRST.plusSeconds(60))).containsExactly(SECOND);
    assertThat(set("").after(sent, SECOND)).isEmpty();
  }
}
