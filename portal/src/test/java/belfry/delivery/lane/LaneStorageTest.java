package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.platform.Outcome;
import belfry.runs.Run;
import belfry.runs.recipients.Tally;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a lane does while the database fails. */
class LaneStorageTest extends LaneFixture {
  @Test
  void whenTheIntentCannotBeCommittedNothingIsSent() {
    var run = run(3);
    ledger.failNextTurns(2, false);

    turn();
    assertThat(wire.newlySent()).isEmpty();

    deliverAll();
    assertThat(memory.tally(run).sent()).isEqualTo(3);
  }

  @Test
  void anIntentThatWasCommittedAlthoughTheCommitSeemedToFailIsTakenBack() {
    var run = run(3);
    ledger.failNextTurns(1, true);

    turn();
    assertThat(wire.newlySent()).isEmpty();
    assertThat(memory.tally(run).sending()).isPositive();

    assertThat(deliverAll()).isEqualTo(3);
    assertThat(memory.tally(run)).isEqualTo(new Tally(0, 0, 0, 0, 0, 3, 0, 0));
  }

  @Test
  void outcomesAreKeptWhileTheDatabaseIsGoneAndNothingNewBegins() {
    var run = run(40);
    turn();
    var first = wire.newlySent();
    ledger.failNextTurns(3, false);
    first.forEach(ScriptedWire.Sent::isAccepted);
    for (var i = 0; i < 3; i++) {
      turn();
      assertThat(wire.newlySent()).isEmpty();
      time.pass(Duration.ofSeconds(31));
    }

    deliverAll();

    assertThat(memory.tally(run).sent()).isEqualTo(40);
  }

  @Test
  void aLookThatTheDatabaseKeptFromBeginningBeginsLater() {
    run(1);
    turn();
    wire.newlySent().getFirst().ends(new Outcome.Unknown("time-out"));
    turn();
    // From the quiet time on the ledger is asked what a listing must show.
    time.pass(TUNING.quiet());
    ledger.failNextControl();
    turn();
    assertThat(wire.newLooks()).isEmpty();

    settle();
    assertThat(wire.newLooks()).hasSize(1);
  }

  @Test
  void whatTheDatabaseKeptFromBeingJudgedIsJudgedLater() {
    var run = run(1);
    turn();
    wire.newlySent().getFirst().ends(new Outcome.Unknown("time-out"));
    turn();
    time.pass(Duration.ofSeconds(2));
    turn();
    wire.newLooks().getFirst().finds(listed("m", "Hello 1"));
    ledger.failNextKnown();
    turn();
    assertThat(memory.tally(run).unknown()).isEqualTo(1);

    settle();
    assertThat(memory.tally(run).sent()).isEqualTo(1);
  }

  @Test
  void aDatabaseThatFailsAtTheEndOfATurnMakesItRest() {
    var run = run(1);
    turn();
    memory.setGate(run, Run.Gate.PAUSED);
    wire.newlySent().getFirst().ends(new Outcome.NotSent("refused"));
    turn();
    memory.setGate(run, Run.Gate.OPEN);
    lane = lane("second");
    turn();
    time.pass(TUNING.leaseTtl().plusMillis(1));
    ledger.failNextRetries();

    assertThat(lane.turn()).isGreaterThan(time.nanos());
    assertThat(lane.storageTrouble()).contains("the connection broke");
    assertThat(deliverAll()).isEqualTo(1);
  }

  @Test
  void outcomesWhoseCommitSeemedToFailAreCountedOnce() {
    var run = run(8);
    turn();
    var first = wire.newlySent();
    ledger.failNextTurns(1, true);
    first.forEach(ScriptedWire.Sent::isAccepted);
    turn();
    assertThat(memory.tally(run).sent()).isEqualTo(first.size());

    deliverAll();

    assertThat(memory.tally(run)).isEqualTo(new Tally(0, 0, 0, 0, 0, 8, 0, 0));
  }

  @Test
  void aDatabaseGoneForAMinuteIsSaidAndComesBackWithoutHands() {
    var run = run(40);
    turn();
    assertThat(lane.storageTrouble()).isEmpty();
    ledger.failNextTurns(Integer.MAX_VALUE, false);
    wire.newlySent().forEach(ScriptedWire.Sent::isAccepted);
    for (var second = 0; second < 60; second++) {
      time.pass(Duration.ofSeconds(1));
      turn();
      assertThat(lane.storageTrouble()).contains("the connection broke");
      assertThat(wire.newlySent()).isEmpty();
    }

    ledger.failNextTurns(0, false);
    var count = 0;
    for (var i = 0; i < 400 && !memory.open().isEmpty(); i++) {
      count += step().size();
    }

    assertThat(lane.storageTrouble()).isEmpty();
    assertThat(memory.tally(run).sent()).isEqualTo(40);
    assertThat(count).as("sent after it came back").isLessThan(40);
  }
}
