package belfry.cli;

import ch.qos.logback.classic.ClassicConstants;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.status.NopStatusListener;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;

/**
 * What is logged, and how, unless a {@code logback.xml} says otherwise. Reading such a file would
 * take a sixth of a start.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {
  /** What a message quotes could otherwise begin a line of its own, or turn one around. */
  private static final String TEXT =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0} -"
          + " %replace(%msg){'[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]', '\uFFFD'}%n%ex";

  private static final Map<String, Level> OTHERS =
      Map.of(
          "org.flywaydb", Level.WARN,
          // What it could say is thrown as well, or is in our words.
          "com.zaxxer.hikari", Level.OFF,
          "org.apache.hc", Level.WARN,
          "io.helidon", Level.WARN,
          // What it says at ERROR is thrown as well, and said by us in words for people.
          "io.helidon.webserver.LoomServer", Level.OFF);

  private final Map<String, String> environment;
  private final boolean isFile;

  /** For Logback, which finds this class by its name. */
  public LogSetup() {
    this(System.getenv(), isFile());
  }

  /**
   * @param isFile whether there is a file of settings
   */
  LogSetup(Map<String, String> environment, boolean isFile) {
    this.environment = environment;
    this.isFile = isFile;
  }

  private static boolean isFile() {
    var loader = LogSetup.class.getClassLoader();
    return System.getProperty(ClassicConstants.CONFIG_FILE_PROPERTY) != null
        || Stream.of(ClassicConstants.TEST_AUTOCONFIG_FILE, ClassicConstants.AUTOCONFIG_FILE)
            .anyMatch(name -> loader.getResource(name) != null);
  }

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    // Whatever its rank, Logback asks what it finds by its name before it looks for a file.
    if (isFile) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    context.getStatusManager().add(new NopStatusListener());
    var console = new ConsoleAppender<ILoggingEvent>();
    console.setContext(context);
    console.setEncoder(encoder(context));
    console.start();
    OTHERS.forEach((name, level) -> context.getLogger(name).setLevel(level));
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.toLevel(environment.get("BELFRY_LOG_LEVEL"), Level.INFO));
    root.addAppender(console);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private Encoder<ILoggingEvent> encoder(LoggerContext context) {
    if ("json".equals(environment.get("BELFRY_LOG"))) {
      return started(new JsonLines(), context);
    }
    var text = new PatternLayoutEncoder();
    text.setPattern(TEXT);
    return started(text, context);
  }

  private static Encoder<ILoggingEvent> started(
      Encoder<ILoggingEvent> encoder, LoggerContext context) {
    encoder.setContext(context);
    encoder.start();
    return encoder;
  }
}
