package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.platform.Outcome;
import belfry.platform.Posted;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.SpaceId;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Finding;
import belfry.runs.recipients.RecipientState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of a message when nobody knows whether it arrived. */
class LaneDoubtTest extends LaneFixture {
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

  /** The doubt began when the lane was taken, so ten minutes later one look is enough for each. */
  @Test
  void afterARestoreNobodyIsSentToWhoWasNotLookedUp() {
    var run = run(3);
    memory.restored(run);
    var late = run(4);
    memory.restored(late);
    memory.setGate(late, Run.Gate.PAUSED);
    turn();
    assertThat(wire.newlySent()).isEmpty();
    assertThat(memory.tally(run).unknown()).isEqualTo(3);

    time.pass(Duration.ofSeconds(2));
    turn();
    var looks = wire.newLooks();
    looks.getFirst().finds(new Finding.Ours("found", SpaceId.parse("room")));
    looks.stream().skip(1).forEach(look -> look.finds(new Finding.None()));
    settle();
    assertThat(memory.rows(run).getFirst().messageId()).isEqualTo("found");
    lookFor(Duration.ofMinutes(9), new Finding.None());
    assertThat(wire.newlySent()).isEmpty();

    memory.setGate(late, Run.Gate.OPEN);
    lookFor(Duration.ofMinutes(2), new Finding.None());
    assertThat(wire.newlySent())
        .extracting(ScriptedWire.Sent::target)
        .as("of the late one, whom nobody else waits for")
        .contains("p0", "p3");
  }

  @Test
  void aLostAnswerWhoseMessageIsThereIsSentWithItsId() {
    var run = run(1);
    turn();
    wire.newlySent().getFirst().ends(new Outcome.Unknown("reset"));
    turn();
    time.pass(Duration.ofSeconds(2));
    turn();

    wire.newLooks().getFirst().finds(new Finding.Ours("found", SpaceId.parse("room")));
    settle();

    assertThat(memory.rows(run).getFirst().messageId()).isEqualTo("found");
    assertThat(memory.gate(run)).isEqualTo(Run.Gate.CLOSED);
  }

  @Test
  void nothingIsSentAgainWhereTheListingDoesNotShowWhatIsCertainlyThere() {
    var run = run(2);
    turn();
    var sent = wire.newlySent();
    sent.getFirst().ends(new Outcome.Unknown("time-out"));
    turn();
    sent.getLast().ends(new Outcome.Accepted("there", SpaceId.parse("room"), ""));
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
    sent.getLast().ends(new Outcome.Accepted("there", SpaceId.parse("room"), ""));
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
    sent.getLast().ends(new Outcome.Accepted("there", SpaceId.parse("room"), ""));
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
    turn();
    time.pass(TUNING.leaseTtl().plusMillis(1));
    var other = run(2);
    settle();
    loseTheAnswer(other);
    var shown = new Finding.Listed(List.of(), Optional.of(posted("there p1", "Hello 1")));
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
    turn();
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
  void theMessageThatAnAnswerNamedIsAskedForFirst() {
    var run = run(1);
    answeredAbout("named");
    var look = nextLook();
    assertThat(look.question().named()).contains("named");

    look.finds(new Finding.Named(posted("named", "Hello 1").to(PersonRef.of("p0", ""))));
    settle();

    assertThat(memory.rows(run).getFirst().messageId()).isEqualTo("named");
  }

  /** As where two accounts of one person became one. */
  @Test
  void whatWasWrittenUnderAnotherNameIsNeverSentAgain() {
    var run = run(2);
    answeredAbout("named");
    wire.newlySent().forEach(ScriptedWire.Sent::isAccepted);
    lookForNamed(posted("named", "Hello 1").to(PersonRef.of("another", "")));

    assertThat(memory.tally(run).held()).isEqualTo(1);
    assertThat(wire.newlySent()).isEmpty();
  }

  @Test
  void anAnswerAboutAMessageOnRecordMakesNobodySent() {
    var run = run(2);
    turn();
    var sent = wire.newlySent();
    sent.getFirst().ends(new Outcome.Accepted("first", SpaceId.parse("room"), ""));
    turn();
    sent.getLast().ends(new Outcome.Accepted("first", SpaceId.parse("room"), ""));
    turn();
    assertThat(memory.tally(run).unknown()).isEqualTo(1);

    lookForNamed(posted("first", "Hello 1").to(PersonRef.of("p0", "")));
    assertThat(memory.tally(run).sent()).isEqualTo(1);
    assertThat(wire.newlySent())
        .as("it is nobody else's, so theirs was not taken")
        .extracting(ScriptedWire.Sent::target)
        .containsExactly("p1");
  }

  /** The first of the messages that go out is answered by a success about that one. */
  private void answeredAbout(String messageId) {
    turn();
    wire.newlySent().getFirst().ends(new Outcome.Unreadable("somebody else's", messageId));
    turn();
  }

  private ScriptedWire.Looked nextLook() {
    time.pass(Duration.ofSeconds(2));
    turn();
    return wire.newLooks().getFirst();
  }

  /** For a quarter of an hour this message is shown by its id, and no other. */
  private void lookForNamed(Posted named) {
    for (var second = 0; second < 900; second++) {
      time.pass(Duration.ofSeconds(1));
      turn();
      wire.newLooks()
          .forEach(look ->
              look.finds(
                  look.question().named().isPresent()
                      ? new Finding.Named(named)
                      : new Finding.Listed(
                          List.of(),
                          look.question()
                              .control()
                              .map(one -> posted(one.messageId(), "Hello 1")))));
      turn();
    }
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
}
