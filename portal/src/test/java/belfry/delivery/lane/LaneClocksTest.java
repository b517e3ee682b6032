package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.runs.Run;
import belfry.runs.recipients.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a lane makes of clocks that jump, its own and the platform's. */
class LaneClocksTest extends LaneFixture {
  @Test
  void whatAnotherProcessSentIsFoundAlsoWhereItCameAfterThePlatformsClockHadGoneBack() {
    var run = run(1);
    turn();
    assertThat(wire.newlySent()).hasSize(1);
    lane = lane("second");
    turn();
    time.pass(TUNING.leaseTtl().plusMillis(1));
    settle();
    wire.clockGoesBack(Duration.ofMinutes(9));
    lookFor(Duration.ofSeconds(59), listed());
    var dated = time.now().minus(Duration.ofMinutes(9));

    lookFor(
        Duration.ofSeconds(2),
        new Finding.Listed(List.of(posted("m", "Hello 1", dated)), Optional.empty()));

    assertThat(memory.tally(run).sent()).isOne();
  }

  @Test
  void thatNothingWasFoundIsNotBelievedOfAClockThatWentBackMeanwhile() {
    var run = run(1);
    var space =
        memory.addRun(Run.Kind.JOB, "Hello", List.of(new Target(Target.Kind.SPACE, "s1", "", "")));
    turn();
    wire.newlySent().forEach(sent -> sent.ends(new Outcome.Unknown("time-out")));
    turn();
    time.pass(TUNING.quiet());
    turn();
    wire.clockGoesBack(Duration.ofMinutes(9));
    for (var look : wire.newLooks()) {
      look.finds(look.question().kind() == Target.Kind.SPACE ? new Finding.None() : listed());
    }
    turn();

    assertThat(memory.tally(run).unknown()).isOne();
    assertThat(memory.tally(space).unknown()).isOne();
  }

  @Test
  void aRunThatEndedByAClockThatIsWrongIsStillToldApart() {
    run(1);
    deliverAll();
    time.jump(Duration.ofDays(-3));
    var other = run(1);
    time.pass(Duration.ofSeconds(1));
    turn();
    wire.newlySent().getFirst().ends(new Outcome.Unknown("reset"));
    turn();
    time.jump(Duration.ofDays(3));
    time.pass(Duration.ofSeconds(2));
    turn();
    wire.newLooks().getFirst().finds(listed("m1", "Hello 1"));
    turn();

    assertThat(memory.tally(other).unknown()).isEqualTo(1);
  }

  @Test
  void aJumpOfTheWallClockShortensNoQuietTime() {
    var run = run(1);
    turn();
    wire.newlySent().getFirst().ends(new Outcome.Unknown("time-out"));
    turn();

    time.jump(Duration.ofHours(2));
    time.pass(Duration.ofSeconds(10));
    turn();
    wire.newLooks().forEach(look -> look.finds(new Finding.None()));
    turn();

    assertThat(memory.tally(run).unknown()).isEqualTo(1);
  }

  @Test
  void aClockThatJumpsAnHourToAndFroDoublesLosesAndStallsNothing() {
    var run = run(60);
    var targets = new ArrayList<String>();
    for (var i = 0; i < 400 && !memory.open().isEmpty(); i++) {
      time.jump(Duration.ofHours(i % 2 == 0 ? 1 : -1));
      step().forEach(sent -> targets.add(sent.target()));
    }

    assertThat(targets).hasSize(60).doesNotHaveDuplicates();
    assertThat(memory.tally(run).sent()).isEqualTo(60);
    assertThat(lane.lease().orElseThrow().epoch()).as("never given up").isEqualTo(1);
  }
}
