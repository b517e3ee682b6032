package belfry.bench.trials;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.site.Databases;
import java.io.PrintWriter;
import org.junit.jupiter.api.Test;

/** PostgreSQL itself, killed in the middle of a job. */
class PostgresServerKillsIT {
  @Test
  void everybodyGetsOneMessageHoweverOftenAServerIsKilledThatWasToldNotToWaitForItsDisk() {
    var plan =
        new Kills.Plan(Databases.POSTGRESQL, 3, 0, 3, 450, 0, false, false, Waves.NONE, 2026);

    var judgement = new Kills(plan, new PrintWriter(System.out, true, UTF_8)).run();

    assertThat(judgement.recipients()).isEqualTo(450);
    assertThat(judgement.sound()).as(judgement.toString()).isTrue();
  }
}
