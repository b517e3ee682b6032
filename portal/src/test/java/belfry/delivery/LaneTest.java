package belfry.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Time;
import belfry.messages.AttachmentId;
import belfry.messages.Content;
import belfry.people.Target;
import belfry.platform.Outcome;
import belfry.platform.PersonRef;
import belfry.platform.Posted;
import belfry.platform.ShownContent;
import belfry.runs.Contact;
import belfry.runs.Control;
import belfry.runs.Doubtful;
import belfry.runs.Finding;
import belfry.runs.RecipientState;
import belfry.runs.Run;
import belfry.runs.RunId;
import belfry.runs.Settlement;
import belfry.runs.Tally;
import belfry.storage.StorageException;
import belfry.testing.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The lane itself, on owned time, against a scripted outside and the ledger in memory. */
class LaneTest {
  private static final Outcome ACCEPTED = new Outcome.Accepted("m", "room", "");
  private static final Tuning TUNING = Tuning.PRODUCTION;

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private final TickingTime clock = new TickingTime(time);
  private final MemoryLedger memory = new MemoryLedger("news", time, TUNING.leaseTtl());
  private final FailingLedger ledger = new FailingLedger(memory);
  private final ScriptedWire wire = new ScriptedWire(time);
  private Lane lane = lane("first");

  private Lane lane(String owner) {
    return new Lane(
        "news",
        ledger,
        wire,
        new Lane.Surroundings(
            owner, TUNING, clock, new SplittableRandom(7), false, _ -> {}, _ -> {}));
  }

  /** No two readings of a real clock are alike, once it is to be so here. */
  private static final class TickingTime implements Time {
    private final Time time;
    private long ticks;
    private boolean moves;

    private TickingTime(Time time) {
      this.time = time;
    }

    @Override
    public Instant now() {
      return time.now();
    }

    @Override
    public long nanos() {
      return time.nanos() + (moves ? ticks++ : 0);
    }

    @Override
    public void rest(Duration howLong) throws InterruptedException {
      time.rest(howLong);
    }
  }

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
  void nothingBeginsBeforeTheRestIsOver() {
    var run = run(5);
    turn();
    var first = wire.newlySent();
    first.getFirst().ends(new Outcome.Throttled(Duration.ofSeconds(7)));
    first.stream().skip(1).forEach(sent -> sent.ends(ACCEPTED));

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
    first.stream().skip(2).forEach(sent -> sent.ends(ACCEPTED));

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
    time.pass(Duration.ofSeconds(30));
    settle();
    assertThat(lane.lease()).isPresent();
    assertThat(wire.newlySent()).isEmpty();

    time.pass(Duration.ofSeconds(31));
    assertThat(deliverAll()).isEqualTo(5);
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
  void aLostAnswerIsLookedForAndNotSentAgainBeforeTheQuietTime() {
    assertThat(looksAtALost(run(2))).containsExactly(2L, 10L, 30L, 60L);
  }

  /** What is not shown may be in a copy of the listing from before it was sent. */
  @Test
  void whereNothingHasBeenAcceptedSinceAListingIsNotBelievedForTenMinutes() {
    assertThat(looksAtALost(run(1)))
        .startsWith(2L, 10L, 30L, 60L, 75L, 94L, 117L)
        .endsWith(600L)
        .hasSizeLessThan(17);
  }

  /** A file may be six times as long under way. */
  @Test
  void withAFileTheQuietTimeIsLonger() {
    assertThat(looksAtALost(runWithFile(2))).containsExactly(2L, 10L, 180L, 360L);
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
    lane.deliver(new Lane.Event.Changed());
    var most = mostUnderWay(text);

    assertThat(most).isGreaterThan(8);
    assertThat(memory.tally(files).unknown()).isPositive();
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
  void anOutageLeavesNothingForPeopleToDecide() {
    var run = run(1);
    loseTheAnswer(run);
    wire.tokenWorks(false);
    lookFor(Duration.ofMinutes(40), new Finding.Unanswered("status 502"));
    assertThat(memory.tally(run).unknown()).isEqualTo(1);

    wire.tokenWorks(true);
    lookFor(Duration.ofMinutes(1), new Finding.None());
    assertThat(wire.newlySent()).as("sent again").hasSize(1);
  }

  @Test
  void aConversationThatIsNotShownForTooLongIsForPeopleToDecide() {
    var run = run(1);
    loseTheAnswer(run);
    lookFor(Duration.ofMinutes(20), new Finding.Throttled(Duration.ofSeconds(30)));
    lookFor(Duration.ofMinutes(14), new Finding.NotListable("403"));
    assertThat(memory.tally(run).unknown()).isEqualTo(1);

    lookFor(Duration.ofMinutes(2), new Finding.NotListable("403"));
    assertThat(memory.tally(run).held()).isEqualTo(1);
  }

  @Test
  void aConversationThatAloneCannotBeReadIsForPeopleToDecide() {
    var run = run(1);
    loseTheAnswer(run);
    lookFor(Duration.ofMinutes(14), new Finding.Unanswered("status 500"));
    assertThat(memory.tally(run).unknown()).isEqualTo(1);

    lookFor(Duration.ofMinutes(3), new Finding.Unanswered("status 500"));
    assertThat(memory.tally(run).held()).isEqualTo(1);
  }

  private void loseTheAnswer(RunId run) {
    turn();
    var sent = wire.newlySent();
    sent.getFirst().ends(new Outcome.Unknown("time-out"));
    turn();
    sent.stream().skip(1).forEach(other -> other.ends(new Outcome.Accepted("there", "room", "")));
    turn();
    if (sent.size() > 1) {
      acceptAnother();
    }
    assertThat(memory.tally(run).unknown()).isEqualTo(1);
  }

  /** A message of another run, begun and accepted since. */
  private void acceptAnother() {
    memory.addRun(
        Run.Kind.JOB,
        "Another",
        List.of(new Target(Target.Kind.PERSON, "another", "Another", "another@corp.test")));
    lane.deliver(new Lane.Event.Changed());
    turn();
    wire.newlySent().forEach(sent -> sent.ends(new Outcome.Accepted("after", "room", "")));
    turn();
  }

  /** Every look for so long finds this. */
  private void lookFor(Duration howLong, Finding finding) {
    for (var second = 0; second < howLong.toSeconds(); second++) {
      time.pass(Duration.ofSeconds(1));
      turn();
      wire.newLooks().forEach(look -> look.finds(finding));
    }
    turn();
  }

  /** When, in seconds, a message whose answer was lost is looked for before it is sent again. */
  private List<Long> looksAtALost(RunId run) {
    loseTheAnswer(run);
    var looksAt = new ArrayList<Long>();
    var began = time.nanos();
    while (memory.tally(run).unknown() == 1) {
      time.pass(Duration.ofMillis(500));
      turn();
      for (var look : wire.newLooks()) {
        looksAt.add(Duration.ofNanos(time.nanos() - began).toSeconds());
        look.finds(new Finding.None());
      }
      assertThat(wire.newlySent()).as("sent again after %s", looksAt).isEmpty();
      turn();
    }

    assertThat(memory.rows(run).getFirst().state()).isEqualTo(RecipientState.SENDING);
    return looksAt;
  }

  @Test
  void aLostAnswerWhoseMessageIsThereIsSentWithItsId() {
    var run = run(1);
    turn();
    wire.newlySent().getFirst().ends(new Outcome.Unknown("reset"));
    turn();
    time.pass(Duration.ofSeconds(2));
    turn();

    wire.newLooks().getFirst().finds(new Finding.Ours("found", "room"));
    settle();

    assertThat(memory.rows(run).getFirst().messageId()).isEqualTo("found");
    assertThat(memory.gate(run)).isEqualTo(Run.Gate.CLOSED);
  }

  @Test
  void aNewOwnerAsksThePlatformBeforeItSendsAgain() {
    var run = run(1);
    turn();
    assertThat(wire.newlySent()).hasSize(1);

    lane = lane("second");
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
    memory.release(new Lease("news", "first", 1));
    assertThat(other.turn()).isNotNegative();

    turnUntilLost();

    assertThat(sent.mayLeave()).isFalse();
  }

  @Test
  void anAnswerThatComesAfterTheLaneWasLostIsRecorded() {
    var run = run(1);
    turn();
    var sent = wire.newlySent().getFirst();
    memory.release(new Lease("news", "first", 1));
    var other = lane("second");
    assertThat(other.turn()).isNotNegative();
    turnUntilLost();

    sent.ends(ACCEPTED);
    turn();

    assertThat(memory.tally(run).sent()).isEqualTo(1);
  }

  @Test
  void aStopStillRecordsAnswersThatComeAfterTheLaneWasLost() {
    var run = run(1);
    var sent = sentBeforeAStopInWhichTheLaneIsLost();

    sent.ends(ACCEPTED);
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
    first.forEach(sent -> sent.ends(ACCEPTED));
    for (var i = 0; i < 3; i++) {
      turn();
      assertThat(wire.newlySent()).isEmpty();
      time.pass(Duration.ofSeconds(31));
    }

    deliverAll();

    assertThat(memory.tally(run).sent()).isEqualTo(40);
  }

  @Test
  void afterACancelNothingNewBeginsAndWhatIsInFlightIsAwaited() {
    var run = run(50);
    turn();
    var inFlight = wire.newlySent();

    memory.setGate(run, Run.Gate.STOPPING);
    lane.deliver(new Lane.Event.Changed());
    settle();
    assertThat(wire.newlySent()).isEmpty();
    assertThat(memory.gate(run)).isEqualTo(Run.Gate.STOPPING);

    inFlight.forEach(sent -> sent.ends(ACCEPTED));
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
    lane.deliver(new Lane.Event.Changed());

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
    lane.deliver(new Lane.Event.Changed());

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
        underWay.values().forEach(sent -> sent.ends(ACCEPTED));
        underWay.clear();
      }
    }
    assertThat(most).isGreaterThan(2);
    assertThat(memory.open()).isEmpty();
  }

  @Test
  void aStopWaitsForWhatIsInFlightAndGivesTheLaneUp() {
    var run = run(20);
    turn();
    var inFlight = wire.newlySent();

    lane.deliver(new Lane.Event.Drain());
    turn();
    assertThat(lane.drained()).isFalse();
    assertThat(wire.newlySent()).isEmpty();

    inFlight.forEach(sent -> sent.ends(ACCEPTED));
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
    inFlight.removeFirst().ends(ACCEPTED);
    turn();
    inFlight.addAll(wire.newlySent());
    settle();
    assertThat(wire.newlySent()).as("begun after the node had asked").isEmpty();
    assertThat(lane.lease()).isPresent();

    inFlight.forEach(sent -> sent.ends(ACCEPTED));
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
    inFlight.stream().skip(1).forEach(sent -> sent.ends(ACCEPTED));
    turn();
    step();
    assertThat(step()).as("it goes on meanwhile").isNotEmpty();

    time.pass(Duration.ofSeconds(2));
    turn();
    wire.newLooks().forEach(look -> look.finds(new Finding.Ours("found", "room")));
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
  void whereTheNodeThatAskedIsGoneTheLaneGoesOnAsBefore() {
    var run = run(60);
    turn();
    memory.ask("second");

    assertThat(deliverAll()).isEqualTo(60);

    assertThat(lane.lease().orElseThrow().epoch()).as("handed over and taken again").isEqualTo(2);
    assertThat(memory.tally(run).sent()).isEqualTo(60);
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
  void nothingIsSentAgainWhereTheListingDoesNotShowWhatIsCertainlyThere() {
    var run = run(2);
    turn();
    var sent = wire.newlySent();
    sent.getFirst().ends(new Outcome.Unknown("time-out"));
    turn();
    sent.getLast().ends(new Outcome.Accepted("there", "room", ""));
    turn();

    lookFor(TUNING.quiet(), listed());
    turn();
    assertThat(memory.tally(run).unknown()).as("not even the other's is shown").isEqualTo(1);

    lookFor(TUNING.quiet(), new Finding.Listed(List.of(), Optional.of(posted("there", "Hello 1"))));
    turn();
    assertThat(memory.tally(run).unknown()).as("it is sent again").isZero();
    assertThat(deliverAll()).isEqualTo(1);
  }

  @Test
  void aListingThatNeverShowsWhatIsCertainlyThereLeavesItToAPerson() {
    var run = run(2);
    turn();
    var sent = wire.newlySent();
    sent.getFirst().ends(new Outcome.Unknown("time-out"));
    sent.getLast().ends(new Outcome.Accepted("there", "room", ""));
    turn();

    lookFor(Duration.ofMinutes(20), listed());

    assertThat(memory.tally(run).held()).isEqualTo(1);
  }

  @Test
  void howTheListingShowsTheSameMessageElsewhereTellsWhetherThisIsIt() {
    var run = run(2);
    turn();
    var sent = wire.newlySent();
    sent.getFirst().ends(new Outcome.Unknown("time-out"));
    turn();
    sent.getLast().ends(new Outcome.Accepted("there", "room", ""));
    turn();

    var garbled = posted("m", "Hello 1 and a disclaimer");
    lookFor(Duration.ofSeconds(2), new Finding.Listed(List.of(garbled), Optional.empty()));
    turn();
    assertThat(memory.tally(run).unknown()).as("neither ours nor another's").isEqualTo(1);

    var control = posted("there", "Hello 1 and a disclaimer");
    lookFor(Duration.ofSeconds(10), new Finding.Listed(List.of(garbled), Optional.of(control)));
    turn();
    assertThat(memory.tally(run).sent()).isEqualTo(2);
  }

  @Test
  void whereMessagesWereFoundLateTheQuietTimeGrows() {
    run(1);
    turn();
    wire.newlySent().getFirst().ends(new Outcome.Unknown("time-out"));
    turn();
    lookFor(Duration.ofSeconds(59), listed());
    lookFor(Duration.ofSeconds(2), listed("m", "Hello 1"));
    settle();
    assertThat(memory.kept().lag()).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(61));

    lane = lane("second");
    time.pass(TUNING.leaseTtl().plusMillis(1));
    var other = run(2);
    settle();
    loseTheAnswer(other);
    var shown = new Finding.Listed(List.of(), Optional.of(posted("there", "Hello 1")));
    lookFor(Duration.ofSeconds(119), shown);
    assertThat(memory.tally(other).unknown()).as("the next owner knows it").isEqualTo(1);
    lookFor(Duration.ofSeconds(3), shown);
    assertThat(memory.tally(other).unknown()).isZero();
  }

  @Test
  void thatNobodyCouldLookTellsNothingOfHowLateItWasShown() {
    var run = run(1);
    loseTheAnswer(run);
    lookFor(Duration.ofSeconds(12), listed());
    lookFor(Duration.ofMinutes(5), new Finding.Unanswered("status 502"));
    lookFor(Duration.ofMinutes(1), listed("m", "Hello 1"));

    assertThat(memory.tally(run).sent()).isEqualTo(1);
    assertThat(memory.kept().lag()).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void whatAnotherBotHasSentIsNotLookedForInThisOnesConversations() {
    var run = run(3);
    turn();
    assertThat(wire.newlySent()).hasSize(3);
    lane = lane("second");
    wire.bot("another bot");
    time.pass(TUNING.leaseTtl().plusMillis(1));
    settle();

    for (var minute = 0; minute < 20; minute++) {
      time.pass(Duration.ofMinutes(1));
      settle();
    }

    assertThat(wire.newLooks()).isEmpty();
    assertThat(memory.tally(run).held()).isEqualTo(3);
  }

  @Test
  void whatIsAnsweredBySomethingElseThanWebexEachTimeIsLeftToAPerson() {
    var run = run(1);
    for (var attempt = 0; attempt < 5; attempt++) {
      settle();
      var sent = wire.newlySent();
      assertThat(sent).as("attempt %d", attempt).hasSize(1);
      sent.getFirst().ends(new Outcome.Unreadable("status 403 without JSON"));
      turn();
      lookFor(Duration.ofMinutes(12), listed());
    }
    settle();

    assertThat(memory.tally(run).held()).isEqualTo(1);
    assertThat(wire.newlySent()).isEmpty();
  }

  @Test
  void whatWasAskedTooEarlyToMeanAnythingMeansNothingHoweverLateItIsAsked() {
    var run = run(1);
    turn();
    wire.newlySent().getFirst().ends(new Outcome.Unknown("time-out"));
    turn();
    lookFor(Duration.ofSeconds(29), listed());
    wire.pauseAsTheNextLookBegins(TUNING.quiet());
    time.pass(Duration.ofSeconds(1));
    turn();
    wire.newLooks().getFirst().finds(listed());
    turn();

    assertThat(memory.tally(run).unknown()).as("asked in one way, with no control").isOne();
  }

  @Test
  void whatAnotherProcessSentIsFoundAlsoWhereItCameAfterThePlatformsClockHadGoneBack() {
    var run = run(1);
    turn();
    assertThat(wire.newlySent()).hasSize(1);
    lane = lane("second");
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

    sample.forEach(look -> look.finds(listed("there", "Hello 1")));
    turn();

    assertThat(memory.tally(run).sent()).isEqualTo(3);
    assertThat(memory.kept().stranger()).isEmpty();
  }

  @Test
  void whatIsFoundMayBeAnothersWhereASampleShowsTheSameWordsOfNobodyHere() {
    var run = run(3);
    foundBesideOthers(run)
        .forEach(look -> look.finds(listed("there", "Hello 1", "theirs", "Hello 1")));
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
    wire.newLooks().forEach(look -> look.finds(listed("there", "Hello 1", "theirs", "Hello 1")));
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
    clock.moves = true;
    loseTheAnswer(run);
    time.pass(Duration.ofSeconds(2));
    turn();
    wire.newLooks().forEach(look -> look.finds(listed("m", "Hello 1")));
    turn();
    turn();
    return wire.newLooks();
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
    wire.newLooks().getFirst().finds(listed("m", "Hello 1"));
    turn();

    assertThat(memory.tally(other).unknown()).isEqualTo(1);
  }

  /** The conversation shows messages of the bot: an id and words, an id and words … */
  private Finding listed(String... messages) {
    var posted = new ArrayList<Posted>();
    for (var i = 0; i < messages.length; i += 2) {
      posted.add(posted(messages[i], messages[i + 1]));
    }
    return new Finding.Listed(posted, Optional.empty());
  }

  private Posted posted(String id, String words) {
    return posted(id, words, time.now());
  }

  private static Posted posted(String id, String words, Instant at) {
    var shown = new ShownContent(words, words, "", 0, true);
    return new Posted(id, "room", new PersonRef("bot", ""), shown, Optional.of(at));
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
    time.pass(TUNING.leaseTtl().plusMillis(1));
    ledger.failNextRetries();

    assertThat(lane.turn()).isGreaterThan(time.nanos());
    assertThat(lane.storageTrouble()).contains("the connection broke");
    assertThat(deliverAll()).isEqualTo(1);
  }

  @Test
  void aLaneWithNothingToDoIsBackInTimeToRenewItsLease() {
    turn();

    var next = lane.turn();

    assertThat(next - time.nanos()).isLessThanOrEqualTo(TUNING.leaseTtl().toNanos() / 3);
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

  @Test
  void outcomesWhoseCommitSeemedToFailAreCountedOnce() {
    var run = run(8);
    turn();
    var first = wire.newlySent();
    ledger.failNextTurns(1, true);
    first.forEach(sent -> sent.ends(ACCEPTED));
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
    wire.newlySent().forEach(sent -> sent.ends(ACCEPTED));
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

  @Test
  void whomAPersonWantsTriedAgainIsSentToOnceMore() {
    var run = run(3);
    refuseAll(run);
    assertThat(memory.gate(run)).isEqualTo(Run.Gate.CLOSED);

    memory.retryFailed(run);
    lane.deliver(new Lane.Event.Changed());

    assertThat(deliverAll()).isEqualTo(3);
    assertThat(memory.tally(run).sent()).isEqualTo(3);
  }

  @Test
  void ofVeryManyToBeTriedAgainOnlySomeAreHeldInMemory() {
    var run = run(2_000);
    refuseAll(run);
    memory.retryFailed(run);
    lane.deliver(new Lane.Event.Changed());

    for (var i = 0; i < 10; i++) {
      turn();
    }

    assertThat(ledger.loaded()).isBetween(1, 1_000);
    assertThat(deliverAll()).isPositive();
    assertThat(memory.tally(run).sent()).isEqualTo(2_000);
  }

  // ------------------------------------------------------------------------------------------

  private RunId run(int people) {
    return memory.addRun(
        Run.Kind.JOB, "Hello " + (memory.open().size() + 1), LedgerContract.people(people));
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
          one.ends(new Outcome.Accepted("m" + sent.indexOf(one) + "-" + time.nanos(), "room", "")));
      turn();
    }
    return most;
  }

  private RunId runWithFile(int people) {
    var content = new Content("Hello", AttachmentId.parse("0000000000001"));
    return memory.addRun(Run.Kind.JOB, content, LedgerContract.people(people));
  }

  private void refuseAll(RunId run) {
    for (var i = 0; i < 2_000 && memory.tally(run).open() > 0; i++) {
      time.pass(Duration.ofMillis(100));
      turn();
      wire.newlySent().forEach(sent -> sent.ends(new Outcome.Refused(403, "blocked")));
    }
    settle();
  }

  private void turn() {
    for (var i = 0; i < 3; i++) {
      assertThat(lane.turn()).isNotNegative();
    }
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

  private ScriptedWire.Sent sentBeforeAStopInWhichTheLaneIsLost() {
    turn();
    var sent = wire.newlySent().getFirst();
    memory.release(new Lease("news", "first", 1));
    assertThat(lane("second").turn()).isNotNegative();
    lane.deliver(new Lane.Event.Drain());
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

  private void settle() {
    for (var i = 0; i < 5; i++) {
      time.pass(Duration.ofMillis(200));
      turn();
    }
  }

  /** A tenth of a second in which everything sent is accepted; what was sent. */
  private List<ScriptedWire.Sent> step() {
    time.pass(Duration.ofMillis(100));
    turn();
    var sent = wire.newlySent();
    sent.forEach(one -> one.ends(ACCEPTED));
    turn();
    return sent;
  }

  private int deliverAll() {
    var count = 0;
    for (var i = 0; i < 2_000 && !memory.open().isEmpty(); i++) {
      count += step().size();
    }
    return count;
  }

  /** Fails turns, before or after the other ledger has applied them. */
  private static final class FailingLedger implements Ledger {
    private final Ledger other;
    private int failures;
    private boolean applied;
    private boolean knownFails;
    private boolean controlFails;
    private boolean retriesFail;
    private int loaded;

    FailingLedger(Ledger other) {
      this.other = other;
    }

    void failNextControl() {
      controlFails = true;
    }

    void failNextKnown() {
      knownFails = true;
    }

    int loaded() {
      return loaded;
    }

    void failNextRetries() {
      retriesFail = true;
    }

    void failNextTurns(int count, boolean afterApplying) {
      failures = count;
      applied = afterApplying;
    }

    @Override
    public Turn turn(Lease lease, Order order) {
      if (failures > 0) {
        failures--;
        if (applied) {
          assertThat(other.turn(lease, order)).isInstanceOf(Turn.Done.class);
        }
        throw new StorageException("the connection broke");
      }
      return other.turn(lease, order);
    }

    @Override
    public Optional<Acquired> acquire(String owner) {
      return other.acquire(owner);
    }

    @Override
    public void release(Lease lease) {
      other.release(lease);
    }

    @Override
    public Optional<List<Doubtful>> takeOver(Lease lease) {
      return other.takeOver(lease);
    }

    @Override
    public List<Run> open() {
      return other.open();
    }

    @Override
    public List<Long> retries(RunId run, long seq, int most) {
      if (retriesFail) {
        retriesFail = false;
        throw new StorageException("the connection broke");
      }
      var found = other.retries(run, seq, most);
      loaded += found.size();
      return found;
    }

    @Override
    public void late(Collection<Settlement> settlements, Collection<Rest> rests) {
      other.late(settlements, rests);
    }

    @Override
    public Set<RunId> finish(List<Run> runs) {
      return other.finish(runs);
    }

    @Override
    public Known known(String target, Collection<String> messageIds, Instant since) {
      if (knownFails) {
        knownFails = false;
        throw new StorageException("the connection broke");
      }
      return other.known(target, messageIds, since);
    }

    @Override
    public List<String> sent(RunId run, List<Long> from) {
      return other.sent(run, from);
    }

    @Override
    public Optional<ShownContent> echo(RunId run) {
      return other.echo(run);
    }

    @Override
    public Contact contact(String target) {
      return other.contact(target);
    }

    @Override
    public Optional<Control> control(RunId run, Target.Kind kind) {
      if (controlFails) {
        controlFails = false;
        throw new StorageException("the connection broke");
      }
      return other.control(run, kind);
    }
  }
}
