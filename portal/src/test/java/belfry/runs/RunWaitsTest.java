package belfry.runs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Wait;
import belfry.runs.recipients.Tally;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run waits for whose audience is not written down yet. */
class RunWaitsTest {
  private static final Instant MORNING = Instant.parse("2026-11-25T07:00:00Z");

  @ParameterizedTest(
      name = "{0}, quiet: {1}, a question: {2}, stuck: {3}, somewhere else: {4}: {5}")
  @CsvSource({
    "OPEN, false, false, false, false, RECIPIENTS",
    "OPEN, false, false, true, false, DIRECTORY",
    "OPEN, true, false, false, false, QUIET_HOURS",
    "OPEN, true, false, true, false, QUIET_HOURS",
    "OPEN, true, false, false, true, LANE",
    "PAUSED, false, false, false, false, RECIPIENTS",
    "PAUSED, true, false, false, false, RESUME",
    "PAUSED, true, true, true, false, DECISION",
    "STOPPING, true, false, false, false, RECIPIENTS",
    "STOPPING, true, false, false, true, LANE",
  })
  void whatIsDueInQuietHoursWaitsForTheirEnd(
      Run.Gate gate, boolean quiet, boolean asks, boolean stuck, boolean left, Wait.For what) {
    var progress =
        new RunProgress(
            gate, false, Optional.empty(), Optional.empty(), 0, 0, Tally.NONE, Optional.empty());
    var bot =
        new RunWaits.Bot(
            Optional.of(Wait.For.LANE.open()).filter(_ -> left),
            Optional.empty(),
            Optional.empty());
    var waits =
        new RunWaits(
            progress,
            asks,
            stuck,
            true,
            Optional.of(MORNING).filter(_ -> quiet),
            Optional.empty(),
            Optional.empty(),
            false,
            bot);

    assertThat(waits.run())
        .contains(what == Wait.For.QUIET_HOURS ? what.until(MORNING) : what.open());
    assertThat(waits.recipients()).isEmpty();
  }
}
