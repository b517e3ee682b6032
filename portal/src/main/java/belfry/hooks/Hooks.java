package belfry.hooks;

import belfry.access.ActingPerson;
import belfry.access.Audit;
import belfry.access.AuditEntry;
import belfry.answers.AnswerListener;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Phrase;
import belfry.base.Pulse;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.storage.Database;
import belfry.storage.Vault;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;

/**
 * The entry point of this package: what administrators may do with webhooks, and from {@link
 * #start} to {@link #close} they are told what happens.
 */
public final class Hooks implements AutoCloseable {
  public static final int LONGEST_NAME = 60;

  /** More are not needed, and each is sent everything it has chosen. */
  public static final int MOST_OF_AN_APP = 10;

  /** How many events of one are shown, the newest first. */
  public static final int SHOWN = 50;

  private static final Phrase DISABLED =
      Phrase.of("webhook.disabled", "It is disabled. Enable it first.");

  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private final Database database;
  private final Audit audit;
  private final Time time;
  private final Destinations destinations;
  private final HookSecrets secrets;
  private final HookQueue queue;
  private final HookNews news;
  private final HookPost post;
  private final HookDelivery delivery;

  /** The infrastructure below. */
  public record Ground(
      Database database, Vault vault, Audit audit, HookListener listener, Time time) {}

  /**
   * Starts nothing yet.
   *
   * @param owns whether this process sends for an app, and so tells its programs too
   */
  public Hooks(HookSettings settings, Ground ground, Apps apps, Predicate<App> owns) {
    database = ground.database;
    audit = ground.audit;
    time = ground.time;
    destinations = new Destinations(settings);
    secrets = new HookSecrets(ground.vault);
    var ends = new HookEnds(audit);
    queue = new HookQueue(ends);
    news = new HookNews(database, queue);
    post =
        new HookPost(
            database,
            secrets,
            ends,
            new HookRetries(RandomGenerator.getDefault()),
            new HookClient(destinations, TIMEOUT),
            ground.listener,
            time);
    delivery =
        new HookDelivery(apps, database, news, post, owns, time, Thread.ofVirtual().factory());
  }

  public void start() {
    delivery.start();
  }

  /** Writes for programs that an answer was received. */
  public AnswerListener answers() {
    return news;
  }

  public List<Pulse> pulses() {
    return List.of(delivery.pulse());
  }

  /**
   * What an administrator wants of one.
   *
   * @param url as it was written
   */
  public record Wish(String name, String url, Set<HookEvent> events) {
    public Wish {
      events = Set.copyOf(events);
    }
  }

  /** The result of a change. */
  public sealed interface Done {
    record Agreed(Hook hook) implements Done {}

    /** It has a new secret, which is known only now. */
    record WithSecret(Hook hook, Secret secret) implements Done {}

    /** An event was written for it. */
    record Written(HookMessage message) implements Done {}

    /** So many events are sent again. */
    record Replayed(long events) implements Done {}

    /** There is none with this id in this app. */
    record Missing() implements Done {}

    /** Its address may not be used. */
    record Unreachable(Phrase why) implements Done {}

    record Refused(Phrase why) implements Done {}
  }

  /** Those of this app, oldest first. */
  public List<Hook> of(App app) {
    return database.read(handle -> HookStore.of(handle, app.name()));
  }

  /**
   * One of this app, with its newest events.
   *
   * @param waiting how many events it has not taken yet
   * @param givenUp how many are kept that it never took
   */
  public record Seen(Hook hook, long waiting, long givenUp, List<HookMessage> messages) {}

  public Optional<Seen> see(App app, HookId id) {
    return database.read(handle ->
        HookStore.find(handle, id)
            .filter(hook -> hook.app().equals(app.name()))
            .map(hook ->
                new Seen(
                    hook,
                    HookQueue.waiting(handle, id),
                    HookQueue.givenUp(handle, id),
                    HookQueue.latest(handle, id, SHOWN))));
  }

  /** How many events of this app are waiting to be taken. */
  public static long waiting(Handle handle, AppName app) {
    return HookStore.of(handle, app).stream()
        .mapToLong(hook -> HookQueue.waiting(handle, hook.id()))
        .sum();
  }

  /** Since when the first of these waits. */
  public static Optional<Instant> oldestWaiting(Handle handle, AppName app) {
    return HookStore.of(handle, app).stream()
        .flatMap(hook -> HookQueue.oldestWaiting(handle, hook.id()).stream())
        .min(Comparator.naturalOrder());
  }

  /** Registers one, enabled. */
  public Done make(App app, ActingPerson admin, Wish wish) {
    return switch (destinations.read(wish.url)) {
      case Destinations.Read.Bad(var why) -> new Done.Unreachable(why);
      case Destinations.Read.Good(var url) -> make(app, admin, wish, url);
    };
  }

  private Done make(App app, ActingPerson admin, Wish wish, URI url) {
    var secret = HookSignature.newSecret();
    var hook =
        new Hook(
            HookId.next(),
            app.name(),
            wish.name,
            url,
            wish.events,
            Hook.State.ENABLED,
            time.now(),
            Optional.empty(),
            Optional.empty(),
            "",
            Optional.empty());
    return database.write(handle -> {
      if (HookStore.of(handle, app.name()).size() >= MOST_OF_AN_APP) {
        return new Done.Refused(
            Phrase.of(
                "webhook.tooMany",
                "This app has {{most}} webhooks, which is as many as it may have. Delete one first.",
                "most",
                MOST_OF_AN_APP));
      }
      HookStore.insert(handle, hook, secrets.sealed(hook.id(), secret));
      record(handle, admin, "make", hook);
      return new Done.WithSecret(hook, secret);
    });
  }

  private interface Change {
    Done make(Handle handle, Hook hook);
  }

  private Done change(App app, HookId id, Change change) {
    var done =
        database.<Done>write(handle ->
            HookStore.lock(handle, app.name(), id)
                .map(hook -> change.make(handle, hook))
                .orElseGet(Done.Missing::new));
    delivery.wake();
    return done;
  }

  /** Gives it another name, address or choice of events. Another address begins anew. */
  public Done change(App app, ActingPerson admin, HookId id, Wish wish) {
    return switch (destinations.read(wish.url)) {
      case Destinations.Read.Bad(var why) -> new Done.Unreachable(why);
      case Destinations.Read.Good(var url) ->
          change(
              app,
              id,
              (handle, was) -> {
                var same = was.url().equals(url);
                var hook =
                    new Hook(
                        id,
                        was.app(),
                        wish.name,
                        url,
                        wish.events,
                        was.state(),
                        was.created(),
                        was.oldSecretUntil(),
                        same ? was.failingSince() : Optional.empty(),
                        same ? was.failure() : "",
                        was.lastTaken());
                return saved(handle, admin, "change", hook);
              });
    };
  }

  /** What waits for it is sent. It begins anew: how long it failed before does not count. */
  public Done enable(App app, ActingPerson admin, HookId id) {
    return change(
        app,
        id,
        (handle, was) ->
            was.isEnabled()
                ? new Done.Agreed(was)
                : saved(handle, admin, "enable", with(was, Hook.State.ENABLED)));
  }

  /** Nothing is written for it or sent to it until it is enabled. */
  public Done disable(App app, ActingPerson admin, HookId id) {
    return change(
        app,
        id,
        (handle, was) ->
            was.isEnabled()
                ? saved(handle, admin, "disable", with(was, Hook.State.OFF))
                : new Done.Agreed(was));
  }

  private static Hook with(Hook was, Hook.State state) {
    return new Hook(
        was.id(),
        was.app(),
        was.name(),
        was.url(),
        was.events(),
        state,
        was.created(),
        was.oldSecretUntil(),
        Optional.empty(),
        "",
        was.lastTaken());
  }

  private Done saved(Handle handle, ActingPerson admin, String what, Hook hook) {
    HookStore.save(handle, hook);
    record(handle, admin, what, hook);
    return new Done.Agreed(hook);
  }

  /** Gives it a new secret; the old one signs beside it for {@link HookSecrets#OVERLAP}. */
  public Done rotate(App app, ActingPerson admin, HookId id) {
    var secret = HookSignature.newSecret();
    return change(
        app,
        id,
        (handle, hook) -> {
          secrets.rotate(handle, id, secret, time.now());
          record(handle, admin, "rotate", hook);
          return new Done.WithSecret(HookStore.find(handle, id).orElseThrow(), secret);
        });
  }

  /** Writes an event for it, so that somebody sees whether it arrives. */
  public Done test(App app, ActingPerson admin, HookId id) {
    return change(
        app,
        id,
        (handle, hook) -> {
          if (!hook.isEnabled()) {
            return new Done.Refused(DISABLED);
          }
          record(handle, admin, "test", hook);
          return queue
              .add(
                  handle,
                  hook,
                  HookEvent.TEST,
                  time.now(),
                  Map.of("webhookId", hook.id().toString()))
              .<Done>map(Done.Written::new)
              .orElseGet(() ->
                  new Done.Refused(
                      Phrase.of(
                          "webhook.full",
                          "Too many events are waiting for it, so it was disabled just now.")));
        });
  }

  /**
   * Has events sent again that were given up.
   *
   * @param only the id of one; empty for all that are kept
   */
  public Done replay(App app, ActingPerson admin, HookId id, Optional<Long> only) {
    return change(
        app,
        id,
        (handle, hook) -> {
          if (!hook.isEnabled()) {
            return new Done.Refused(DISABLED);
          }
          var events = HookQueue.replay(handle, id, only, time.now());
          if (events == 0 && only.isPresent()) {
            return new Done.Refused(
                Phrase.of(
                    "webhook.notGivenUp",
                    "Only an event that was given up, of the last seven days, can be sent again."));
          }
          if (events > 0) {
            record(handle, admin, "replay", hook);
          }
          return new Done.Replayed(events);
        });
  }

  /** Deletes it, with what waits for it. */
  public Done delete(App app, ActingPerson admin, HookId id) {
    return change(
        app,
        id,
        (handle, hook) -> {
          HookStore.delete(handle, id);
          record(handle, admin, "delete", hook);
          return new Done.Agreed(hook);
        });
  }

  private void record(Handle handle, ActingPerson admin, String what, Hook hook) {
    audit.record(
        handle,
        AuditEntry.in(hook.app())
            .by(admin)
            .did("webhook." + what, hook.id().toString())
            .saying(hook.shown()));
  }

  /** Deletes, in steps, what need not be remembered any more. */
  public void sweep() {
    while (HookQueue.sweep(database, time.now())) {}
    HookNews.forget(database, time.now());
    database.write(handle -> HookSecrets.forgetOld(handle, time.now()));
  }

  /** Encrypts stored secrets with the active key; returns how many there are. */
  public static int reseal(Database database, Vault vault) {
    return new HookSecrets(vault).reseal(database);
  }

  @Override
  public void close() {
    delivery.stop();
    post.close();
  }
}
