package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.runs.ids.RunId;
import belfry.testing.Engine;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PostgresLedgerTest extends SqlLedgerContract implements SharedLedgerContract {
  PostgresLedgerTest() {
    engine = Engine.POSTGRES;
  }

  @Test
  void lanesThatClaimOfTheSameRunsNeverWaitForEachOther() throws InterruptedException {
    var runs = List.of(someRun(300), someRun(300));
    runs.forEach(run -> split(run, THIRDS));
    var before = deadlocks();
    var bots =
        Stream.of(0, 1)
            .map(bot -> new Thread(() -> claimAll(bot, bot == 0 ? runs : runs.reversed())))
            .toList();

    bots.forEach(Thread::start);
    for (var bot : bots) {
      bot.join();
    }

    runs.forEach(run -> assertThat(tallyOf(run).sending()).isPositive());
    assertThat(deadlocks()).isEqualTo(before);
  }

  private void claimAll(int bot, List<RunId> runs) {
    var lease = ledger(bot).acquire("a").orElseThrow().lease();
    for (var attempt = 1; attempt <= 100; attempt++) {
      var claims = runs.stream().map(run -> new Ledger.Claim(run, List.of(), 1)).toList();
      ledger(bot).turn(lease, order(attempt).claims(claims).build());
    }
  }

  private long deadlocks() {
    return database.read(handle -> {
      handle.execute("SELECT pg_stat_force_next_flush()");
      return handle
          .createQuery("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
          .mapTo(Long.class)
          .one();
    });
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
