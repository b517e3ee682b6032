package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.platform.Outcome;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Finding;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a lane tells its own messages from those of another program that sends the same words. */
class LaneOtherSendersTest extends LaneFixture {
  @Test
  void whileAnotherProgramSendsTheSameWordsNoMessageIsTakenForOurs() {
    var run = run(2);
    turn();
    time.pass(Duration.ofSeconds(1));
    wire.newlySent().forEach(sent -> sent.ends(new Outcome.Unknown("time-out")));
    turn();
    time.pass(Duration.ofSeconds(2));
    turn();
    var looks = wire.newLooks();
    looks.getFirst().finds(listed("ours", "Hello 1", "theirs", "Hello 1"));
    looks.getLast().finds(listed("whose", "Hello 1"));
    turn();

    assertThat(memory.tally(run).unknown()).isEqualTo(2);
    assertThat(memory.kept().stranger()).isPresent();
  }

  @Test
  void whatIsFoundIsOursOnceASampleOfOtherConversationsShowsNobodyElse() {
    var run = run(3);
    var sample = foundBesideOthers(run);
    assertThat(memory.tally(run).sent()).as("not before").isEqualTo(2);
    assertThat(sample).extracting(look -> look.question().target()).doesNotContain("p0");

    sample.forEach(look -> look.finds(listed("there " + look.question().target(), "Hello 1")));
    turn();

    assertThat(memory.tally(run).sent()).isEqualTo(3);
    assertThat(memory.kept().stranger()).isEmpty();
  }

  @Test
  void whatIsFoundMayBeAnothersWhereASampleShowsTheSameWordsOfNobodyHere() {
    var run = run(3);
    foundBesideOthers(run)
        .forEach(look ->
            look.finds(
                listed("there " + look.question().target(), "Hello 1", "theirs", "Hello 1")));
    turn();

    assertThat(memory.tally(run).sent()).isEqualTo(2);
    lookFor(TUNING.quiet(), listed("m", "Hello 1"));
    assertThat(memory.tally(run).held()).isEqualTo(1);
    assertThat(memory.kept().stranger()).isPresent();
  }

  @Test
  void aSampleThatNobodyCouldReadRulesNothingOut() {
    var run = run(3);
    foundBesideOthers(run).forEach(look -> look.finds(new Finding.Unreadable("a page")));
    turn();
    assertThat(memory.tally(run).sent()).isEqualTo(2);

    time.pass(TUNING.secondLook());
    turn();
    wire.newLooks().forEach(look -> look.finds(listed()));
    turn();
    assertThat(memory.tally(run).sent()).isEqualTo(3);
  }

  @Test
  void asLongAsFewHaveTheMessageMoreAreWaitedForThanCanTellOfAnother() {
    var run = run(40);
    foundBesideOthers(run).forEach(look -> look.finds(listed()));
    turn();
    assertThat(memory.tally(run).unknown()).isOne();

    time.pass(TUNING.quiet());
    turn();
    wire.newLooks().forEach(look -> look.finds(listed()));
    turn();
    assertThat(memory.tally(run).unknown()).isZero();
  }

  @Test
  void howeverSlowlyASampleIsReadNoOtherIsBegunBesideIt() {
    var run = run(3);
    var sample = foundBesideOthers(run);
    time.pass(TUNING.quiet().multipliedBy(3));
    turn();
    assertThat(wire.newLooks()).isEmpty();

    sample.forEach(look -> look.finds(listed()));
    turn();
    assertThat(memory.tally(run).sent()).isEqualTo(3);
  }

  @Test
  void whatThePlatformDoesNotLetThroughYetIsAskedAgainAndWaitedFor() {
    var run = run(3);
    var sample = foundBesideOthers(run);
    sample.getFirst().finds(new Finding.Throttled(Duration.ofSeconds(7)));
    sample.stream().skip(1).forEach(look -> look.finds(listed()));
    turn();
    assertThat(memory.tally(run).sent()).isEqualTo(2);
    time.pass(Duration.ofSeconds(6));
    turn();
    assertThat(wire.newLooks()).isEmpty();

    time.pass(Duration.ofSeconds(1));
    turn();
    wire.newLooks()
        .forEach(look ->
            look.finds(
                listed("there " + look.question().target(), "Hello 1", "theirs", "Hello 1")));
    turn();
    assertThat(memory.kept().stranger()).isPresent();
    assertThat(memory.tally(run).sent()).isEqualTo(2);
  }

  @Test
  void aSampleThatThePlatformWillNotLetThroughForLongIsGivenUp() {
    var run = run(3);
    foundBesideOthers(run)
        .forEach(look -> look.finds(new Finding.Throttled(Duration.ofMinutes(30))));
    turn();
    time.pass(TUNING.secondLook());
    turn();
    wire.newLooks().forEach(look -> look.finds(listed()));
    turn();
    assertThat(memory.tally(run).sent()).isEqualTo(3);
  }

  /** The first of three is lost, the others are accepted, and it is listed; the sample's looks. */
  private List<ScriptedWire.Looked> foundBesideOthers(RunId run) {
    clock.startTicking();
    loseTheAnswer(run);
    time.pass(Duration.ofSeconds(2));
    turn();
    wire.newLooks().forEach(look -> look.finds(listed("m", "Hello 1")));
    turn();
    turn();
    return wire.newLooks();
  }
}
