package belfry.delivery;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Loop;
import belfry.base.Outage;
import belfry.base.Pulse;
import belfry.base.Time;
import belfry.delivery.expansion.Expander;
import belfry.delivery.expansion.FollowUpPlanner;
import belfry.delivery.expansion.GoneBots;
import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.lane.Lane;
import belfry.jobs.DueJobs;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUps;
import belfry.storage.CachedReads;
import belfry.storage.StorageException;
import belfry.storage.Unreadable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Starts jobs that are due in the lanes this process owns, has their audiences expanded, and
 * follow-ups planned.
 */
final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int STARTED_AT_ONCE = 100;

  private final Apps apps;
  private final DueJobs due;
  private final Lanes lanes;
  private final Expander expander;
  private final FollowUpPlanner planner;
  private final GoneBots goneBots;
  private final Waits waits;
  private final WaitLog waitLog;
  private final Time time;
  private final Loop loop;
  private final CachedReads<AppName, Work> works;
  private final Map<AppName, String> troubled = new HashMap<>();
  private final Map<AppName, String> untold = new HashMap<>();
  private volatile Optional<String> storageTrouble = Optional.empty();

  Dispatcher(
      Infrastructure below,
      Apps apps,
      DueJobs due,
      Lanes lanes,
      Expander expander,
      FollowUpPlanner planner,
      GoneBots goneBots,
      Waits waits) {
    this.apps = apps;
    this.due = due;
    this.lanes = lanes;
    this.expander = expander;
    this.planner = planner;
    this.goneBots = goneBots;
    this.waits = waits;
    time = below.time();
    waitLog = new WaitLog(time);
    works = new CachedReads<>(below.database(), Dispatcher::work);
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
        rest = shorter(rest, dispatchAlone(app));
      }
      storageTrouble = Optional.empty();
      // With thousands of runs a check takes long, so single events must not keep it busy.
      loop.pause(Duration.ofNanos(time.nanos() - began));
      return rest;
    } catch (StorageException e) {
      storageTrouble = Optional.of(String.valueOf(e.getMessage()));
      LOG.atLevel(Outage.level(e, Level.WARN))
          .log(
              "The database failed during the search for due jobs ({}). Retrying in a second",
              e.getMessage());
      return POLL;
    }
  }

  /** What cannot be read of one app, or breaks there, holds up no other. */
  private Duration dispatchAlone(App app) {
    try {
      var rest = dispatch(app);
      troubled.remove(app.name());
      return rest;
    } catch (RuntimeException e) {
      if (!Unreadable.is(e)) {
        throw e;
      }
      var words = String.valueOf(e.getMessage());
      if (!words.equals(troubled.put(app.name(), words))) {
        LOG.error("App {}: its due jobs cannot be started. All other apps go on", app.name(), e);
      }
      return POLL;
    }
  }

  /** Starts due jobs of this app; returns how long until the next is due. */
  private Duration dispatch(App app) {
    lanes.grow(app);
    passOn(app);
    waits.tellOthers(app.name());
    var lease = lanes.lease(app);
    if (lease.isEmpty()) {
      // What another node sends it tells itself.
      if (waits.isLeft(app.name())) {
        tell(app, works.get(app.name()).runs);
      }
      apps.learn(app);
      return POLL;
    }
    var work = works.get(app.name());
    var started = 1;
    if (untilDue(work).isZero()) {
      while ((started = due.start(app, STARTED_AT_ONCE)) == STARTED_AT_ONCE && !loop.isStopped()) {
        loop.goesOn();
      }
      work = works.get(app.name());
    }
    var isQuiet = waits.quietUntil(app.name(), time.now()).isPresent();
    for (var run : work.runs) {
      // Whoever is named when quiet hours are over gets it, and not whoever was before.
      if (!run.progress().expanded() && !(isQuiet && run.keepsQuiet())) {
        expander.expand(app, lease.get(), run);
      }
    }
    planner.plan(app, lease.get(), work.followUps);
    tell(app, work.runs);
    // What is due and was not started cannot be read, or waits for other words: it takes no hurry.
    return started == 0 && untilDue(work).isZero() ? POLL : untilDue(work);
  }

  /** Of bots that are gone. */
  private void passOn(App app) {
    for (var number : apps.numbers(app)) {
      if (apps.isRemoved(app, number)) {
        var lease = lanes.lane(new LaneId(app.name(), number)).flatMap(Lane::lease);
        lease.ifPresent(held ->
            works.get(app.name()).runs.stream()
                .filter(run -> run.progress().expanded() && run.progress().gate() == Run.Gate.OPEN)
                .forEach(run -> goneBots.passOn(app, held, run)));
      }
    }
  }

  /** Whatever cannot be read then, nothing else needs it. */
  private void tell(App app, List<Run> open) {
    try {
      waitLog.waits(app.name(), waits.of(app.name(), open));
      untold.remove(app.name());
    } catch (RuntimeException e) {
      if (!Unreadable.is(e)) {
        throw e;
      }
      var words = String.valueOf(e.getMessage());
      if (!words.equals(untold.put(app.name(), words))) {
        LOG.error("App {}: for what its jobs wait cannot be told. They go on", app.name(), e);
      }
    }
  }

  /**
   * What an app has to do.
   *
   * @param due when its next job is due
   * @param runs that are open
   * @param followUps that are open
   */
  private record Work(Optional<Instant> due, List<Run> runs, List<FollowUp> followUps) {}

  private static Work work(Handle handle, AppName app) {
    return new Work(DueJobs.next(handle, app), Runs.open(handle, app), FollowUps.open(handle, app));
  }

  /** How long until the next job is due; at most {@link #POLL}. */
  private Duration untilDue(Work work) {
    return work.due
        .map(due -> Duration.between(time.now(), due))
        .map(until -> until.isPositive() ? shorter(POLL, until.plusMillis(1)) : Duration.ZERO)
        .orElse(POLL);
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
