package belfry.hooks;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Backoff;
import belfry.base.Loop;
import belfry.base.Pulse;
import belfry.base.Time;
import belfry.storage.Database;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells programs what is due, in the process that owns their app's lane: each in a thread of its
 * own, so that a slow one holds up no other.
 */
final class HookDelivery {
  private static final Logger LOG = LoggerFactory.getLogger(HookDelivery.class);
  private static final Duration IDLE = Duration.ofSeconds(1);

  /** A program that takes nothing is asked with one event at a time, and ever less often. */
  private static final Duration FIRST_REST = Duration.ofSeconds(5);

  private static final Duration LONGEST_REST = Duration.ofMinutes(5);

  private final Apps apps;
  private final Database database;
  private final HookNews news;
  private final HookPost post;
  private final Predicate<App> owns;
  private final Time time;
  private final Loop loop;
  private final Set<HookId> busy = ConcurrentHashMap.newKeySet();
  private final Map<HookId, Rest> rests = new ConcurrentHashMap<>();
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();

  /** After so many failures in a row, nothing is sent until then. */
  private record Rest(int failures, long until) {}

  HookDelivery(
      Apps apps, Database database, HookNews news, HookPost post, Predicate<App> owns, Time time) {
    this.apps = apps;
    this.database = database;
    this.news = news;
    this.post = post;
    this.owns = owns;
    this.time = time;
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

  private Duration step() {
    for (var app : apps.all()) {
      if (owns.test(app)) {
        news.write(app.name(), time.now());
      }
    }
    for (var hook : HookStore.due(database, time.now())) {
      if (isMine(hook.app()) && !isResting(hook.id()) && busy.add(hook.id())) {
        workers.execute(() -> work(hook.id()));
      }
    }
    return IDLE;
  }

  private boolean isMine(AppName app) {
    return apps.find(app).filter(owns).isPresent();
  }

  private boolean isResting(HookId id) {
    return Optional.ofNullable(rests.get(id))
        .filter(rest -> time.nanos() - rest.until < 0)
        .isPresent();
  }

  private void work(HookId id) {
    try {
      while (!loop.isStopped() && tell(id)) {}
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      if (!loop.isStopped()) {
        LOG.warn("A webhook could not be told anything ({}). It is tried again soon", e.toString());
        rest(id);
      }
    } finally {
      busy.remove(id);
    }
  }

  /** Tells some of what is due; false if there is nothing more to do now. */
  private boolean tell(HookId id) throws InterruptedException {
    var hook = database.read(handle -> HookStore.find(handle, id));
    if (hook.filter(one -> one.isEnabled() && isMine(one.app())).isEmpty()) {
      return false;
    }
    return switch (post.tell(hook.get(), rests.containsKey(id) ? 1 : HookPost.AT_ONCE)) {
      case NOTHING_DUE -> false;
      case TAKEN -> {
        rests.remove(id);
        yield true;
      }
      case REFUSED -> {
        rest(id);
        yield false;
      }
    };
  }

  private void rest(HookId id) {
    var failures = Optional.ofNullable(rests.get(id)).map(Rest::failures).orElse(0);
    var length = Backoff.after(failures, FIRST_REST, LONGEST_REST);
    rests.put(id, new Rest(failures + 1, time.nanos() + length.toNanos()));
  }

  /** What is being sent may arrive or not; if so, it is sent again, under the same id. */
  void stop() {
    loop.stop();
    var _ = loop.awaitEnd(Duration.ofSeconds(2));
    workers.shutdownNow();
  }
}
