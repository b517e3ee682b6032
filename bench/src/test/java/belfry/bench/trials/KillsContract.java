package belfry.bench.trials;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.site.Databases;
import java.io.PrintWriter;
import org.junit.jupiter.api.Test;

/** The packaged program, killed four times in the middle of a job to 500 people. */
abstract class KillsContract {
  abstract Databases database();

  /** Whether the text has placeholders, and the message a card and a first wave. */
  abstract boolean personal();

  @Test
  void everybodyGetsOneMessageHoweverOftenTheProgramIsKilled() {
    var plan =
        new Kills.Plan(
            database(),
            personal() ? 3 : 1,
            3,
            0,
            400,
            0,
            personal(),
            personal(),
            personal() ? Waves.ASKS : Waves.NONE,
            2026);

    var judgement = new Kills(plan, new PrintWriter(System.out, true, UTF_8)).run();

    assertThat(judgement.recipients()).isEqualTo(400);
    assertThat(judgement.lost()).isEmpty();
    assertThat(judgement.givenUp()).isEmpty();
    assertThat(judgement.doubled()).isEmpty();
    assertThat(judgement.untrue()).isEmpty();
  }
}
