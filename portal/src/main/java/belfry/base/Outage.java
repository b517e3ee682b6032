package belfry.base;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Something outside of Belfry that is away: logged once when it goes, with the cause, once a minute
 * as long as it is away, and once when it is back.
 *
 * <p>Thread-safe.
 */
public final class Outage {
  /** A failure because of something that is away, which is logged as an outage and not again. */
  public interface Noticed {}

  private static final Duration BETWEEN = Duration.ofMinutes(1);

  private final Logger log;
  private final Time time;
  private final String what;
  private final String meanwhile;
  private Optional<Long> since = Optional.empty();
  private Optional<Long> said = Optional.empty();
  private String cause = "";
  private boolean open;

  /** Whether it is away; read without a lock, because that is asked after each success. */
  private volatile boolean away;

  /**
   * Nothing is away yet.
   *
   * @param what for people, as the subject of a sentence
   * @param meanwhile what that means, for people
   */
  public Outage(Logger log, Time time, String what, String meanwhile) {
    this.log = log;
    this.time = time;
    this.what = what;
    this.meanwhile = meanwhile;
  }

  /** It was needed and could not be used, for this reason. */
  public synchronized void away(String why) {
    away = true;
    cause = why;
    var now = time.nanos();
    if (since.isEmpty()) {
      since = Optional.of(now);
    }
    if (said.filter(at -> now - at < BETWEEN.toNanos()).isPresent()) {
      return;
    }
    said = Optional.of(now);
    if (open) {
      log.warn("{} still cannot be used, after {} s ({})", what, lasted(now), cause);
    } else {
      log.warn("{} cannot be used ({}). {}", what, cause, meanwhile);
    }
    open = true;
  }

  /** It could be used. */
  public void back() {
    if (away) {
      ended();
    }
  }

  private synchronized void ended() {
    if (open) {
      log.info("{} can be used again, after {} s", what, lasted(time.nanos()));
    }
    away = false;
    open = false;
    since = Optional.empty();
  }

  public boolean isAway() {
    return away;
  }

  /** Why it could not be used the last time; empty if it could. */
  public synchronized Optional<String> cause() {
    return away ? Optional.of(cause) : Optional.empty();
  }

  private long lasted(long now) {
    return since.map(at -> Duration.ofNanos(now - at).toSeconds()).orElse(0L);
  }

  /** How loud to log a failure: as usual, unless it was noticed as an outage. */
  public static Level level(Throwable failure, Level usual) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof Noticed) {
        return Level.DEBUG;
      }
    }
    return usual;
  }
}
