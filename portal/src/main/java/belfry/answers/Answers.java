package belfry.answers;

import belfry.access.Audit;
import belfry.access.AuditEntry;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Pulse;
import belfry.base.Time;
import belfry.jobs.job.Actor;
import belfry.platform.Platform;
import belfry.runs.ReadAnswers;
import belfry.storage.Database;
import belfry.storage.Vault;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The entry point of this package: answers are read from {@link #start} to {@link #close}. */
public final class Answers implements AutoCloseable {
  private final AnswerSettings settings;
  private final Ground ground;
  private final Consumer<AppName> news;
  private final Time time;
  private final AnswerStore store;
  private final AnswerList list;
  private final Replies replies;
  private final HeldReplies heldReplies;
  private final AnswerWatch watch;
  private final AnswerEvents events;
  private final WebhookReceiver receiver;
  private final Map<AppName, AnswerLoop> loops = new LinkedHashMap<>();

  /** The infrastructure below. */
  public record Ground(Database database, Platform platform, Vault vault, Audit audit, Time time) {}

  /**
   * What others are told, each with the app's name.
   *
   * @param news there is a new answer
   * @param runs there is a new run to send
   */
  public record Listeners(Consumer<AppName> news, Consumer<AppName> runs) {}

  /**
   * Starts nothing yet.
   *
   * @param owns whether this process sends for an app, and so reads its answers too
   */
  public Answers(
      AnswerSettings settings, Ground ground, Apps apps, Predicate<App> owns, Listeners listeners) {
    this.settings = settings;
    this.ground = ground;
    news = listeners.news;
    time = ground.time;
    store = new AnswerStore(ground.database);
    list = new AnswerList(ground.database);
    replies = new Replies(ground.database, apps, ground.audit, time, listeners.runs);
    heldReplies = new HeldReplies(ground.database, apps, ground.audit, time, listeners.runs);
    store.onNew(replies);
    store.onNew(new AcknowledgedAnswers());
    watch = new AnswerWatch(ground.database, ground.vault);
    events = new AnswerEvents(ground.database);
    var told =
        new ToldByWebhooks(
            ground.database, ground.platform.clock()::now, settings.times().late().dividedBy(12));
    receiver = new WebhookReceiver(apps, watch, events, told, time, this::heard);
    var shared =
        new AnswerLoop.Shared(
            new AnswerIntake.Ground(
                apps, ground.platform, ground.database, store, settings.times(), time),
            settings,
            watch,
            events,
            told,
            owns,
            listeners.news.andThen(listeners.runs));
    if (settings.read()) {
      apps.all().forEach(app -> loops.put(app.name(), new AnswerLoop(app, shared)));
    }
  }

  public void start() {
    if (!settings.read()) {
      ground.database.write(ReadAnswers::none);
    }
    loops.values().forEach(AnswerLoop::start);
  }

  private void heard(AppName app) {
    Optional.ofNullable(loops.get(app)).ifPresent(AnswerLoop::wake);
  }

  /** Whether answers are read at all. */
  public boolean areRead() {
    return settings.read();
  }

  /** Whether it is heard of when somebody presses a button, as far as this node knows. */
  public boolean hearsPresses(AppName app) {
    return settings.read()
        && settings.publicUrl().isPresent()
        && Optional.ofNullable(loops.get(app)).flatMap(AnswerLoop::unreached).isEmpty();
  }

  public AnswerStore store() {
    return store;
  }

  public AnswerList list() {
    return list;
  }

  public Replies replies() {
    return replies;
  }

  public HeldReplies heldReplies() {
    return heldReplies;
  }

  public WebhookReceiver receiver() {
    return receiver;
  }

  /** Why answers of apps are not heard of, which this node should read. */
  public Map<AppName, String> troubles() {
    var troubles = new LinkedHashMap<AppName, String>();
    loops.forEach((app, loop) -> loop.trouble().ifPresent(why -> troubles.put(app, why)));
    return troubles;
  }

  /** Of how many apps answers are read by this node. */
  public long here() {
    return loops.values().stream().filter(AnswerLoop::isOurs).count();
  }

  /** Of how many apps answers are read at all. */
  public long apps() {
    return loops.size();
  }

  /** The pulses of its threads. */
  public List<Pulse> pulses() {
    return loops.values().stream().map(AnswerLoop::pulse).toList();
  }

  /** Marks an answer as done, or as unread again; empty if there is no such answer. */
  public Optional<ReceivedAnswer> mark(Actor actor, AnswerId id, boolean done) {
    var app = actor.app().name();
    var marked =
        ground.database.write(handle -> {
          var found = AnswerStore.find(handle, app, id);
          if (found.isEmpty()) {
            return found;
          }
          var by = new ReceivedAnswer.Done(time.now(), Optional.of(actor.personId()), actor.name());
          var changed =
              done
                  ? AnswerStore.done(handle, found.get(), by)
                  : AnswerStore.undone(handle, found.get());
          if (changed) {
            ground.audit.record(
                handle,
                AuditEntry.in(app)
                    .by(actor.acting())
                    .did(done ? "answer.done" : "answer.unread", id.toString()));
          }
          return AnswerStore.find(handle, app, id);
        });
    marked.ifPresent(_ -> news.accept(app));
    return marked;
  }

  /** Forgets answers to deleted announcements, and events that were settled long ago. */
  public void sweep() {
    while (store.forgetDeleted()) {}
    events.forget(time.now());
  }

  /** Encrypts stored secrets with the active key; returns how many there are. */
  public static int reseal(Database database, Vault vault) {
    return new AnswerWatch(database, vault).reseal();
  }

  @Override
  public void close() {
    loops.values().forEach(AnswerLoop::stop);
  }
}
