package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.ids.SpaceId;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a lane sends, to whom it goes first, and when a run is over. */
class LaneSendingTest extends LaneFixture {
  @Test
  void anIntentIsDurableBeforeTheMessageIsHandedOver() {
    var run = run(3);

    turn();

    var sent = wire.newlySent();
    assertThat(sent).isNotEmpty();
    assertThat(memory.tally(run).sending()).isEqualTo(sent.size());
  }

  @Test
  void everybodyGetsItOnceAndThenTheRunIsClosed() {
    var run = run(30);

    var count = deliverAll();

    assertThat(count).isEqualTo(30);
    assertThat(memory.tally(run)).isEqualTo(new Tally(0, 0, 0, 0, 0, 30, 0, 0));
    assertThat(memory.gate(run)).isEqualTo(Run.Gate.CLOSED);
  }

  @Test
  void aRefusedRecipientFailsWithAReasonAndIsNotTriedAgain() {
    var run = run(1);
    turn();
    wire.newlySent().getFirst().ends(new Outcome.Refused(404, "Could not find a person"));

    settle();

    assertThat(memory.tally(run).failed()).isEqualTo(1);
    assertThat(wire.newlySent()).isEmpty();
  }

  @Test
  void ofMessagesWithAFileOnlySomeAreUnderWayAtOnce() {
    var run = runWithFile(300);
    var most = mostUnderWay(run);

    assertThat(memory.tally(run).sent()).isEqualTo(300);
    assertThat(most).isEqualTo(8);
  }

  @Test
  void aMessageWithAFileThatIsInDoubtHoldsNoOtherMessageBack() {
    var files = runWithFile(4);
    turn();
    wire.newlySent().forEach(sent -> sent.ends(new Outcome.Unknown("time-out")));
    turn();
    var text = run(300);
    lane.deliver(new LaneEvent.Changed());
    var most = mostUnderWay(text);

    assertThat(most).isGreaterThan(8);
    assertThat(memory.tally(files).unknown()).isPositive();
  }

  @Test
  void afterACancelNothingNewBeginsAndWhatIsInFlightIsAwaited() {
    var run = run(50);
    turn();
    var inFlight = wire.newlySent();

    memory.setGate(run, Run.Gate.STOPPING);
    lane.deliver(new LaneEvent.Changed());
    settle();
    assertThat(wire.newlySent()).isEmpty();
    assertThat(memory.gate(run)).isEqualTo(Run.Gate.STOPPING);

    inFlight.forEach(ScriptedWire.Sent::isAccepted);
    settle();
    assertThat(memory.gate(run)).isEqualTo(Run.Gate.CLOSED);
    assertThat(memory.tally(run))
        .isEqualTo(new Tally(0, 0, 0, 0, 0, inFlight.size(), 0, 50 - inFlight.size()));
  }

  @Test
  void aShortMessageIsNotStuckBehindALongOne() {
    run(10_000);
    for (var i = 0; i < 20; i++) {
      step();
    }
    var little = run(12);
    lane.deliver(new LaneEvent.Changed());

    var others = 0;
    while (memory.tally(little).open() > 0) {
      for (var sent : step()) {
        others += sent.target().startsWith("p") && sent.content().markdown().endsWith("1") ? 1 : 0;
      }
    }

    assertThat(others).as("sent to the many meanwhile").isLessThan(60);
  }

  @Test
  void aTestGoesBeforeEverything() {
    run(10_000);
    for (var i = 0; i < 10; i++) {
      step();
    }
    var test =
        memory.addRun(
            Run.Kind.TEST, "test", List.of(new Target(Target.Kind.PERSON, "me", "Me", "")));
    lane.deliver(new LaneEvent.Changed());

    var targets = new ArrayList<String>();
    while (memory.tally(test).open() > 0) {
      step().forEach(sent -> targets.add(sent.target()));
    }

    assertThat(targets.indexOf("me")).isBetween(0, 20);
  }

  @Test
  void nobodyHasTwoMessagesUnderWay() {
    run(6);
    run(6);
    var underWay = new HashMap<String, ScriptedWire.Sent>();
    var most = 0;
    for (var i = 0; i < 200; i++) {
      time.pass(Duration.ofMillis(100));
      turn();
      for (var sent : wire.newlySent()) {
        assertThat(underWay.put(sent.target(), sent)).isNull();
      }
      most = Math.max(most, underWay.size());
      if (i % 20 == 19) {
        underWay.values().forEach(ScriptedWire.Sent::isAccepted);
        underWay.clear();
      }
    }
    assertThat(most).isGreaterThan(2);
    assertThat(memory.open()).isEmpty();
  }

  @Test
  void whomAPersonWantsTriedAgainIsSentToOnceMore() {
    var run = run(3);
    refuseAll(run);
    assertThat(memory.gate(run)).isEqualTo(Run.Gate.CLOSED);

    memory.retryFailed(run);
    lane.deliver(new LaneEvent.Changed());

    assertThat(deliverAll()).isEqualTo(3);
    assertThat(memory.tally(run).sent()).isEqualTo(3);
  }

  @Test
  void ofVeryManyToBeTriedAgainOnlySomeAreHeldInMemory() {
    var run = run(2_000);
    refuseAll(run);
    memory.retryFailed(run);
    lane.deliver(new LaneEvent.Changed());

    for (var i = 0; i < 10; i++) {
      turn();
    }

    assertThat(ledger.loaded()).isBetween(1, 1_000);
    assertThat(deliverAll()).isPositive();
    assertThat(memory.tally(run).sent()).isEqualTo(2_000);
  }

  /** Delivers this run, each answer taking 400 ms; how many were under way at once. */
  private int mostUnderWay(RunId run) {
    var most = 0;
    for (var i = 0; i < 1_000 && memory.tally(run).open() > 0; i++) {
      turn();
      var sent = wire.newlySent();
      most = Math.max(most, sent.size());
      time.pass(Duration.ofMillis(400));
      sent.forEach(one ->
          one.ends(
              new Outcome.Accepted(
                  "m" + sent.indexOf(one) + "-" + time.nanos(), SpaceId.parse("room"), "")));
      turn();
    }
    return most;
  }

  private void refuseAll(RunId run) {
    for (var i = 0; i < 2_000 && memory.tally(run).open() > 0; i++) {
      time.pass(Duration.ofMillis(100));
      turn();
      wire.newlySent().forEach(sent -> sent.ends(new Outcome.Refused(403, "blocked")));
    }
    settle();
  }
}
