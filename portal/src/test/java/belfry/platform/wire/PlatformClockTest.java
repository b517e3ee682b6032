package belfry.platform.wire;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PlatformClockTest {
  private static final Instant START = Instant.parse("2026-11-21T09:00:07Z");

  private final ManualTime time = ManualTime.at("2026-11-19T09:00:00Z");
  private final PlatformClock clock = new PlatformClock(time);

  @Test
  void aJumpOfOurClockDoesNotMoveThePlatforms() {
    hear(START, 10);
    time.jump(Duration.ofDays(3));

    assertThat(clock.now()).isEqualTo(START);
    time.pass(Duration.ofSeconds(7));
    assertThat(clock.now()).isEqualTo(START.plusSeconds(7));
  }

  @Test
  void oneWrongDateInFiveMovesNothing() {
    for (var i = 0; i < 30; i++) {
      clock.heard(i % 5 == 0 ? START.plusSeconds(600) : START);
    }
    stamp(START, 5);

    assertThat(clock.now()).isEqualTo(START);
    assertThat(clock.dating(time.nanos()))
        .isEqualTo(new Dating(START.minusSeconds(62), START.minusSeconds(2)));
  }

  @Test
  void whoIsBehindDatesMessagesEarlierThanTheOthers() {
    hear(START, 30);
    stamp(START, 30);
    clock.heard(START.minusSeconds(600));

    assertThat(clock.dating(time.nanos()).certain()).isEqualTo(START.minusSeconds(602));
  }

  @Test
  void beforeMessagesHaveToldTheirClockNothingIsExcludedThatAnyClockAllowsFor() {
    assertThat(clock.dating(time.nanos())).as("nobody has said").isEqualTo(Dating.UNKNOWN);
    hear(START, 30);
    time.jump(Duration.between(time.now(), START.plusSeconds(30)));

    assertThat(clock.dating(time.nanos()))
        .as("ours is ahead: certain is what is after both")
        .isEqualTo(new Dating(START.minusSeconds(900), START.minusSeconds(32)));
    time.jump(Duration.ofDays(-2));
    assertThat(clock.dating(time.nanos()))
        .as("ours is behind")
        .isEqualTo(
            new Dating(
                START.plusSeconds(30).minus(Duration.ofDays(2)).minusSeconds(900),
                START.minusSeconds(62)));
  }

  @Test
  void aDateOfAnHourAheadAtTheStartExcludesNothing() {
    time.jump(Duration.between(time.now(), START));
    clock.heard(START.plus(Duration.ofHours(1)));

    assertThat(clock.dating(time.nanos()).possible()).isBefore(START);
  }

  @Test
  void onceMessagesWereDatedTheirClockCounts() {
    hear(START, 30);
    stamp(START.minusSeconds(50), 5);

    assertThat(clock.dating(time.nanos()))
        .isEqualTo(new Dating(START.minusSeconds(112), START.minusSeconds(52)));
  }

  @Test
  void afterAJumpBackWhatWasIntendedBeforeMayBeDatedEarlier() {
    hear(START, 30);
    stamp(START, 5);
    var intent = time.nanos();
    var before = clock.dating(intent);
    time.pass(Duration.ofSeconds(1));
    clock.heard(START.plusSeconds(1).minusSeconds(300));

    assertThat(clock.dating(intent))
        .isEqualTo(
            new Dating(before.possible().minusSeconds(300), before.certain().minusSeconds(300)));
  }

  @Test
  void timesWithoutAZoneAreReadAsMessagesThatWereJustAcceptedHaveThem() {
    var local = new Timestamps.Stamp(START.plus(Duration.ofHours(9)).plusSeconds(3), false);
    hear(START, 5);
    assertThat(clock.read(local)).isEmpty();
    clock.stamped(local);

    assertThat(clock.read(local)).contains(START.plusSeconds(3));
    time.jump(Duration.between(time.now(), START));
    assertThat(clock.dating(time.nanos()))
        .as("no clock of their own")
        .isEqualTo(new Dating(START.minusSeconds(900), START.minusSeconds(62)));
  }

  private void stamp(Instant created, int times) {
    for (var i = 0; i < times; i++) {
      clock.stamped(new Timestamps.Stamp(created, true));
    }
  }

  private void hear(Instant date, int times) {
    for (var i = 0; i < times; i++) {
      clock.heard(date);
    }
  }
}
