package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.foundation.Lease;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What nodes may rely on where several of them share a ledger. */
interface SharedLedgerContract {
  Ledger ledger();

  /** A node asks whoever holds the lane for it. */
  void ask(String node);

  void pass(Duration length);

  @Test
  default void aLaneIsNotTakenFromWhoHoldsIt() {
    acquired("a");

    assertThat(ledger().acquire("b")).isEmpty();

    pass(LedgerContract.TTL.plusMillis(1));
    assertThat(ledger().acquire("b")).as("once its lease is over").isPresent();
  }

  @Test
  default void aLaneGivenUpIsKeptForAWhileForWhoAskedForIt() {
    var lease = acquired("a");
    ask("b");
    ledger().release(lease);

    assertThat(ledger().acquire("c")).isEmpty();
    assertThat(ledger().acquire("a")).isEmpty();
    var next = acquired("b");
    assertThat(next.epoch()).isGreaterThan(lease.epoch());

    ledger().release(next);
    assertThat(ledger().acquire("c")).as("the wish was fulfilled").isPresent();
  }

  @Test
  default void whereWhoAskedNeverComesAnyNodeTakesTheLane() {
    var lease = acquired("a");
    ask("b");
    ledger().release(lease);
    assertThat(ledger().acquire("c")).as("kept for who asked").isEmpty();

    pass(LedgerContract.TTL.dividedBy(2));

    assertThat(ledger().acquire("c")).isPresent();
  }

  private Lease acquired(String owner) {
    return ledger().acquire(owner).orElseThrow().lease();
  }
}
