package belfry.pace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How much of a rest is caught up, when strays make the rests and when the limit does. */
class CreditTest {
  @Test
  void whatIsCaughtUpGrowsAmongStraysAndNoLongerOnceTheyAreGone() {
    var credit = new Credit(0);
    credit.forStrays();
    for (var i = 0; i < 100; i++) {
      credit.strayed(10);
    }
    assertThat(credit.seconds()).isGreaterThan(5);

    credit.forLimit();

    assertThat(credit.seconds()).isLessThan(1);
  }

  @Test
  void aLimitThatLetsSaveLessKeepsItsCredit() {
    var credit = new Credit(0);
    credit.tooDeep(0.2);

    credit.forLimit();

    assertThat(credit.seconds()).isEqualTo(0.2);
  }
}
