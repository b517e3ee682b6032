package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.foundation.Lease;
import belfry.people.audience.Target;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Addressee;
import belfry.runs.recipients.Claimed;
import belfry.runs.recipients.Control;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Tally;
import java.time.Instant;
import java.util.List;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/** What the lanes of an app's bots may rely on, of which each has recipients of its own. */
interface SeveralLanesContract {
  /** Every third person is the first bot's, and everybody else the second's. */
  ToIntFunction<String> THIRDS = target -> Integer.parseInt(target.substring(1)) % 3 == 0 ? 0 : 1;

  /** The lane of the bot with this number, always the same one. */
  Ledger ledger(int bot);

  RunId someRun(int people);

  /** Each recipient is sent to by the bot that this names. */
  void split(RunId run, ToIntFunction<String> bots);

  void setGate(RunId run, Run.Gate gate);

  Tally tallyOf(RunId run);

  @Test
  default void eachLaneClaimsItsOwnInOrderOnceEach() {
    var run = splitRun(10);
    var first = taken(0);
    var second = taken(1);

    assertThat(claimed(second, 1, run, 2)).containsExactly("p1", "p2");
    assertThat(claimed(second, 2, run, 3)).containsExactly("p4", "p5", "p7");
    assertThat(claimed(first, 1, run, 2)).containsExactly("p0", "p3");
    assertThat(claimed(second, 3, run, 9)).containsExactly("p8");
    assertThat(claimed(second, 4, run, 9)).isEmpty();
    assertThat(claimed(first, 2, run, 9)).containsExactly("p6", "p9");
    assertThat(tallyOf(run)).isEqualTo(new Tally(0, 0, 10, 0, 0, 0, 0, 0));
  }

  @Test
  default void aRunHasComeAsFarAsTheSlowestOfItsBots() {
    var run = splitRun(10);
    var first = taken(0);
    var second = taken(1);
    claimed(second, 1, run, 9);
    claimed(first, 1, run, 1);

    assertThat(open(0, run).progress().nextSeq()).isBetween(1L, 3L);
    assertThat(open(0, run).progress().fresh()).isPositive();
    assertThat(open(1, run).progress().nextSeq()).isBetween(1L, 3L);
    assertThat(open(1, run).progress().fresh()).isZero();
  }

  @Test
  default void noLaneSeesWhatHasNobodyForItsBot() {
    var ofFirst = someRun(2);
    var ofSecond = someRun(2);
    split(ofSecond, _ -> 1);
    var first = taken(0);
    var second = taken(1);

    assertThat(ledger(1).open()).extracting(Run::id).containsExactly(ofSecond);
    assertThat(claimed(second, 1, ofFirst, 2)).isEmpty();
    assertThat(claimed(first, 1, ofSecond, 2)).isEmpty();
    assertThat(claimed(first, 2, ofFirst, 2)).containsExactly("p0", "p1");
    assertThat(claimed(second, 2, ofSecond, 2)).containsExactly("p0", "p1");
  }

  @Test
  default void theEpochsOfAllLanesAreInOneOrder() {
    var first = taken(0);
    var second = taken(1);
    ledger(0).release(first);

    assertThat(second.epoch()).isGreaterThan(first.epoch());
    assertThat(taken(0).epoch()).isGreaterThan(second.epoch());
  }

  @Test
  default void aNewOwnerDoubtsNothingThatAnotherLaneHasInFlight() {
    var run = splitRun(4);
    var second = taken(1);
    claimed(second, 1, run, 2);
    var first = taken(0);
    claimed(first, 1, run, 1);
    ledger(0).release(first);

    var next = ledger(0).acquire("next").orElseThrow().lease();

    assertThat(ledger(0).takeOver(next).orElseThrow())
        .extracting(Doubtful::target)
        .containsExactly("p0");
    assertThat(tallyOf(run)).isEqualTo(new Tally(1, 0, 2, 1, 0, 0, 0, 0));
    ledger(1).release(second);
    var other = ledger(1).acquire("next").orElseThrow().lease();
    assertThat(ledger(1).takeOver(other).orElseThrow())
        .extracting(Doubtful::target)
        .containsExactly("p1", "p2");
  }

  @Test
  default void whatALaneAbandonsIsItsOwn() {
    var run = splitRun(4);
    var first = taken(0);
    var second = taken(1);
    claimed(first, 7, run, 1);
    claimed(second, 7, run, 2);

    var abandoned = List.of(new Ledger.Abandoned(run, 7));
    turn(first, LedgerContract.order(8).abandoned(abandoned).build());

    assertThat(tallyOf(run)).isEqualTo(new Tally(1, 1, 2, 0, 0, 0, 0, 0));
  }

  @Test
  default void eachLaneTriesItsOwnAgain() {
    var run = splitRun(4);
    var first = taken(0);
    var second = taken(1);
    claimed(first, 1, run, 2);
    claimed(second, 1, run, 2);
    turn(first, LedgerContract.settle(run, 3, 1, RecipientState.RETRY));
    turn(second, LedgerContract.settle(run, 1, 1, RecipientState.RETRY));

    assertThat(ledger(0).retries(run, -1, 10)).containsExactly(3L);
    assertThat(ledger(1).retries(run, -1, 10)).containsExactly(1L);
    var both = List.of(new Ledger.Claim(run, List.of(1L, 3L), 0));
    assertThat(targets(turn(second, LedgerContract.order(2).claims(both).build())))
        .containsExactly("p1");
  }

  @Test
  default void ofACancelledRunEachLaneSkipsItsOwn() {
    var run = splitRun(10);
    var first = taken(0);
    var second = taken(1);
    claimed(first, 1, run, 1);
    claimed(second, 1, run, 1);
    turn(second, LedgerContract.settle(run, 1, 1, RecipientState.RETRY));
    setGate(run, Run.Gate.STOPPING);

    turn(second, LedgerContract.order(2).skip(List.of(run)).build());
    assertThat(tallyOf(run)).isEqualTo(new Tally(3, 0, 1, 0, 0, 0, 0, 6));
    turn(first, LedgerContract.order(2).skip(List.of(run)).build());
    assertThat(tallyOf(run)).isEqualTo(new Tally(0, 0, 1, 0, 0, 0, 0, 9));
  }

  @Test
  default void anyLaneFinishesARunOnceNobodyIsOpen() {
    var run = splitRun(3);
    var first = taken(0);
    var second = taken(1);
    claimed(second, 1, run, 2);
    turn(second, LedgerContract.settle(run, 1, 1, RecipientState.SENT));
    turn(second, LedgerContract.settle(run, 2, 1, RecipientState.FAILED));
    assertThat(ledger(1).finish(List.of(open(1, run)))).as("one is the other's").isEmpty();

    claimed(first, 1, run, 1);
    turn(first, LedgerContract.settle(run, 0, 1, RecipientState.SENT));

    assertThat(ledger(1).finish(List.of(open(1, run)))).containsExactly(run);
    assertThat(ledger(0).open()).isEmpty();
  }

  @Test
  default void whatOneBotHasSentProvesNothingOfAnother() {
    var run = splitRun(6);
    var first = taken(0);
    var second = taken(1);
    claimed(second, 1, run, 4);
    turn(second, LedgerContract.settle(run, 4, 1, RecipientState.SENT));
    turn(second, LedgerContract.settle(run, 5, 1, RecipientState.HELD));
    assertThat(ledger(0).control(run, Target.Kind.PERSON)).isEmpty();
    assertThat(ledger(0).sent(run, List.of(0L))).isEmpty();

    claimed(first, 2, run, 1);
    turn(first, LedgerContract.settle(run, 0, 2, RecipientState.SENT));

    assertThat(ledger(0).control(run, Target.Kind.PERSON)).map(Control::target).contains("p0");
    assertThat(ledger(1).control(run, Target.Kind.PERSON)).map(Control::target).contains("p4");
    assertThat(ledger(1).sent(run, List.of(0L))).extracting(Addressee::seq).containsExactly(4L);
    var ids = List.of("message of attempt 2 to 0", "message of attempt 1 to 4");
    assertThat(ledger(1).known("p0", ids, Instant.EPOCH).recorded()).isEmpty();
    assertThat(ledger(1).known("p4", ids, Instant.EPOCH).recorded()).containsExactly(ids.getLast());
    assertThat(ledger(0).isRecorded(ids.getLast())).as("an id is of one message").isTrue();
  }

  private RunId splitRun(int people) {
    var run = someRun(people);
    split(run, THIRDS);
    return run;
  }

  private Run open(int bot, RunId run) {
    return ledger(bot).open().stream()
        .filter(one -> one.id().equals(run))
        .findFirst()
        .orElseThrow();
  }

  private Lease taken(int bot) {
    var lease = ledger(bot).acquire("a").orElseThrow().lease();
    assertThat(ledger(bot).takeOver(lease)).isPresent();
    return lease;
  }

  private Ledger.Turn.Done turn(Lease lease, Ledger.Order order) {
    return (Ledger.Turn.Done) ledger(lease.lane().bot()).turn(lease, order);
  }

  private List<String> claimed(Lease lease, long attempt, RunId run, int fresh) {
    var claims = List.of(new Ledger.Claim(run, List.of(), fresh));
    return targets(turn(lease, LedgerContract.order(attempt).claims(claims).build()));
  }

  private static List<String> targets(Ledger.Turn.Done turn) {
    return turn.claimed().stream().map(Claimed::target).sorted().toList();
  }
}
