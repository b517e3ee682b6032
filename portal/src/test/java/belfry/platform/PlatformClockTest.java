package belfry.platform;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PlatformClockTest {
  private static final Instant START = Instant.parse("2026-11-21T09:00:00Z");

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

    assertThat(clock.now()).isEqualTo(START);
    assertThat(clock.earliest(time.nanos())).isBefore(START).isAfter(START.minusSeconds(910));
  }

  @Test
  void whoIsBehindDatesMessagesEarlierThanTheOthers() {
    hear(START, 30);
    clock.heard(START.minusSeconds(600));

    assertThat(clock.earliest(time.nanos())).isBefore(START.minusSeconds(600));
  }

  @Test
  void fewAnswersAreNotBelieved() {
    assertThat(clock.earliest(time.nanos())).as("none").isEqualTo(Instant.EPOCH);
    clock.heard(START);

    assertThat(clock.earliest(time.nanos())).as("one").isBefore(START.minusSeconds(900));
  }

  @Test
  void onceMessagesWereDatedTheirClockCountsToo() {
    hear(START, 30);
    assertThat(clock.earliest(time.nanos())).isEqualTo(START.minusSeconds(902));
    for (var i = 0; i < 5; i++) {
      clock.stamped(new Timestamps.Stamp(START.minusSeconds(50), true));
    }

    assertThat(clock.earliest(time.nanos())).isEqualTo(START.minusSeconds(52));
  }

  @Test
  void afterAJumpBackWhatWasIntendedBeforeMayBeDatedEarlier() {
    hear(START, 30);
    var intent = time.nanos();
    var before = clock.earliest(intent);
    time.pass(Duration.ofSeconds(1));
    clock.heard(START.plusSeconds(1).minusSeconds(300));

    assertThat(clock.earliest(intent)).isEqualTo(before.minusSeconds(300));
  }

  @Test
  void timesWithoutAZoneAreReadAsMessagesThatWereJustAcceptedHaveThem() {
    var local = new Timestamps.Stamp(START.plus(Duration.ofHours(9)).plusSeconds(3), false);
    hear(START, 5);
    assertThat(clock.read(local)).isEmpty();
    clock.stamped(local);

    assertThat(clock.read(local)).contains(START.plusSeconds(3));
    assertThat(clock.earliest(time.nanos()))
        .as("no clock of their own")
        .isEqualTo(START.minusSeconds(902));
  }

  private void hear(Instant date, int times) {
    for (var i = 0; i < times; i++) {
      clock.heard(date);
    }
  }
}
