package belfry.http;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Heard;
import belfry.testing.ManualTime;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Whoever causes the same fault again and again fills no log. */
class FaultsTest {
  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private final Faults faults = new Faults(time);

  /** From one place. */
  private static RuntimeException broken() {
    return new IllegalStateException("broken");
  }

  @Test
  void aMinuteHasAFewLinesHoweverManyFaults() {
    try (var heard = new Heard("belfry.http")) {
      for (var i = 0; i < 1_000; i++) {
        faults.ours("id" + i, "GET", "/a", broken());
        faults.storage("GET", "/a", new IllegalStateException("away"));
      }
      assertThat(heard.words()).hasSize(Faults.IN_A_MINUTE).first().asString().contains("id0");

      time.pass(Duration.ofMinutes(1));
      faults.ours("later", "GET", "/a", broken());

      assertThat(heard.words()).last().asString().contains("later", "broken");
    }
  }

  @Test
  void theTraceOfAPlaceIsLoggedOnceAnHour() {
    var logger = (Logger) LoggerFactory.getLogger(Faults.class);
    var heard = new ListAppender<ILoggingEvent>();
    heard.start();
    logger.addAppender(heard);
    try {
      for (var i = 0; i < 3; i++) {
        faults.ours("id", "GET", "/a", broken());
      }
      time.pass(Duration.ofHours(1));
      faults.ours("id", "GET", "/a", broken());

      assertThat(heard.list)
          .extracting(event -> event.getThrowableProxy() != null)
          .containsExactly(true, false, false, true);
    } finally {
      logger.detachAppender(heard);
    }
  }
}
