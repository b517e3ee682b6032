package belfry.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.platform.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a lane does while its token is refused or the platform does not answer. */
class LaneOutageTest extends LaneFixture {
  @Test
  void aRevokedTokenStopsTheBotAndItGoesOnByItselfWhenTheTokenWorks() {
    var run = run(2);
    turn();
    wire.tokenWorks(false);
    wire.newlySent().forEach(sent -> sent.ends(new Outcome.Unauthorized("token revoked")));
    settle();
    assertThat(memory.trouble()).isEqualTo("token revoked");
    assertThat(wire.newlySent()).isEmpty();
    assertThat(memory.tally(run).failed()).isZero();

    wire.tokenWorks(true);
    time.pass(Duration.ofSeconds(16));
    turn();
    deliverAll();

    assertThat(memory.trouble()).isEmpty();
    assertThat(memory.tally(run).sent()).isEqualTo(2);
  }

  @Test
  void aQuestionThatMayNotBeAskedYetIsNoSilenceAndNothingIsSentBeforeItsAnswer() {
    wire.mayBeAskedIn(Duration.ofMinutes(5));
    var run = run(1);
    turn();
    assertThat(wire.newlySent()).isEmpty();

    time.pass(Duration.ofMinutes(4));
    turn();
    assertThat(memory.offered()).as("offered to another node").isFalse();
    wire.mayBeAskedIn(Duration.ZERO);
    turn();
    assertThat(wire.newlySent()).as("not asked again before it may be").isEmpty();
    time.pass(Duration.ofMinutes(1));
    turn();
    assertThat(wire.newlySent()).hasSize(1);
    assertThat(memory.tally(run).sending()).isOne();
  }

  @Test
  void sendingGoesOnWhereOnlyTheQuestionWhoTheBotIsHasNoAnswer() {
    run(60);
    turn();
    cutOff();

    assertThat(deliverAll()).isEqualTo(60);
    assertThat(memory.offered()).as("the platform has answered").isFalse();
  }

  @Test
  void whatCouldNotConnectForLongIsSilenceAndWhatWeHeldBackIsNot() {
    run(60);
    turn();
    wire.tokenWorks(false);
    for (var i = 0; i < 8; i++) {
      time.pass(Duration.ofSeconds(5));
      for (var sent : wire.newlySent()) {
        assertThat(sent.mayLeave()).isFalse();
        sent.ends(new Outcome.NotSent("too late"));
      }
      turn();
    }
    assertThat(memory.offered()).as("we were slow").isFalse();

    for (var i = 0; i < 8; i++) {
      time.pass(Duration.ofSeconds(5));
      wire.newlySent().forEach(sent -> sent.ends(new Outcome.NotSent("connect timed out")));
      turn();
    }
    assertThat(memory.offered()).as("nobody answers").isTrue();
  }

  @Test
  void aLaneWhosePlatformDoesNotAnswerIsOfferedAndHandedOverToWhoAsks() {
    run(60);
    turn();
    cutOff();

    memory.ask("second");
    time.pass(TUNING.leaseTtl().dividedBy(3));
    turn();
    wire.newlySent().forEach(sent -> sent.ends(new Outcome.NotSent("no route")));
    turn();
    assertThat(lane.lease()).isEmpty();

    wire.tokenWorks(true);
    lane = lane("second");
    assertThat(deliverAll()).isEqualTo(60);
    assertThat(memory.offered()).isFalse();
  }

  @Test
  void aTokenRefusedFromTheStartIsSaidBeforeAnythingIsSent() {
    wire.refuse("token revoked");
    run(2);
    turn();

    assertThat(memory.trouble()).isEqualTo("token revoked");
    assertThat(wire.newlySent()).isEmpty();

    wire.tokenWorks(true);
    time.pass(Duration.ofSeconds(16));
    turn();
    assertThat(deliverAll()).isEqualTo(2);
    assertThat(memory.trouble()).isEmpty();
  }

  /** For so long that the lane is offered to other nodes. */
  private void cutOff() {
    wire.tokenWorks(false);
    for (var i = 0; i < 40; i++) {
      wire.newlySent().forEach(sent -> sent.ends(new Outcome.NotSent("no route")));
      time.pass(Duration.ofSeconds(1));
      turn();
    }
    assertThat(memory.offered()).isTrue();
  }
}
