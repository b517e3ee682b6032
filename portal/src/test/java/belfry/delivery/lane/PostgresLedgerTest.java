package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Engine;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PostgresLedgerTest extends SqlLedgerContract implements SharedLedgerContract {
  PostgresLedgerTest() {
    engine = Engine.POSTGRES;
  }

  @Test
  void anOwnerWhoseClockWasAnHourAheadDoesNotKeepTheLaneForAnHour() {
    time.jump(Duration.ofHours(1));
    assertThat(ledger().acquire("a")).isPresent();
    time.jump(Duration.ofHours(-1));

    assertThat(ledger().acquire("b")).isEmpty();
    time.pass(TTL.dividedBy(2));
    assertThat(ledger().acquire("b")).isEmpty();
    time.pass(TTL);
    assertThat(ledger().acquire("b")).isPresent();
  }

  @Test
  void aNodeThatStartsWithAClockThatIsAheadTakesNoLaneThatIsRenewed() {
    var lease = ledger().acquire("a").orElseThrow().lease();
    for (var i = 0; i < 5; i++) {
      time.jump(Duration.ofMinutes(5));
      assertThat(ledger().acquire("b")).isEmpty();
      time.jump(Duration.ofMinutes(-5));
      time.pass(TTL.dividedBy(2));
      assertThat(ledger().takeOver(lease)).as("renewed").isPresent();
    }
  }

  @Test
  void anOwnerWhoseClockIsAheadAndWhoRenewsKeepsTheLane() {
    time.jump(Duration.ofHours(1));
    var lease = ledger().acquire("a").orElseThrow().lease();
    for (var i = 0; i < 5; i++) {
      time.jump(Duration.ofHours(-1));
      assertThat(ledger().acquire("b")).isEmpty();
      time.jump(Duration.ofHours(1));
      time.pass(TTL.dividedBy(2));
      assertThat(ledger().takeOver(lease)).as("renewed").isPresent();
    }
  }
}
