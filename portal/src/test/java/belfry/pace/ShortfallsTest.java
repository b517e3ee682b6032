package belfry.pace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a refusal among strays is one of a limit that is passed. */
class ShortfallsTest {
  private final Shortfalls shortfalls = new Shortfalls();

  @Test
  void lessThanThePaceWouldHaveSentIsAShortfall() {
    shortfalls.due(100);
    assertThat(shortfalls.refused(80, 10)).isEqualTo(1);
    shortfalls.due(100);
    assertThat(shortfalls.refused(70, 10)).isEqualTo(2);

    assertThat(shortfalls.perSecond()).as("the most of it").isEqualTo(8);
  }

  @Test
  void asMuchAsThePaceWouldHaveSentEndsThem() {
    shortfalls.due(100);
    shortfalls.refused(80, 10);
    shortfalls.due(100);

    assertThat(shortfalls.refused(99, 10)).isZero();
  }

  @Test
  void whatWasNotSentBecauseThereWasNothingToSendIsNone() {
    shortfalls.due(100);
    shortfalls.idled();
    shortfalls.due(10);

    assertThat(shortfalls.refused(10, 1)).isZero();
  }
}
