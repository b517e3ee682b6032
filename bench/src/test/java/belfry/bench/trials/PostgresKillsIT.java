package belfry.bench.trials;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.site.Databases;
import java.io.PrintWriter;
import org.junit.jupiter.api.Test;

/** {@link KillsContract} on PostgreSQL, with placeholders; its server may be killed as well. */
class PostgresKillsIT extends KillsContract {
  @Override
  Databases database() {
    return Databases.POSTGRESQL;
  }

  @Override
  boolean personal() {
    return true;
  }

  @Test
  void everybodyGetsOneMessageHoweverOftenAServerIsKilledThatWasToldNotToWaitForItsDisk() {
    var plan = new Kills.Plan(database(), 0, 4, 600, 0, false, 2026);

    var judgement = new Kills(plan, new PrintWriter(System.out, true, UTF_8)).run();

    assertThat(judgement.recipients()).isEqualTo(600);
    assertThat(judgement.sound()).as(judgement.toString()).isTrue();
  }
}
