package belfry.delivery.foundation;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaseWatchTest {
  private static final Duration TTL = Duration.ofSeconds(10);

  private static final String GONE = "gone";

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private final LeaseWatch watch = new LeaseWatch(TTL, time, GONE::equals);

  @Test
  void whoseClockIsAheadTakesNoLaneThatIsRenewedHoweverLongOverItLooks() {
    for (var i = 0; i < 20; i++) {
      assertThat(watch.isFree(held(1, Duration.ofMinutes(-5)), "b")).isFalse();
      time.pass(TTL.dividedBy(2));
    }
  }

  @Test
  void aLeaseThatWasOverBeforeAnybodyLookedIsFreeAfterALease() {
    var row = held(1, Duration.ofSeconds(-1));
    assertThat(watch.isFree(row, "b")).isFalse();
    time.pass(TTL.plusMillis(1));
    assertThat(watch.isFree(row, "b")).isTrue();
  }

  @Test
  void whoRenewsKeepsTheLaneHoweverLateItsClock() {
    var late = Duration.ofHours(-1);
    assertThat(watch.isFree(held(1, TTL), "b")).isFalse();
    for (var i = 0; i < 20; i++) {
      time.pass(TTL.dividedBy(2));
      assertThat(watch.isFree(held(1, late.plusSeconds(5L * i)), "b")).isFalse();
    }
  }

  @Test
  void whoRenewsNoMoreLosesTheLaneAfterALeaseHoweverEarlyItsClock() {
    var row = held(1, Duration.ofHours(1));
    assertThat(watch.isFree(row, "b")).isFalse();
    time.pass(TTL);
    assertThat(watch.isFree(row, "b")).isFalse();
    time.pass(Duration.ofMillis(1));
    assertThat(watch.isFree(row, "b")).isTrue();
  }

  @Test
  void aWishRenewsNothing() {
    var row = held(1, Duration.ofHours(1));
    assertThat(watch.isFree(row, "b")).isFalse();
    time.pass(TTL.plusMillis(1));
    var wanted = new LaneRow(row.owner(), row.epoch(), row.expiresAt(), "c");
    assertThat(watch.isFree(wanted, "b")).isTrue();
  }

  @Test
  void aNodeThatIsSeenToHaveEndedLosesTheLaneAtOnce() {
    var row = new LaneRow(GONE, 1, time.now().plus(TTL), "");
    assertThat(watch.isFree(row, "b")).isTrue();
  }

  private LaneRow held(long epoch, Duration left) {
    return new LaneRow("a", epoch, time.now().plus(left), "");
  }
}
