package belfry.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What operators would read of a package, from when this is made until it is closed. */
public final class Heard implements AutoCloseable {
  private final Logger logger;
  private final @Nullable Level before;
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

  public Heard(String name) {
    this(name, null);
  }

  private Heard(String name, @Nullable Level level) {
    logger = (Logger) LoggerFactory.getLogger(name);
    before = logger.getLevel();
    logger.setLevel(level == null ? before : level);
    // What others log meanwhile may be read.
    appender.list = new CopyOnWriteArrayList<>();
    appender.start();
    logger.addAppender(appender);
  }

  /** The same as operators have it, who also read what is only to be known. */
  public static Heard whole(String name) {
    return new Heard(name, Level.INFO);
  }

  /** Warnings and worse, and what is only to be known. */
  public List<String> words() {
    return appender.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.INFO))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  /** Warnings and worse. */
  public List<String> warnings() {
    return appender.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  /** What was logged with a stack trace, but for what only developers read. */
  public List<String> traced() {
    return appender.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.INFO))
        .filter(event -> event.getThrowableProxy() != null)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setLevel(before);
  }
}
