package belfry.cli.sending;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.client.Figures;
import belfry.testing.ManualTime;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProgressViewTest {
  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private final StringWriter written = new StringWriter();

  private ProgressView view(boolean terminal) {
    return new ProgressView(new PrintWriter(written), terminal, time);
  }

  private static Figures figures(String standing, long sent, long failed) {
    return new Figures(
        standing,
        Optional.empty(),
        Optional.empty(),
        10_000,
        sent + failed,
        sent,
        failed,
        0,
        0,
        OptionalDouble.of(11.94),
        OptionalLong.of(7_500));
  }

  @Test
  void onATerminalTheSameLineIsDrawnOver() {
    var view = view(true);
    view.show(figures("Sending", 4_000, 3));
    view.show(figures("Sending", 9_996, 4));
    view.clear();

    assertThat(written.toString().split("\r", -1))
        .containsExactly(
            "",
            "\u001B[?7l[########------------]  40 %  Sending: 4,000 of 10,000 sent, 3 failed;"
                + " 11.9 a second, 2 h 5 min left\u001B[K\u001B[?7h",
            "\u001B[?7l[####################] 100 %  Sending: 9,996 of 10,000 sent, 4 failed;"
                + " 11.9 a second, 2 h 5 min left\u001B[K\u001B[?7h",
            "\u001B[K\u001B[?7h");
  }

  /** A log of a night's sending must not have a line for each look. */
  @Test
  void elsewhereALineIsWrittenNowAndThen() {
    var view = view(false);
    view.show(figures("Starting", 0, 0));
    view.show(figures("Sending", 1, 0));
    view.show(figures("Sending", 999, 0));
    view.show(figures("Sending", 1_000, 0));
    time.pass(Duration.ofSeconds(59));
    view.show(figures("Sending", 1_500, 0));
    time.pass(Duration.ofSeconds(1));
    view.show(figures("Sending", 1_600, 0));
    view.clear();

    assertThat(written.toString().lines().map(one -> one.replaceFirst(" of .*", "")))
        .containsExactly("Starting: 0", "Sending: 1", "Sending: 1,000", "Sending: 1,600");
    assertThat(written.toString()).doesNotContain("\r", "\u001B");
  }

  @Test
  void whatWaitsSaysForWhatAndUntilWhen() {
    var job = JsonNodeFactory.instance.objectNode();
    job.putObject("standing").put("words", "Waiting");
    job.putObject("run").putObject("counts").put("total", 500).put("sent", 120);
    var waits = job.putObject("waitsFor").put("reason", "quietHours");
    waits.put("words", "Waiting for the end of quiet hours").put("until", "2026-11-28T07:00:00Z");

    assertThat(Figures.of(job).words())
        .isEqualTo(
            "Waiting: 120 of 500 sent. Waiting for the end of quiet hours, until 2026-11-28T07:00:00Z");
    waits.put("reason", "turn");
    assertThat(Figures.of(job).words()).isEqualTo("Waiting: 120 of 500 sent");
  }

  @Test
  void whatIsDueInQuietHoursBeginsAtTheirEnd() {
    var job = JsonNodeFactory.instance.objectNode().put("startsAt", "2026-11-28T06:00:00Z");
    job.putObject("standing").put("words", "Scheduled");
    var waits = job.putObject("waitsFor").put("reason", "quietHours");
    waits.put("words", "Waiting for the end of quiet hours").put("until", "2026-11-28T07:00:00Z");

    assertThat(Figures.of(job).words())
        .startsWith("Scheduled, begins at 2026-11-28T07:00:00Z.")
        .doesNotContain("06:00");
  }
}
