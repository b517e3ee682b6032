package belfry.hooks;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.storage.Database;
import belfry.storage.Unreadable;
import belfry.storage.UnreadableRows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a program some of what is due, and writes down what came of it. */
final class HookPost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HookPost.class);

  /** So many are sent at once to a program that takes them. */
  static final int AT_ONCE = 8;

  private final Database database;
  private final HookSecrets secrets;
  private final HookEnds ends;
  private final HookRetries retries;
  private final HookClient client;
  private final Time time;
  private final HookListener listener;
  private final UnreadableRows unreadable;
  private final ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor();

  HookPost(
      Database database,
      HookSecrets secrets,
      HookEnds ends,
      HookRetries retries,
      HookClient client,
      HookListener listener,
      Time time) {
    this.database = database;
    this.secrets = secrets;
    this.ends = ends;
    this.retries = retries;
    this.client = client;
    this.listener = listener;
    this.time = time;
    unreadable = database.read(UnreadableRows::of);
  }

  /** How a program behaved. */
  sealed interface Told {
    record NothingDue() implements Told {}

    record Taken() implements Told {}

    /**
     * It has not taken at least one.
     *
     * @param pause how long it asks not to be sent anything
     */
    record Refused(Optional<Duration> pause) implements Told {}

    /**
     * Meanwhile it was deleted or disabled, or has another address: what came says nothing of it.
     */
    record Changed() implements Told {}
  }

  private record Sent(HookMessage message, HookClient.Result result) {
    boolean isTaken() {
      return result.isTaken();
    }
  }

  /** Sends at most so many of what is due, a test before everything else. */
  Told tell(Hook hook, int most) throws InterruptedException {
    var due =
        database.read(handle ->
            HookQueue.newTest(handle, hook.id())
                .map(List::of)
                .orElseGet(() -> HookQueue.due(handle, hook.id(), time.now(), most)));
    if (due.isEmpty()) {
      return new Told.NothingDue();
    }
    var sent = send(hook, due);
    var told = database.<Told>write(handle -> settle(handle, hook, sent, time.now()));
    sent.forEach(one -> listener.told(hook.app(), one.isTaken()));
    return told;
  }

  private List<Sent> send(Hook hook, List<HookMessage> due) throws InterruptedException {
    List<Secret> keys;
    var secret = new UnreadableRows.Row("hook.secret", hook.id().value(), hook.app().value());
    try {
      keys = database.read(handle -> secrets.of(handle, hook.id(), time.now()));
      unreadable.mended(secret);
    } catch (Unreadable e) {
      unreadable.note(secret, e);
      var words = "was not sent: %s. Rotate the secret".formatted(e.getMessage());
      return due.stream().map(one -> new Sent(one, HookClient.Result.none(words))).toList();
    }
    if (keys.isEmpty()) {
      return List.of();
    }
    var calls = new ArrayList<Callable<Sent>>();
    due.forEach(one -> calls.add(() -> new Sent(one, send(hook, one, keys))));
    var sent = new ArrayList<Sent>();
    for (var call : senders.invokeAll(calls)) {
      try {
        sent.add(call.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
    return sent;
  }

  private HookClient.Result send(Hook hook, HookMessage one, List<Secret> keys) {
    var now = time.now();
    var headers = new LinkedHashMap<String, String>();
    headers.put("webhook-id", one.name());
    headers.put("webhook-timestamp", Long.toString(now.getEpochSecond()));
    headers.put("webhook-signature", HookSignature.of(keys, one.name(), now, one.body()));
    return client.post(hook.url(), headers, one.body());
  }

  /**
   * Writes down what came of it. An administrator may have changed the webhook while it was sent.
   *
   * @param was as it was sent to
   */
  private Told settle(Handle handle, Hook was, List<Sent> sent, Instant now) {
    var hook =
        HookStore.lock(handle, was.app(), was.id())
            .filter(one -> one.isEnabled() && one.url().equals(was.url()));
    sent.stream()
        .filter(Sent::isTaken)
        .forEach(one -> HookQueue.taken(handle, one.message, one.result.words(), now));
    if (hook.isEmpty()) {
      return new Told.Changed();
    }
    var failures = sent.stream().filter(one -> !one.isTaken()).toList();
    failures.forEach(one -> failed(handle, hook.get(), one, now));
    if (failures.size() == sent.size()) {
      tookNothing(handle, hook.get(), failures, now);
    } else {
      took(handle, hook.get(), now);
    }
    return failures.isEmpty() ? new Told.Taken() : new Told.Refused(pause(failures, now));
  }

  /** The longest that was asked for. */
  private static Optional<Duration> pause(List<Sent> failures, Instant now) {
    return failures.stream()
        .flatMap(one -> one.result.pause(now).stream())
        .max(Comparator.naturalOrder());
  }

  private static void took(Handle handle, Hook hook, Instant now) {
    HookStore.took(handle, hook.id(), now);
    if (hook.failingSince().isPresent()) {
      LOG.info("App {}: the webhook {} takes events again", hook.app(), hook.shown());
    }
  }

  private void tookNothing(Handle handle, Hook hook, List<Sent> failures, Instant now) {
    var last = failures.getLast().result;
    HookStore.failed(handle, hook.id(), last.words(), now);
    if (!Destinations.hasPort(hook.url())) {
      ends.disable(handle, hook, Hook.State.FAILING);
    } else if (failures.stream().anyMatch(one -> one.result.isGone())) {
      ends.disable(handle, hook, Hook.State.GONE);
    } else if (hook.failingSince().filter(since -> isTooLong(since, now)).isPresent()
        && failures.stream().anyMatch(HookPost::wasTried)) {
      ends.disable(handle, hook, Hook.State.FAILING);
    } else if (hook.failingSince().isEmpty()) {
      LOG.warn(
          "App {}: the webhook {} did not take an event ({}). It is tried again in ever longer intervals; if it takes nothing for {} days, it is disabled",
          hook.app(),
          hook.shown(),
          last.words(),
          HookRetries.LONGEST.toDays());
    }
  }

  /** So often an event was tried, for more than five minutes, before its failure may disable. */
  private static final int TRIED = 2;

  /** What was sent long ago says nothing of a program that was sent nothing since. */
  private static boolean wasTried(Sent one) {
    return one.message.tries() >= TRIED;
  }

  private static boolean isTooLong(Instant since, Instant now) {
    return !since.plus(HookRetries.LONGEST).isAfter(now);
  }

  private void failed(Handle handle, Hook hook, Sent one, Instant now) {
    var next = retries.next(one.message, one.result.pause(now), now);
    if (next.isPresent()) {
      HookQueue.again(handle, one.message, one.result.words(), next.get());
      return;
    }
    HookQueue.givenUp(handle, one.message, one.result.words(), now);
    LOG.warn(
        "App {}: {} was given up after {} tries: the webhook {} {}. Its other events go on; ask the API for what it has missed",
        hook.app(),
        one.message.name(),
        one.message.tries() + 1,
        hook.shown(),
        one.result.words());
  }

  @Override
  public void close() {
    senders.shutdownNow();
    client.close();
  }
}
