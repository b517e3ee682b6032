package belfry.web.operations;

import static belfry.testing.TestPortal.ALERTS;
import static belfry.testing.TestPortal.NEWS;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Wait;
import belfry.delivery.Waits;
import belfry.metrics.Backlog;
import belfry.testing.ManualTime;
import belfry.web.operations.Health.Check;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From when on something is said to be ill, and in which words. */
class ChecksTest {
  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");

  private WaitingChecks waits(Optional<Duration> due, Optional<Duration> event) {
    return waits(due, event, List.of());
  }

  private WaitingChecks waits(
      Optional<Duration> due, Optional<Duration> event, List<Waits.Many> reasons) {
    var nothing = new Backlog(List.of(), Optional.empty(), 0, Optional.empty());
    var here = new Backlog(List.of(), due.map(time.now()::minus), 7, event.map(time.now()::minus));
    return new WaitingChecks(
        List.of(NEWS, ALERTS),
        app -> app.equals(NEWS) ? here : nothing,
        app -> app.equals(NEWS) ? reasons : List.of(),
        List.of(),
        time);
  }

  @ParameterizedTest
  @CsvSource({
    "2, They are read.",
    "1, 'Those of 1 of 2 apps are read here, the others by another node, whose /status says whether they are.'"
  })
  void ofAnswersThatAnotherNodeReadsNothingIsClaimed(long here, String words) {
    assertThat(AroundChecks.read(here, 2)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "true, true, ''",
    "false, true, ' Not while Webex does not answer: see platform.'",
    "true, false, ' Not where the bot''s token cannot be used: see lanes.'"
  })
  void ofAnswersToABotThatIsNotAnsweredNothingIsClaimed(
      boolean answered, boolean accepted, String words) {
    assertThat(AroundChecks.but(answered, accepted)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "-60, true, Nobody waits.",
    "120, true, Nobody waits.",
    "121, false, A job of news should have begun 2 min ago."
  })
  void aJobMayBeLateForTwoMinutes(long seconds, boolean ok, String words) {
    var check = waits(Optional.of(Duration.ofSeconds(seconds)), Optional.empty()).waiting();

    assertThat(check).isEqualTo(new Check(ok, words));
  }

  @Test
  void whatWaitsSaysForWhatAndUntilWhen() {
    var quiet = new Waits.Many(Wait.For.QUIET_HOURS.until(time.now()), 1, 1_200);
    var moving = new Waits.Many(Wait.For.ANSWER.open(), 1, 3);
    var check = waits(Optional.empty(), Optional.empty(), List.of(quiet, moving)).waiting();

    assertThat(check)
        .isEqualTo(
            new Check(
                true,
                "News: Waiting for the end of quiet hours, until 2026-11-27T09:00:00Z (runs: 1, recipients: 1,200)."));
  }

  @Test
  void anEventMayWaitForHalfAnHour() {
    assertThat(waits(Optional.empty(), Optional.of(Duration.ofMinutes(30))).webhooks().ok())
        .isTrue();
    var late = waits(Optional.empty(), Optional.of(Duration.ofMinutes(200))).webhooks();
    assertThat(late.ok()).isFalse();
    assertThat(late.detail()).startsWith("7 events of news wait, the first for 3 h.");
  }

  @ParameterizedTest
  @CsvSource({
    "60, true, to within a minute",
    "-60, true, to within a minute",
    "61, false, 61 s behind Webex's",
    "-3600, false, 3600 s ahead of Webex's"
  })
  void aClockMayBeWrongByAMinute(int ahead, boolean ok, String words) {
    var check = AroundChecks.clock(Duration.ofSeconds(ahead));

    assertThat(check.ok()).isEqualTo(ok);
    assertThat(check.detail()).contains(words);
  }

  @ParameterizedTest
  @CsvSource({"99, false, free some", "101, true, 101 MB are free at /var/lib/belfry"})
  void aHundredMegabytesMustBeFree(long megabytes, boolean ok, String words) {
    var check = AroundChecks.disk(Path.of("/var/lib/belfry"), megabytes * 1024 * 1024);

    assertThat(check.ok()).isEqualTo(ok);
    assertThat(check.detail()).contains(words);
  }
}
