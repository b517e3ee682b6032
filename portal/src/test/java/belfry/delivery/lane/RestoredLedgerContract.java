package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.foundation.Lease;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Tally;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of recipients who may have been sent to since a backup that was restored. */
interface RestoredLedgerContract {
  Ledger ledger();

  RunId someRun(int people);

  /** A backup was restored, which the run is in. */
  void restored(RunId run);

  Tally tallyOf(RunId run);

  Lease taken(String owner);

  @Test
  default void whoMayHaveBeenSentToSinceABackupComesIntoDoubtInsteadOfBeingClaimed() {
    var run = someRun(3);
    var before = taken("before");
    claimed(before, 1, run, List.of(), 1);
    settled(before, run, 0, 1, RecipientState.SENT);
    ledger().release(before);
    restored(run);

    var turn = claimed(taken("after"), 3, run, List.of(), 5);

    assertThat(turn.claimed()).isEmpty();
    assertThat(targets(turn.doubts())).containsExactlyInAnyOrder("p1", "p2");
    assertThat(tallyOf(run)).isEqualTo(new Tally(0, 0, 0, 2, 0, 1, 0, 0));
  }

  @Test
  default void whoWasLookedUpInVainIsSentTo() {
    var run = someRun(1);
    restored(run);
    var lease = taken("after");
    claimed(lease, 1, run, List.of(), 1);
    settled(lease, run, 0, 1, RecipientState.RETRY);

    var turn = claimed(lease, 3, run, List.of(0L), 0);

    assertThat(turn.doubts()).isEmpty();
    assertThat(turn.claimed()).hasSize(1);
    assertThat(tallyOf(run).sending()).isOne();
  }

  @Test
  default void whoIsBusyComesIntoDoubtLater() {
    var run = someRun(2);
    restored(run);
    var lease = taken("after");
    var claim = new Ledger.Claim(run, List.of(), 2);
    var order = LedgerContract.order(1).claims(List.of(claim)).busy(Set.of("p0")).build();
    var turn = (Ledger.Turn.Done) ledger().turn(lease, order);

    assertThat(targets(turn.doubts())).containsExactly("p1");
    assertThat(turn.deferred().get(run)).containsExactly(0L);

    var later = claimed(lease, 2, run, List.of(0L), 0);
    assertThat(targets(later.doubts())).containsExactly("p0");
    assertThat(later.claimed()).isEmpty();
  }

  @Test
  default void whoIsTriedAgainIsLookedUpFirst() {
    var run = someRun(1);
    var before = taken("before");
    claimed(before, 1, run, List.of(), 1);
    settled(before, run, 0, 1, RecipientState.RETRY);
    ledger().release(before);
    restored(run);

    var turn = claimed(taken("after"), 3, run, List.of(0L), 0);

    assertThat(turn.claimed()).isEmpty();
    assertThat(targets(turn.doubts())).containsExactly("p0");
  }

  @Test
  default void afterACancelTheyAreLookedUpBeforeTheyAreSkipped() {
    var run = someRun(2);
    restored(run);
    var lease = taken("after");

    var skip = LedgerContract.order(1).skip(List.of(run)).build();
    var turn = (Ledger.Turn.Done) ledger().turn(lease, skip);
    assertThat(targets(turn.doubts())).containsExactlyInAnyOrder("p0", "p1");
    assertThat(tallyOf(run).unknown()).isEqualTo(2);

    settled(lease, run, 0, 1, RecipientState.SENT);
    settled(lease, run, 1, 1, RecipientState.RETRY);
    ledger().turn(lease, LedgerContract.order(4).skip(List.of(run)).build());
    assertThat(tallyOf(run)).isEqualTo(new Tally(0, 0, 0, 0, 0, 1, 0, 1));
  }

  @Test
  default void whomATransactionBroughtIntoDoubtThatSeemedToFailStaysThere() {
    var run = someRun(1);
    restored(run);
    var lease = taken("after");
    claimed(lease, 7, run, List.of(), 1);

    var order = LedgerContract.order(8).abandoned(List.of(new Ledger.Abandoned(run, 7))).build();
    var turn = (Ledger.Turn.Done) ledger().turn(lease, order);

    assertThat(targets(turn.doubts())).containsExactly("p0");
    assertThat(tallyOf(run).unknown()).isOne();
  }

  @Test
  default void aNewOwnerTakesTheirDoubtsOver() {
    var run = someRun(1);
    restored(run);
    var lease = taken("after");
    claimed(lease, 1, run, List.of(), 1);
    ledger().release(lease);

    var later = ledger().acquire("later").orElseThrow().lease();
    var doubts = ledger().takeOver(later).orElseThrow();

    assertThat(targets(doubts)).containsExactly("p0");
    assertThat(doubts.getFirst().dated().certain())
        .as("it may have been sent from the backup on")
        .isBefore(LedgerContract.INTENT);
  }

  private Ledger.Turn.Done claimed(
      Lease lease, long attempt, RunId run, List<Long> retries, int fresh) {
    var claim = new Ledger.Claim(run, retries, fresh);
    return (Ledger.Turn.Done)
        ledger().turn(lease, LedgerContract.order(attempt).claims(List.of(claim)).build());
  }

  private void settled(Lease lease, RunId run, long seq, long attempt, RecipientState to) {
    ledger().turn(lease, LedgerContract.settle(run, seq, attempt, to));
  }

  private static List<String> targets(List<Doubtful> doubts) {
    return doubts.stream().map(Doubtful::target).toList();
  }
}
