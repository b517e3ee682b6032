package belfry.http;

import belfry.base.Outage;
import belfry.base.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs what went wrong with a request. Anybody can ask for the same again: its trace is logged once
 * an hour, otherwise it is one line, of which a minute has a few.
 *
 * <p>Thread-safe.
 */
final class Faults {
  static final int IN_A_MINUTE = 30;

  /** So many places are remembered; there are hardly more in which something can go wrong. */
  private static final int MOST = 100;

  private static final Duration TRACED_ONCE_IN = Duration.ofHours(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Logger LOG = LoggerFactory.getLogger(Faults.class);

  private final Time time;
  private final Map<String, Long> traced = new HashMap<>();
  private long minute;
  private int lines;

  Faults(Time time) {
    this.time = time;
    minute = time.nanos();
  }

  /** A fault of ours: the caller was given this number. */
  void ours(String id, String method, String path, RuntimeException e) {
    if (!mayTell()) {
      return;
    }
    if (isNew(e)) {
      LOG.error("Fault {} at {} {}. The caller was given this number", id, method, path, e);
    } else {
      LOG.error(
          "Fault {} at {} {}: {}. Its trace was logged with an earlier one",
          id,
          method,
          path,
          e.toString());
    }
  }

  /** The database does not answer. */
  void storage(String method, String path, RuntimeException e) {
    var level = Outage.level(e, Level.WARN);
    if (level == Level.DEBUG || mayTell()) {
      LOG.atLevel(level).log("{} {}: {}", method, path, e.getMessage());
    }
  }

  private synchronized boolean mayTell() {
    if (time.nanos() - minute >= MINUTE.toNanos()) {
      minute = time.nanos();
      lines = 0;
    }
    lines++;
    if (lines == IN_A_MINUTE) {
      LOG.warn("More requests fail than are logged: at most {} in a minute are", IN_A_MINUTE);
    }
    return lines < IN_A_MINUTE;
  }

  private synchronized boolean isNew(RuntimeException e) {
    var now = time.nanos();
    traced.values().removeIf(at -> now - at >= TRACED_ONCE_IN.toNanos());
    var trace = e.getStackTrace();
    var place = e.getClass().getName() + (trace.length == 0 ? "" : trace[0]);
    return traced.size() < MOST && traced.putIfAbsent(place, now) == null;
  }
}
