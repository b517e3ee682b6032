package belfry.base;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Heard;
import belfry.testing.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** What an operator reads of something that is away. */
class OutageTest {
  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private final Heard log = Heard.whole("outage");
  private final Outage outage =
      new Outage(LoggerFactory.getLogger("outage"), time, "The lamp", "It is dark");

  private static final class Dark extends RuntimeException implements Outage.Noticed {
    private static final long serialVersionUID = 1L;
  }

  @AfterEach
  void unheard() {
    log.close();
  }

  @Test
  void itIsOneLineWhenItGoesOneAMinuteAndOneWhenItIsBack() {
    for (var second = 0; second < 150; second++) {
      outage.away(second < 60 ? "refused" : "timed out");
      time.pass(Duration.ofSeconds(1));
    }
    assertThat(outage.isAway()).isTrue();
    outage.back();
    outage.back();

    assertThat(log.words())
        .containsExactly(
            "The lamp cannot be used (refused). It is dark",
            "The lamp still cannot be used, after 60 s (timed out)",
            "The lamp still cannot be used, after 120 s (timed out)",
            "The lamp can be used again, after 150 s");
    assertThat(outage.isAway()).isFalse();
  }

  @Test
  void whatFlickersIsSaidOnceAMinute() {
    for (var second = 0; second < 70; second++) {
      outage.away("flickers");
      outage.back();
      time.pass(Duration.ofSeconds(1));
    }

    assertThat(log.words())
        .containsExactly(
            "The lamp cannot be used (flickers). It is dark",
            "The lamp can be used again, after 0 s",
            "The lamp cannot be used (flickers). It is dark",
            "The lamp can be used again, after 0 s");
  }

  @Test
  void whatFailsBecauseOfItIsNotLoggedAgain() {
    assertThat(Outage.level(new IllegalStateException(new Dark()), Level.ERROR))
        .isEqualTo(Level.DEBUG);
    assertThat(Outage.level(new IllegalStateException("else"), Level.ERROR)).isEqualTo(Level.ERROR);
  }
}
