package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.messages.Content;
import belfry.platform.Outcome;
import belfry.platform.Posted;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What may be sent to somebody while an earlier message to them is in doubt. */
class LaneRivalsTest extends LaneFixture {
  private static final String WORDS = "The lift stands still until Friday noon";
  private static final String OTHER = "Coffee and cake for everybody in our kitchen";

  @Test
  void whatSaysSomethingElseDoesNotWaitAndShowsThatTheListingIsNotOld() {
    var doubted = inDoubt(WORDS);

    accept(begun(OTHER, false));

    lookWhereOnlyRecordedOnesAreShown(TUNING.quiet().plusSeconds(15));
    assertThat(memory.tally(doubted).unknown()).as("it is sent again").isZero();
    assertThat(wire.newlySent()).hasSize(1);
    assertThat(memory.kept().stranger()).as("nobody else sends as this bot").isEmpty();
  }

  @Test
  void whatSaysTheSameWaits() {
    inDoubt(WORDS);

    begun(WORDS, false);

    lookFor(Duration.ofSeconds(50), new Finding.None());
    assertThat(wire.newlySent()).isEmpty();
  }

  @Test
  void whatIsUrgentDoesNotWait() {
    inDoubt(WORDS);

    accept(begun(WORDS, true));
  }

  /** Whose the one message is that is shown, nobody can tell. */
  @Test
  void whereTwoThatSayTheSameAreInDoubtPeopleDecide() {
    var doubted = inDoubt(WORDS);
    var urgent = begun(WORDS, true);
    wire.newlySent().getFirst().ends(new Outcome.Unknown("time-out"));
    turn();

    lookFor(TUNING.quiet().plusSeconds(10), listed("one", WORDS));

    assertThat(memory.tally(doubted).held()).as("%s", memory.tally(doubted)).isEqualTo(1);
    assertThat(memory.tally(urgent).held()).as("%s", memory.tally(urgent)).isEqualTo(1);
  }

  @Test
  void whatIsShownWhileTheUrgentOneIsUnderWayIsNotTakenForTheEarlierOne() {
    var doubted = inDoubt(WORDS);
    var urgent = begun(WORDS, true);
    var sent = wire.newlySent().getFirst();

    lookFor(Duration.ofSeconds(5), listed(sent.id(), WORDS));
    assertThat(memory.tally(doubted).unknown()).isEqualTo(1);

    sent.isAccepted();
    lookFor(Duration.ofSeconds(20), listed(sent.id(), WORDS));
    assertThat(memory.tally(urgent).sent()).isEqualTo(1);
    assertThat(memory.tally(doubted).unknown()).isEqualTo(1);
  }

  /** Whoever was shown it once, in a look for another, remembers it. */
  @Test
  void whatWasShownOnceIsRememberedForBoth() {
    var doubted = inDoubt(WORDS);
    var urgent = begun(WORDS, true);
    wire.newlySent().getFirst().ends(new Outcome.Unknown("time-out"));
    turn();
    time.pass(Duration.ofSeconds(3));
    turn();
    var looks = wire.newLooks();
    looks.getFirst().finds(listed("one", WORDS));
    looks.getLast().finds(listed());
    turn();

    lookFor(Duration.ofMinutes(11), listed());

    assertThat(memory.tally(doubted).held()).isEqualTo(1);
    assertThat(memory.tally(urgent).held()).isEqualTo(1);
    assertThat(wire.newlySent()).isEmpty();
  }

  /** The answer to a message to one person is lost. */
  private RunId inDoubt(String words) {
    var run = begun(words, false);
    wire.newlySent().getFirst().ends(new Outcome.Unknown("time-out"));
    turn();
    assertThat(memory.tally(run).unknown()).isEqualTo(1);
    return run;
  }

  private RunId begun(String words, boolean urgent) {
    var content = new Content(words, Optional.empty());
    var people = LedgerContract.people(1);
    var run = memory.addRun(Run.Kind.JOB, urgent, content, people, Optional.empty());
    lane.deliver(new LaneEvent.Changed());
    turn();
    return run;
  }

  private void accept(RunId run) {
    var sent = wire.newlySent();
    assertThat(sent).as("not held up").hasSize(1);
    sent.getFirst().isAccepted();
    turn();
    assertThat(memory.tally(run).sent()).isEqualTo(1);
  }

  /** Each look shows the control, and in the conversation itself what is on record. */
  private void lookWhereOnlyRecordedOnesAreShown(Duration howLong) {
    for (var second = 0; second < howLong.toSeconds(); second++) {
      time.pass(Duration.ofSeconds(1));
      turn();
      wire.newLooks().forEach(look -> look.finds(recorded(look)));
    }
    turn();
  }

  private Finding recorded(ScriptedWire.Looked look) {
    List<Posted> all = List.of(posted("m2", OTHER));
    return new Finding.Listed(all, look.question().control().map(_ -> all.getFirst()));
  }
}
