package belfry.hooks;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Loop;
import belfry.base.Outage;
import belfry.base.Pulse;
import belfry.base.Time;
import belfry.storage.Database;
import belfry.storage.Unreadable;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Tells programs what is due, in the process that owns their app's lane: each in a thread of its
 * own, so that a slow one holds up no other.
 */
final class HookDelivery {
  private static final Logger LOG = LoggerFactory.getLogger(HookDelivery.class);
  private static final Duration IDLE = Duration.ofSeconds(1);

  private final Apps apps;
  private final Database database;
  private final HookNews news;
  private final HookPost post;
  private final Predicate<App> owns;
  private final Time time;
  private final Loop loop;
  private final HookRests rests;
  private final Set<HookId> busy = ConcurrentHashMap.newKeySet();
  private final ExecutorService workers;

  /**
   * @param threads each tells one program
   */
  HookDelivery(
      Apps apps,
      Database database,
      HookNews news,
      HookPost post,
      Predicate<App> owns,
      Time time,
      ThreadFactory threads) {
    this.apps = apps;
    this.database = database;
    this.news = news;
    this.post = post;
    this.owns = owns;
    this.time = time;
    rests = new HookRests(time);
    workers = Executors.newThreadPerTaskExecutor(threads);
    loop = new Loop("webhooks", time, this::step);
  }

  void start() {
    loop.start();
  }

  /** Something was written that can be sent at once. */
  void wake() {
    loop.wake();
  }

  Pulse pulse() {
    return loop.pulse();
  }

  /** What the thread of this does again and again. */
  Duration step() {
    for (var app : news.apps()) {
      if (isMine(app)) {
        write(app);
      }
    }
    for (var hook : HookStore.due(database, time.now())) {
      if (isMine(hook.app()) && maySend(hook) && busy.add(hook.id())) {
        workers.execute(() -> work(hook.id()));
      }
    }
    return IDLE;
  }

  /** What cannot be told of one app keeps nobody from hearing of the others. */
  private void write(AppName app) {
    try {
      news.write(app, time.now());
    } catch (RuntimeException e) {
      if (!Unreadable.is(e)) {
        throw e;
      }
      LOG.warn("App {}: what happens cannot be told to webhooks ({})", app, e.toString());
    }
  }

  private boolean isMine(AppName app) {
    return apps.find(app).filter(owns).isPresent();
  }

  /** Somebody waits for what comes of a test, also while it rests. */
  private boolean maySend(Hook hook) {
    return !rests.isResting(hook)
        || database.read(handle -> HookQueue.newTest(handle, hook.id())).isPresent();
  }

  private void work(HookId id) {
    try {
      while (!loop.isStopped() && tell(id)) {}
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      if (!loop.isStopped()) {
        LOG.atLevel(Outage.level(e, Level.WARN))
            .log("A webhook could not be told anything ({}). It is tried again soon", e.toString());
        rests.failed(id);
      }
    } finally {
      busy.remove(id);
    }
  }

  /** Tells some of what is due; false if there is nothing more to do now. */
  private boolean tell(HookId id) throws InterruptedException {
    var found = database.read(handle -> HookStore.find(handle, id));
    if (found.isEmpty()) {
      rests.end(id);
      return false;
    }
    var hook = found.get();
    if (!hook.isEnabled() || !isMine(hook.app())) {
      return false;
    }
    return switch (post.tell(hook, rests.isTriedOut(id) ? 1 : HookPost.AT_ONCE)) {
      case HookPost.Told.NothingDue() -> false;
      case HookPost.Told.Taken() -> {
        rests.end(id);
        yield true;
      }
      case HookPost.Told.Refused(var pause) -> {
        rests.refused(hook, pause);
        yield false;
      }
      case HookPost.Told.Changed() -> true;
    };
  }

  /** What is being sent may arrive or not; if so, it is sent again, under the same id. */
  void stop() {
    loop.stop();
    var _ = loop.awaitEnd(Duration.ofSeconds(2));
    workers.shutdownNow();
  }
}
