package belfry.delivery;

import belfry.apps.AppName;
import belfry.base.Time;
import belfry.base.Wait;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once in the log for what the runs of an app wait, as soon as they have for some seconds.
 * Used by one thread.
 */
final class WaitLog {
  private static final Logger LOG = LoggerFactory.getLogger(WaitLog.class);

  /** What is over sooner is the course of things. */
  static final Duration BRIEFLY = Duration.ofSeconds(5);

  /** What comes back within this time, like the rests under a limit, was told. */
  static final Duration AGAIN = Duration.ofMinutes(10);

  private final Time time;
  private final Map<Key, Seen> seen = new HashMap<>();

  WaitLog(Time time) {
    this.time = time;
  }

  private record Key(AppName app, Wait.For what) {}

  /** Since when it waits, when it last did, and whether that was told. */
  private record Seen(long since, long last, boolean told) {}

  /** Tells what is new of what waits in this app now. */
  void waits(AppName app, List<Waits.Many> now) {
    var nanos = time.nanos();
    for (var many : now) {
      var what = many.why().what();
      if (many.runs() > 0 && !what.isCourse()) {
        var key = new Key(app, what);
        var before = seen.get(key);
        var isNew = before == null || (!before.told && nanos - before.last > BRIEFLY.toNanos());
        var one =
            before == null || isNew
                ? new Seen(nanos, nanos, false)
                : new Seen(before.since, nanos, before.told);
        seen.put(key, told(app, many, one));
      }
    }
    seen.entrySet()
        .removeIf(
            one -> one.getKey().app.equals(app) && nanos - one.getValue().last > AGAIN.toNanos());
  }

  private static Seen told(AppName app, Waits.Many many, Seen one) {
    if (one.told || one.last - one.since < BRIEFLY.toNanos()) {
      return one;
    }
    LOG.info(
        "App {}: {} (runs: {}, recipients: {})",
        app,
        many.why().english(),
        many.runs(),
        many.recipients());
    return new Seen(one.since, one.last, true);
  }
}
