package belfry.delivery.doublecheck;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Loop;
import belfry.base.Outage;
import belfry.base.Pulse;
import belfry.base.Time;
import belfry.delivery.adapters.RestLog;
import belfry.delivery.foundation.Infrastructure;
import belfry.runs.DeletedRuns;
import belfry.storage.Database;
import belfry.storage.StorageException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The thread for work after a run's end: the double check and missing addresses, in the lanes this
 * process owns, and deleting the data of deleted jobs.
 */
public final class DoubleCheckLoop {
  private static final Logger LOG = LoggerFactory.getLogger(DoubleCheckLoop.class);

  /** For one conversation or one page of people, if the platform permits little. */
  private static final Duration LONGEST_STEP = Duration.ofMinutes(10);

  /** Steps for a deleted run before other work gets a turn. */
  private static final int STEPS_AT_ONCE = 50;

  private static final Duration BETWEEN_STEPS = Duration.ofMillis(100);

  private static final Duration BETWEEN_FORGETTING = Duration.ofHours(1);

  private final Apps apps;
  private final Predicate<App> owned;
  private final DoubleCheck doubles;
  private final RecipientAddresses addresses;
  private final Database database;
  private final Time time;
  private final DeletedRuns deletedRuns;
  private final Duration poll;
  private final Consumer<AppName> news;
  private final Loop loop;
  private long forgetAt;

  /** Starts nothing yet; {@code news} receives the app after each change. */
  public DoubleCheckLoop(
      Apps apps,
      Predicate<App> owned,
      DoubleCheck doubles,
      RecipientAddresses addresses,
      Infrastructure below,
      Consumer<AppName> news) {
    this.apps = apps;
    this.owned = owned;
    this.doubles = doubles;
    this.addresses = addresses;
    this.news = news;
    database = below.database();
    time = below.time();
    deletedRuns = new DeletedRuns(database, time);
    forgetAt = time.nanos();
    poll = below.tuning().doubleCheckAfter().dividedBy(20);
    loop = new Loop("auditor", time, LONGEST_STEP, this::step, () -> {});
  }

  public void start() {
    loop.start();
  }

  public Pulse pulse() {
    return loop.pulse();
  }

  private Duration step() throws InterruptedException {
    for (var app : apps.all()) {
      BooleanSupplier further =
          () -> {
            loop.goesOn();
            return !loop.isStopped() && owned.test(app);
          };
      try {
        if (further.getAsBoolean()
            && doubles.check(app, further) + addresses.fill(app, further) > 0) {
          news.accept(app.name());
        }
      } catch (RuntimeException e) {
        LOG.atLevel(Outage.level(e, Level.WARN))
            .log(
                "App {}: the work after a run's end failed ({}). Retrying",
                app.name(),
                e.toString());
      }
    }
    return deleteSome() ? Duration.ZERO : poll;
  }

  /** Whether there is more to delete. */
  private boolean deleteSome() throws InterruptedException {
    try {
      for (var step = 0; step < STEPS_AT_ONCE && !loop.isStopped(); step++) {
        if (!deletedRuns.step()) {
          forgetRests();
          return false;
        }
        loop.pause(BETWEEN_STEPS);
      }
      return true;
    } catch (StorageException e) {
      LOG.atLevel(Outage.level(e, Level.WARN))
          .log("The data of deleted jobs could not be deleted ({}). Retrying", e.getMessage());
      return false;
    }
  }

  private void forgetRests() {
    if (time.nanos() - forgetAt >= 0) {
      forgetAt = time.nanos() + BETWEEN_FORGETTING.toNanos();
      RestLog.forget(database, time.now());
    }
  }

  /** An interrupted check begins again at the next start. */
  public void stop() {
    loop.stop();
    loop.interrupt();
    var _ = loop.awaitEnd(Duration.ofSeconds(2));
  }
}
