package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.foundation.Lease;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Claimed;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Settlement;
import belfry.runs.recipients.Tally;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each message of the platform counts for one recipient. */
interface ContestedLedgerContract {
  String UUID = "6f0c7a52-0b7e-4a3b-9d0e-3a5f6d0f1c11";

  /** The same id: {@code ciscospark://us/MESSAGE/} and the UUID. */
  String LONG_FORM =
      "Y2lzY29zcGFyazovL3VzL01FU1NBR0UvNmYwYzdhNTItMGI3ZS00YTNiLTlkMGUtM2E1ZjZkMGYxYzEx";

  Ledger ledger();

  RunId someRun(int people);

  Tally tallyOf(RunId run);

  Lease taken(String owner);

  @Test
  default void aSuccessUnderAnIdThatIsOnRecordLeavesItInDoubt() {
    var run = someRun(3);
    var lease = claimed(run, 3);
    assertThat(settled(lease, sent(run, 0, LONG_FORM)).contested()).isEmpty();

    var turn = settled(lease, sent(run, 1, UUID), sent(run, 2, "another"));

    assertThat(turn.contested()).extracting(Doubtful::target).containsExactly("p1");
    assertThat(turn.contested().getFirst().named()).contains(UUID);
    assertThat(tallyOf(run)).isEqualTo(new Tally(0, 0, 0, 1, 0, 2, 0, 0));
    assertThat(ledger().isRecorded(UUID)).isTrue();
    assertThat(ledger().known("p1", List.of(UUID), Instant.EPOCH).recorded()).isEmpty();
  }

  /** The lane takes it for sent, and hears of the doubt only by the same turn. */
  @Test
  default void whoIsContestedIsClaimedForNothingElseInThatTurn() {
    var run = someRun(2);
    var other = someRun(3);
    var lease = claimed(run, 2);
    var claims = List.of(new Ledger.Claim(other, List.of(), 3));
    var order =
        LedgerContract.order(2)
            .settlements(List.of(sent(run, 0, "m"), sent(run, 1, "m")))
            .claims(claims)
            .build();

    var turn = (Ledger.Turn.Done) ledger().turn(lease, order);

    assertThat(turn.claimed()).extracting(Claimed::target).containsExactly("p0", "p2");
    assertThat(turn.deferred()).isEqualTo(Map.of(other, List.of(1L)));
  }

  @Test
  default void ofTwoInOneTurnTheFirstHasTheMessage() {
    var run = someRun(2);
    var lease = claimed(run, 2);

    var turn = settled(lease, sent(run, 0, "m"), sent(run, 1, "m"));

    assertThat(turn.contested()).extracting(Doubtful::target).containsExactly("p1");
    assertThat(tallyOf(run)).isEqualTo(new Tally(0, 0, 0, 1, 0, 1, 0, 0));
  }

  @Test
  default void whatIsFoundUnderAnIdThatIsOnRecordIsForPeopleToDecide() {
    var run = someRun(2);
    var lease = claimed(run, 2);
    settled(lease, sent(run, 0, "m"), inDoubt(run, 1, ""));

    var turn = settled(lease, sent(run, 1, "m"));

    assertThat(turn.contested()).isEmpty();
    assertThat(tallyOf(run)).isEqualTo(new Tally(0, 0, 0, 0, 1, 1, 0, 0));
  }

  /** Whatever the answer named is neither sent nor on record, and the next owner asks for it. */
  @Test
  default void whatAnAnswerNamedOutlivesItsOwner() {
    var run = someRun(1);
    var lease = claimed(run, 1);
    settled(lease, inDoubt(run, 0, "m"));
    assertThat(ledger().isRecorded("m")).isFalse();
    assertThat(ledger().known("p0", List.of("m"), Instant.EPOCH).recorded()).isEmpty();
    assertThat(ledger().known("p0", List.of("m"), Instant.EPOCH).vouched()).isFalse();
    ledger().release(lease);

    var next = ledger().acquire("next").orElseThrow().lease();

    var doubts = ledger().takeOver(next).orElseThrow();
    assertThat(doubts).extracting(Doubtful::named).containsExactly(Optional.of("m"));
  }

  private Lease claimed(RunId run, int people) {
    var lease = taken("owner");
    var claims = List.of(new Ledger.Claim(run, List.of(), people));
    var turn =
        (Ledger.Turn.Done) ledger().turn(lease, LedgerContract.order(1).claims(claims).build());
    assertThat(turn.claimed()).hasSize(people);
    return lease;
  }

  private Ledger.Turn.Done settled(Lease lease, Settlement... settlements) {
    var order = LedgerContract.order(2).settlements(List.of(settlements)).build();
    return (Ledger.Turn.Done) ledger().turn(lease, order);
  }

  private static Settlement sent(RunId run, long seq, String message) {
    return settlement(run, seq, RecipientState.SENT, message);
  }

  private static Settlement inDoubt(RunId run, long seq, String named) {
    return settlement(run, seq, RecipientState.UNKNOWN, named);
  }

  private static Settlement settlement(RunId run, long seq, RecipientState to, String message) {
    return new Settlement(run, seq, 1, to, message, Optional.empty(), "", "");
  }
}
