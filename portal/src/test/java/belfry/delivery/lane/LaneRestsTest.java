package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.platform.Outcome;
import belfry.runs.Run;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How a lane keeps the rests that the platform asks for, and when it comes round again. */
class LaneRestsTest extends LaneFixture {
  @Test
  void nothingBeginsBeforeTheRestIsOver() {
    var run = run(5);
    turn();
    var first = wire.newlySent();
    first.getFirst().ends(new Outcome.Throttled(Duration.ofSeconds(7)));
    first.stream().skip(1).forEach(ScriptedWire.Sent::isAccepted);

    for (var second = 0; second < 6; second++) {
      turn();
      time.pass(Duration.ofSeconds(1));
    }
    assertThat(wire.newlySent()).isEmpty();
    assertThat(memory.rests()).hasSize(1);

    time.pass(Duration.ofSeconds(2));
    deliverAll();
    assertThat(memory.tally(run).sent()).isEqualTo(5);
  }

  @Test
  void inQuietHoursNothingNewBeginsAndAfterThemItGoesOnByItself() {
    var run = run(300);
    turn();
    var begun = wire.newlySent();
    memory.quietUntil(Optional.of(time.now().plus(Duration.ofHours(8))));
    var test = memory.addRun(Run.Kind.TEST, "A test", LedgerContract.people(1));
    time.pass(Duration.ofSeconds(2));
    begun.forEach(ScriptedWire.Sent::isAccepted);
    turn();
    wire.newlySent().forEach(ScriptedWire.Sent::isAccepted);

    for (var minute = 0; minute < 60; minute++) {
      time.pass(Duration.ofMinutes(7));
      turn();
      assertThat(wire.newlySent()).isEmpty();
    }
    assertThat(memory.tally(test).sent()).isEqualTo(1);
    assertThat(memory.tally(run).sent()).isEqualTo(begun.size()).isLessThan(300);

    time.pass(Duration.ofHours(1));
    deliverAll();
    assertThat(memory.tally(run).sent()).isEqualTo(300);
  }

  @Test
  void whatHasNotLeftWhenARestBeginsDoesNotLeaveInIt() {
    run(5);
    turn();
    var sent = wire.newlySent();
    assertThat(sent).allMatch(ScriptedWire.Sent::mayLeave);
    sent.getFirst().ends(new Outcome.Throttled(Duration.ofSeconds(1)));
    turn();
    assertThat(sent).noneMatch(ScriptedWire.Sent::mayLeave);
    time.pass(Duration.ofMillis(1_100));
    assertThat(sent.getLast().mayLeave()).isTrue();
  }

  @Test
  void aRestIsKeptAlsoWhereItIsNotKnownWhetherTheMessageArrived() {
    var run = run(5);
    turn();
    var first = wire.newlySent();
    first.getFirst().ends(lostAndAskedToRest(7));
    first.get(1).ends(lostAndAskedToRest(2));
    first.stream().skip(2).forEach(ScriptedWire.Sent::isAccepted);

    for (var second = 0; second < 7; second++) {
      turn();
      assertThat(wire.newlySent()).as("in second %d", second).isEmpty();
      time.pass(Duration.ofSeconds(1));
    }

    assertThat(memory.tally(run).unknown()).isEqualTo(2);
    assertThat(memory.rests())
        .extracting(rest -> Duration.between(rest.from(), rest.until()).toSeconds())
        .containsExactly(7L, 2L);
    time.pass(Duration.ofSeconds(1));
    turn();
    assertThat(wire.newlySent()).isNotEmpty();
  }

  private static Outcome lostAndAskedToRest(int seconds) {
    return new Outcome.Unknown("status 503", Optional.of(Duration.ofSeconds(seconds)));
  }

  @Test
  void aNewOwnerKeepsTheRestTheOldOneWasAskedFor() {
    run(5);
    turn();
    wire.newlySent().forEach(sent -> sent.ends(new Outcome.Throttled(Duration.ofSeconds(60))));
    turn();

    lane = lane("second");
    turn();
    time.pass(Duration.ofSeconds(30));
    settle();
    assertThat(lane.lease()).isPresent();
    assertThat(wire.newlySent()).isEmpty();

    time.pass(Duration.ofSeconds(31));
    assertThat(deliverAll()).isEqualTo(5);
  }

  /** Otherwise it would come round without end as long as the platform is gone. */
  @Test
  void whileAsManyLooksAreUnderWayAsMayBeTheLaneRests() {
    var run = run(40);
    for (var i = 0; i < 600 && memory.tally(run).unknown() < 12; i++) {
      time.pass(Duration.ofMillis(200));
      turn();
      wire.newlySent().forEach(sent -> sent.ends(new Outcome.Unknown("time-out")));
    }
    time.pass(TUNING.quiet());
    turn();

    assertThat(memory.tally(run).unknown()).isGreaterThan(8);
    assertThat(wire.newLooks()).hasSize(8);
    assertThat(lane.turn() - time.nanos()).isPositive();
  }

  @Test
  void aLaneWithNothingToDoIsBackInTimeToRenewItsLease() {
    turn();

    var next = lane.turn();

    assertThat(next - time.nanos()).isLessThanOrEqualTo(TUNING.leaseTtl().toNanos() / 3);
  }
}
