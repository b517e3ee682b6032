package belfry.bench.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.site.Databases;
import java.io.PrintWriter;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The packaged program, asked what nobody would ask on purpose. */
class FuzzIT {
  /**
   * Another one each time would let a build fail that changed nothing; the command draws its own.
   */
  private static final long SEED = Long.getLong("belfry.seed", 2026);

  @Test
  void strangeRequestsAreAnsweredAndLeaveNothingBehind() {
    var plan = new Fuzz.Plan(Databases.SQLITE, SEED, 2_000, Optional.empty(), 4);

    var result = new Fuzz(plan, new PrintWriter(System.out, true, UTF_8)).run();

    assertThat(result.findings()).isEmpty();
    assertThat(result.complaints()).isEmpty();
    assertThat(result.grown()).isLessThan(Fuzz.MOST_GROWTH);
    assertThat(result.well()).isTrue();
  }
}
