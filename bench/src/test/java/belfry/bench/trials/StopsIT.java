package belfry.bench.trials;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.site.Databases;
import java.io.PrintWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The packaged program, asked to stop in the middle of a job. */
class StopsIT {
  @Test
  void aStopEndsInTimeAndLeavesNothingUnsure() {
    var result =
        new Stops(Databases.SQLITE, 2, 250, 0, new PrintWriter(System.out, true, UTF_8)).run();

    assertThat(result.late()).isZero();
    assertThat(result.slowest()).isLessThan(Duration.ofSeconds(25));
    assertThat(result.unsure()).isZero();
    assertThat(result.judgement().sound()).isTrue();
  }
}
