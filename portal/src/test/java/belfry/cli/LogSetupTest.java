package belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LogSetupTest {
  private final LoggerContext context = new LoggerContext();

  @AfterEach
  void stop() {
    context.stop();
  }

  private Encoder<ILoggingEvent> with(Map<String, String> environment) {
    new LogSetup(environment, false).configure(context);
    var appenders = root().iteratorForAppenders();
    var only = (ConsoleAppender<ILoggingEvent>) appenders.next();
    assertThat(appenders.hasNext()).isFalse();
    assertThat(only.isStarted()).isTrue();
    assertThat(only.getEncoder().isStarted()).isTrue();
    return only.getEncoder();
  }

  private ch.qos.logback.classic.Logger root() {
    return context.getLogger(Logger.ROOT_LOGGER_NAME);
  }

  @Test
  void withoutSettingsItIsTextAtInfo() {
    assertThat(with(Map.of())).isInstanceOf(PatternLayoutEncoder.class);
    assertThat(root().getLevel()).isEqualTo(Level.INFO);
    assertThat(context.getLogger("org.flywaydb.core").getEffectiveLevel()).isEqualTo(Level.WARN);
  }

  /** What somebody else wrote could begin a line of its own, or turn one around. */
  @Test
  void aMessageIsOneLineWhateverItQuotes() {
    var encoder = with(Map.of());
    var event =
        new LoggingEvent(
            "",
            root(),
            Level.WARN,
            "said {}",
            null,
            new Object[] {"a\n2026 ERROR\u202Eb\u0000\u2028c"});

    var line = new String(encoder.encode(event), StandardCharsets.UTF_8);

    assertThat(line.lines()).hasSize(1);
    assertThat(line).contains("said a\uFFFD2026 ERROR\uFFFDb\uFFFD\uFFFDc");
  }

  @Test
  void settingsChooseFormAndLevel() {
    assertThat(with(Map.of("BELFRY_LOG", "json", "BELFRY_LOG_LEVEL", "debug")))
        .isInstanceOf(JsonLines.class);
    assertThat(root().getLevel()).isEqualTo(Level.DEBUG);
  }

  @Test
  void whatIsNoFormOrLevelLeavesTheUsualOnes() {
    assertThat(with(Map.of("BELFRY_LOG", "xml", "BELFRY_LOG_LEVEL", "loud")))
        .isInstanceOf(PatternLayoutEncoder.class);
    assertThat(root().getLevel()).isEqualTo(Level.INFO);
  }

  @Test
  void aFileOfSettingsWins() {
    assertThat(new LogSetup(Map.of(), true).configure(context))
        .isEqualTo(Configurator.ExecutionStatus.INVOKE_NEXT_IF_ANY);
    assertThat(root().iteratorForAppenders().hasNext()).isFalse();

    // These tests have such a file.
    var ours = (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    assertThat(ours.getAppender("text")).isInstanceOf(FileAppender.class);
    assertThat(ours.getLevel()).isEqualTo(Level.WARN);
  }
}
