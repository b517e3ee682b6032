package belfry.bench.trials;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.site.Databases;
import java.io.PrintWriter;
import org.junit.jupiter.api.Test;

/** {@link KillsContract} on PostgreSQL, whose server may be killed as well. */
class PostgresKillsIT extends KillsContract {
  @Override
  Databases database() {
    return Databases.POSTGRESQL;
  }

  @Test
  void everybodyGetsOneMessageHoweverOftenAServerIsKilledThatWasToldNotToWaitForItsDisk() {
    var judgement =
        new Kills(database(), 0, 4, 600, 0, 2026, new PrintWriter(System.out, true, UTF_8)).run();

    assertThat(judgement.recipients()).isEqualTo(600);
    assertThat(judgement.sound()).as(judgement.toString()).isTrue();
  }
}
