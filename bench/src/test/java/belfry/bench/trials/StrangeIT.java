package belfry.bench.trials;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.site.Databases;
import java.io.PrintWriter;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The packaged program on platforms that answer as the true one does, killed once in each. */
class StrangeIT {
  private static final Pattern ROUNDS = Pattern.compile("as the platform is|people outside");

  /** In these rounds there are placeholders, a button, and a first wave. */
  private static final Pattern PERSONAL = Pattern.compile("as the platform is");

  @Test
  void whereThePlatformAnswersAsItDoesEverybodyGetsOneMessageAndNobodyIsLeftToPeople() {
    var plan =
        new Strange.Plan(
            Databases.SQLITE,
            2,
            List.of(Strange.Player.values()),
            4,
            40,
            4,
            2026,
            ROUNDS.asPredicate(),
            PERSONAL.asPredicate(),
            PERSONAL.asPredicate(),
            PERSONAL.asPredicate());
    var outcomes = new Strange(plan, new PrintWriter(System.out, true, UTF_8)).run();

    assertThat(outcomes).hasSize(4).allMatch(Strange.Outcome::satisfied);
  }
}
