package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.platform.Outcome;
import belfry.runs.Run;
import belfry.runs.recipients.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

  /** Nothing is to be sent, so that nothing else is written either. */
  @Test
  void aTokenThatWorksAfterARestartIsRecorded() {
    wire.refuse("token revoked");
    turn();
    assertThat(memory.trouble()).isEqualTo("token revoked");

    wire.tokenWorks(true);
    lane = lane("first");
    turn();
    turn();
    assertThat(memory.trouble()).isEmpty();
  }

  @Test
  void whereNothingIsAnsweredFromTheStartThatIsSaidThoughNobodyIsSentTo() {
    wire.tokenWorks(false);
    run(2);
    for (var i = 0; i < 30; i++) {
      turn();
      time.pass(Duration.ofSeconds(1));
    }
    assertThat(wire.newlySent()).isEmpty();
    assertThat(lane.silence()).contains("status 502");

    wire.tokenWorks(true);
    accept(Duration.ofSeconds(5));
    assertThat(lane.silence()).isEmpty();
  }

  /** Every way in which a send gets nothing that is understood. */
  private static Stream<Outcome> nothing() {
    return Stream.of(
        new Outcome.Unknown("status 503"),
        new Outcome.Unknown("status 503", Optional.of(Duration.ofSeconds(1))),
        new Outcome.Unknown("time-out"),
        new Outcome.Unreadable("status 200 without JSON"),
        new Outcome.NotSent("connection refused"));
  }

  @ParameterizedTest
  @MethodSource("nothing")
  void anOutageOfAnHourIsFewSendsAndSendingGoesOnWithinSecondsOfItsEnd(Outcome nothing) {
    var run = run(500);
    accept(Duration.ofSeconds(10));
    var accepted = memory.tally(run).sent();
    assertThat(accepted).isPositive();

    wire.tokenWorks(false);
    var sent = during(Duration.ofHours(1), nothing);
    assertThat(sent).isBetween(Silence.SEVERAL, 50);
    assertThat(lane.silence()).isPresent();
    assertThat(memory.tally(run).unknown()).isLessThanOrEqualTo(sent);

    wire.tokenWorks(true);
    accept(Duration.ofSeconds(5));
    assertThat(memory.tally(run).sent()).isGreaterThan(accepted + 2);
    assertThat(lane.silence()).isEmpty();
  }

  @Test
  void whereOnlySendsGetNothingTheyBecomeRareAndTheFirstAnswerEndsIt() {
    var run = run(500);
    accept(Duration.ofSeconds(10));
    var accepted = memory.tally(run).sent();

    assertThat(during(Duration.ofHours(1), new Outcome.Unknown("status 503"))).isBetween(20, 60);

    time.pass(TUNING.betweenProbes());
    accept(Duration.ofSeconds(5));
    assertThat(memory.tally(run).sent()).isGreaterThan(accepted + 10);
  }

  @Test
  void oneSendAtATimeFindsOutWhetherItIsOver() {
    run(500);
    accept(Duration.ofSeconds(10));
    wire.tokenWorks(false);
    during(Duration.ofMinutes(1), new Outcome.Unknown("time-out"));

    wire.tokenWorks(true);
    var underWay = new ArrayList<ScriptedWire.Sent>();
    for (var i = 0; i < 150; i++) {
      time.pass(Duration.ofMillis(100));
      turn();
      underWay.addAll(wire.newlySent());
    }
    assertThat(underWay).hasSize(1);
    underWay.getFirst().isAccepted();
    turn();
    assertThat(wire.newlySent()).hasSizeGreaterThan(1);
  }

  @Test
  void onePersonWhoseSendsGetNothingStopsNobody() {
    run(3);
    accept(Duration.ofSeconds(1));
    var alone = run(1);
    lane.deliver(new LaneEvent.Changed());
    for (var i = 0; i < 8; i++) {
      during(Duration.ofMinutes(11), new Outcome.Unreadable("status 403 without JSON"));
    }
    assertThat(lane.silence()).isEmpty();
    assertThat(memory.tally(alone).open()).isLessThanOrEqualTo(1);
  }

  @Test
  void whatTheRecordShowsAlthoughNoAnswerCameIsSent() {
    var run = run(40);
    for (var i = 0; i < 6_000 && memory.tally(run).sent() < 40; i++) {
      time.pass(Duration.ofMillis(100));
      turn();
      wire.newlySent().forEach(sent -> sent.ends(new Outcome.Unknown("status 502")));
      wire.newLooks()
          .forEach(look -> look.finds(listed("m-" + look.question().target(), "Hello 1")));
      turn();
    }
    assertThat(memory.tally(run).sent()).isEqualTo(40);
    assertThat(time.nanos()).isLessThan(Duration.ofMinutes(3).toNanos());
  }

  @Test
  void anOutageIsForgottenWhereNobodyIsLeftToSendTo() {
    var run = run(60);
    turn();
    during(Duration.ofSeconds(30), new Outcome.Unknown("status 503"));
    assertThat(lane.silence()).isPresent();
    memory.setGate(run, Run.Gate.PAUSED);
    lane.deliver(new LaneEvent.Changed());
    accept(TUNING.betweenProbes().multipliedBy(3));
    assertThat(lane.silence()).isEmpty();
  }

  @Test
  void aLimitInFrontHidesNoOutage() {
    var run = run(500);
    accept(Duration.ofSeconds(10));
    var accepted = memory.tally(run).sent();

    var sent = 0;
    var nothing = 0;
    for (var i = 0; i < 1_800; i++) {
      time.pass(Duration.ofMillis(100));
      turn();
      for (var one : wire.newlySent()) {
        // What the limit lets through, one in three, gets nothing.
        if (sent++ % 3 == 2) {
          nothing++;
          one.ends(new Outcome.Unknown("status 502"));
        } else {
          one.ends(new Outcome.Throttled(Duration.ofSeconds(1)));
        }
      }
      wire.newLooks().forEach(look -> look.finds(new Finding.Unanswered("status 502")));
      turn();
    }
    assertThat(nothing).isBetween(Silence.SEVERAL, 20);
    assertThat(lane.silence()).contains("status 502");

    time.pass(TUNING.betweenProbes());
    accept(Duration.ofSeconds(5));
    assertThat(memory.tally(run).sent()).isGreaterThan(accepted + 2);
    assertThat(lane.silence()).isEmpty();
  }

  @Test
  void aBotThatOnlyMeetsItsLimitIsInNoOutage() {
    run(500);
    accept(Duration.ofSeconds(10));
    for (var i = 0; i < 1_800; i++) {
      time.pass(Duration.ofMillis(100));
      turn();
      wire.newlySent().forEach(one -> one.ends(new Outcome.Throttled(Duration.ofSeconds(1))));
      turn();
      assertThat(lane.silence()).isEmpty();
    }
  }

  private void accept(Duration howLong) {
    for (var i = 0; i < howLong.toMillis() / 100; i++) {
      step();
    }
  }

  /** Everything that is sent ends so; how many were. */
  private int during(Duration howLong, Outcome nothing) {
    var count = 0;
    for (var i = 0; i < howLong.toMillis() / 100; i++) {
      time.pass(Duration.ofMillis(100));
      turn();
      var sent = wire.newlySent();
      count += sent.size();
      sent.forEach(one -> one.ends(nothing));
      wire.newLooks().forEach(look -> look.finds(new Finding.Unanswered("status 503")));
      turn();
    }
    return count;
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
