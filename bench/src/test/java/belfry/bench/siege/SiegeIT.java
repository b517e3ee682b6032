package belfry.bench.siege;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.site.Databases;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The packaged program under a small siege; how quickly it answers is not judged here. */
class SiegeIT {
  @Test
  void nobodyStopsOthers() {
    var kinds = List.of(Kind.values());
    var plan =
        new Plan(
            Databases.SQLITE,
            kinds,
            Duration.ofSeconds(1),
            300,
            60,
            20,
            40,
            List.of(Trifle.values()),
            false);

    var outcome = new Siege(plan, new PrintWriter(System.out, true, UTF_8)).run();

    assertThat(outcome.rows()).hasSameSizeAs(kinds).allMatch(row -> row.sound(false));
    assertThat(outcome.sound(false)).isTrue();
  }
}
