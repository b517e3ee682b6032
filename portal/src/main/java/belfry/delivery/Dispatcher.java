package belfry.delivery;

import belfry.apps.App;
import belfry.apps.Apps;
import belfry.base.Loop;
import belfry.base.Pulse;
import belfry.base.Time;
import belfry.jobs.Jobs;
import belfry.runs.Run;
import belfry.storage.StorageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts jobs that are due in the lanes this process owns, has their audiences expanded, and
 * follow-ups planned.
 */
final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int STARTED_AT_ONCE = 100;

  private final Apps apps;
  private final Jobs jobs;
  private final Lanes lanes;
  private final Expander expander;
  private final FollowUpPlanner planner;
  private final Time time;
  private final Loop loop;
  private volatile Optional<String> storageTrouble = Optional.empty();

  Dispatcher(
      Apps apps, Jobs jobs, Lanes lanes, Expander expander, FollowUpPlanner planner, Time time) {
    this.apps = apps;
    this.jobs = jobs;
    this.lanes = lanes;
    this.expander = expander;
    this.planner = planner;
    this.time = time;
    loop = new Loop("dispatcher", time, this::step);
  }

  void start() {
    loop.start();
  }

  Pulse pulse() {
    return loop.pulse();
  }

  /** Jobs changed, so checks at once. */
  void wake() {
    loop.wake();
  }

  /** Why due jobs cannot be started now; empty if they can. May be called from any thread. */
  Optional<String> storageTrouble() {
    return storageTrouble;
  }

  private Duration step() throws InterruptedException {
    try {
      var began = time.nanos();
      var rest = POLL;
      for (var app : apps.all()) {
        rest = shorter(rest, dispatch(app));
      }
      storageTrouble = Optional.empty();
      // With thousands of runs a check takes long, so single events must not keep it busy.
      loop.pause(Duration.ofNanos(time.nanos() - began));
      return rest;
    } catch (StorageException e) {
      storageTrouble = Optional.of(String.valueOf(e.getMessage()));
      LOG.warn(
          "The database failed during the search for due jobs ({}). Retrying in a second",
          e.getMessage());
      return POLL;
    }
  }

  /** Starts due jobs of this app; returns how long until the next is due. */
  private Duration dispatch(App app) {
    var lease = lanes.lease(app);
    if (lease.isEmpty()) {
      return POLL;
    }
    var rest = untilDue(app);
    if (rest.isZero()) {
      while (jobs.due().start(app, STARTED_AT_ONCE) == STARTED_AT_ONCE && !loop.isStopped()) {
        loop.goesOn();
      }
      rest = untilDue(app);
    }
    for (var run : unexpanded(app)) {
      expander.expand(app, lease.get(), run);
    }
    planner.plan(app, lease.get());
    return rest;
  }

  /** How long until the next job of this app is due; at most {@link #POLL}. */
  private Duration untilDue(App app) {
    return jobs.due()
        .next(app)
        .map(due -> Duration.between(time.now(), due))
        .map(until -> until.isPositive() ? shorter(POLL, until.plusMillis(1)) : Duration.ZERO)
        .orElse(POLL);
  }

  private List<Run> unexpanded(App app) {
    var runs = new ArrayList<>(jobs.runs().open(app.name()));
    runs.removeIf(run -> run.progress().expanded());
    return runs;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  /** Waits for a running check, but not as long as an unresponsive database may take. */
  void stop() {
    loop.stop();
    var _ = loop.awaitEnd(Duration.ofSeconds(2));
  }
}
