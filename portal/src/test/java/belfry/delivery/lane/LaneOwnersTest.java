package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Lease;
import belfry.messages.Content;
import belfry.platform.Outcome;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;
import belfry.runs.Run;
import belfry.runs.ids.JobId;
import belfry.runs.recipients.Finding;
import belfry.runs.recipients.OnUnknown;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * How a lane passes from one owner to the next: by a new lease, by a stop, or because another node
 * asks for it.
 */
class LaneOwnersTest extends LaneFixture {
  @Test
  void aNewOwnerAsksThePlatformBeforeItSendsAgain() {
    var run = run(1);
    turn();
    assertThat(wire.newlySent()).hasSize(1);

    lane = lane("second");
    turn();
    time.pass(TUNING.leaseTtl().plusMillis(1));
    turn();
    turn();

    assertThat(memory.tally(run).unknown()).isEqualTo(1);
    assertThat(wire.newlySent()).isEmpty();
  }

  @Test
  void aSleeperWritesNothingLateAndNothingForALaneItLost() {
    run(2);
    turn();
    var sent = wire.newlySent();
    assertThat(sent).allMatch(ScriptedWire.Sent::mayLeave);

    time.pass(TUNING.dispatchDeadline().plusMillis(1));

    assertThat(sent).noneMatch(ScriptedWire.Sent::mayLeave);
  }

  @Test
  void aBodyIsHeldBackOnceTheLaneIsLost() {
    run(1);
    turn();
    var sent = wire.newlySent().getFirst();
    var other = lane("second");
    time.pass(Duration.ofSeconds(1));
    memory.release(new Lease(LaneId.first(TestPortal.NEWS), "first", 1));
    assertThat(other.turn()).isNotNegative();

    turnUntilLost();

    assertThat(sent.mayLeave()).isFalse();
  }

  @Test
  void anAnswerThatComesAfterTheLaneWasLostIsRecorded() {
    var run = run(1);
    turn();
    var sent = wire.newlySent().getFirst();
    memory.release(new Lease(LaneId.first(TestPortal.NEWS), "first", 1));
    var other = lane("second");
    assertThat(other.turn()).isNotNegative();
    turnUntilLost();

    sent.isAccepted();
    turn();

    assertThat(memory.tally(run).sent()).isEqualTo(1);
  }

  @Test
  void aStopStillRecordsAnswersThatComeAfterTheLaneWasLost() {
    var run = run(1);
    var sent = sentBeforeAStopInWhichTheLaneIsLost();

    sent.isAccepted();
    turn();

    assertThat(memory.tally(run).sent()).isEqualTo(1);
    assertThat(lane.drained()).isTrue();
  }

  @Test
  void aRestHeardOfAfterTheLaneWasLostIsWrittenDownAndHoldsNoStopUp() {
    run(1);
    var sent = sentBeforeAStopInWhichTheLaneIsLost();

    sent.ends(new Outcome.Throttled(Duration.ofSeconds(7)));
    turn();

    assertThat(memory.rests()).hasSize(1);
    assertThat(lane.drained()).isTrue();
  }

  /** Otherwise a node that asks for it would wait in vain the whole night. */
  @Test
  void whatIsPreparedOnlyWhenQuietHoursEndKeepsNoLane() {
    var id = new JobId(1);
    var source =
        new Run.Source(
            TestPortal.NEWS,
            id,
            new Content("Hello", Optional.empty(), Optional.empty()),
            OnUnknown.HOLD,
            Optional.empty(),
            false);
    var run = Run.fresh(source, Run.Kind.JOB, new PersonId("ana"), false, time.now());
    var turns = new RunTurns(ledger, time);

    turns.refresh(List.of(run), Optional.of(time.now().plusSeconds(60)));
    assertThat(turns.isPreparing()).isFalse();
    time.pass(Duration.ofSeconds(60));
    assertThat(turns.isPreparing()).isTrue();
  }

  @Test
  void aStopWaitsForWhatIsInFlightAndGivesTheLaneUp() {
    var run = run(20);
    turn();
    var inFlight = wire.newlySent();

    lane.deliver(new LaneEvent.Drain());
    turn();
    assertThat(lane.drained()).isFalse();
    assertThat(wire.newlySent()).isEmpty();

    inFlight.forEach(ScriptedWire.Sent::isAccepted);
    turn();
    assertThat(lane.drained()).isTrue();
    assertThat(memory.tally(run).unknown() + memory.tally(run).sending()).isZero();
    assertThat(memory.acquire("next")).isPresent();
  }

  @Test
  void aLaneAnotherNodeAsksForIsHandedOverOnceNothingIsInFlight() {
    var run = run(60);
    turn();
    var inFlight = new ArrayList<>(wire.newlySent());
    memory.ask("second");
    inFlight.removeFirst().isAccepted();
    turn();
    inFlight.addAll(wire.newlySent());
    settle();
    assertThat(wire.newlySent()).as("begun after the node had asked").isEmpty();
    assertThat(lane.lease()).isPresent();

    inFlight.forEach(ScriptedWire.Sent::isAccepted);
    turn();
    assertThat(lane.lease()).isEmpty();
    assertThat(lane.drained()).as("it is only handed over").isFalse();
    var tally = memory.tally(run);
    assertThat(tally.sending() + tally.unknown()).isZero();

    lane = lane("second");
    assertThat(deliverAll()).isEqualTo(60 - 1 - inFlight.size());
    assertThat(memory.tally(run).sent()).isEqualTo(60);
  }

  @Test
  void aLaneIsNotHandedOverWhileItIsUnsureOfSomebody() {
    run(60);
    turn();
    var inFlight = wire.newlySent();
    memory.ask("second");
    inFlight.getFirst().ends(new Outcome.Unknown("reset"));
    inFlight.stream().skip(1).forEach(ScriptedWire.Sent::isAccepted);
    turn();
    step();
    assertThat(step()).as("it goes on meanwhile").isNotEmpty();

    time.pass(Duration.ofSeconds(2));
    turn();
    wire.newLooks().forEach(look -> look.finds(new Finding.Ours("found", SpaceId.parse("room"))));
    turn();
    step();
    step();
    assertThat(lane.lease()).isEmpty();
  }

  @Test
  void whatStaysUnsureHoldsAHandOverUpForAQuietTimeOnly() {
    run(1);
    turn();
    memory.ask("second");
    wire.newlySent().getFirst().ends(new Outcome.Unknown("reset"));
    turn();
    for (var i = 0; i < 59; i++) {
      time.pass(Duration.ofSeconds(1));
      turn();
    }
    assertThat(lane.lease()).isPresent();

    for (var i = 0; i < 5; i++) {
      time.pass(Duration.ofSeconds(1));
      turn();
    }
    assertThat(lane.lease()).isEmpty();
  }

  @Test
  void aLaneIsNotHandedOverInsideARest() {
    run(5);
    turn();
    memory.ask("second");
    wire.newlySent().forEach(sent -> sent.ends(new Outcome.Throttled(Duration.ofSeconds(90))));
    for (var i = 0; i < 89; i++) {
      turn();
      time.pass(Duration.ofSeconds(1));
    }
    assertThat(lane.lease()).isPresent();

    time.pass(Duration.ofSeconds(3));
    turn();
    assertThat(lane.lease()).isEmpty();
  }

  @Test
  void aRestThatAnEarlierOwnerWasAskedForHoldsAHandOverUpToo() {
    run(5);
    turn();
    wire.newlySent().forEach(sent -> sent.ends(new Outcome.Throttled(Duration.ofSeconds(90))));
    turn();
    lane = lane("second");
    turn();
    time.pass(Duration.ofSeconds(30));
    turn();
    memory.ask("third");

    time.pass(Duration.ofSeconds(50));
    turn();
    assertThat(lane.lease()).isPresent();
    time.pass(Duration.ofSeconds(12));
    turn();
    assertThat(lane.lease()).isEmpty();
  }

  @Test
  void whereTheNodeThatAskedIsGoneTheLaneGoesOnAsBefore() {
    var run = run(60);
    turn();
    memory.ask("second");

    assertThat(deliverAll()).isEqualTo(60);

    assertThat(lane.lease().orElseThrow().epoch()).as("handed over and taken again").isEqualTo(2);
    assertThat(memory.tally(run).sent()).isEqualTo(60);
  }

  private ScriptedWire.Sent sentBeforeAStopInWhichTheLaneIsLost() {
    turn();
    var sent = wire.newlySent().getFirst();
    memory.release(new Lease(LaneId.first(TestPortal.NEWS), "first", 1));
    assertThat(lane("second").turn()).isNotNegative();
    lane.deliver(new LaneEvent.Drain());
    turnUntilLost();
    return sent;
  }

  /** Turns until the lane has noticed that its lease is somebody else's. */
  private void turnUntilLost() {
    for (var i = 0; i < 20 && lane.lease().isPresent(); i++) {
      time.pass(Duration.ofSeconds(1));
      turn();
    }
    assertThat(lane.lease()).isEmpty();
  }
}
