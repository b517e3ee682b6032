package belfry.answers;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Loop;
import belfry.base.Outage;
import belfry.base.Pulse;
import belfry.runs.ReadAnswers;
import belfry.storage.StorageException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the answers to one app's announcements, in the process that owns the app's lane: works off
 * events, looks through the conversations, and keeps the webhooks in order.
 */
final class AnswerLoop {
  private static final Logger LOG = LoggerFactory.getLogger(AnswerLoop.class);
  private static final Duration IDLE = Duration.ofSeconds(1);

  /** A read may wait a minute for its turn, and a conversation may have many pages. */
  private static final Duration LONGEST_STEP = Duration.ofMinutes(15);

  private static final Duration LONG = Duration.ofMinutes(2);

  /** So many are read at once, so that one slow answer does not hold up the others. */
  private static final int AT_ONCE = 8;

  private final App app;
  private final AnswerIntake.Ground ground;
  private final AnswerSettings settings;
  private final AnswerWatch watch;
  private final AnswerEvents events;
  private final AnswerIntake intake;
  private final Predicate<App> owns;
  private final Consumer<AppName> news;
  private final Outage unkept;
  private final Optional<Reachability> reach;
  private final Loop loop;
  private final AtomicBoolean hasNews = new AtomicBoolean();
  private final ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();
  private Optional<ConversationPoll> poll = Optional.empty();
  private volatile Optional<Unread> unread = Optional.empty();
  private boolean webhooksWork;
  private long mendAt;
  private long pollAt;
  private long walkAt;
  private long missedAt;
  private long hurryAt;

  /** What was written before was found, though perhaps not worked off. */
  private Instant readUpTo = Instant.EPOCH;

  /** That nothing can be looked for, from the first attempt to the last one, on our clock. */
  private record Unread(long since, long last, String why) {
    boolean isLong() {
      return Duration.ofNanos(last - since).compareTo(LONG) >= 0;
    }
  }

  /** What all loops share. */
  record Shared(
      AnswerIntake.Ground ground,
      AnswerSettings settings,
      AnswerWatch watch,
      AnswerEvents events,
      ToldByWebhooks told,
      Predicate<App> owns,
      Consumer<AppName> news) {}

  AnswerLoop(App app, Shared shared) {
    this.app = app;
    ground = shared.ground;
    settings = shared.settings;
    watch = shared.watch;
    events = shared.events;
    owns = shared.owns;
    news = shared.news;
    intake = new AnswerIntake(app, ground);
    unkept = WebhookKeeper.outage(app, ground.time());
    reach =
        settings
            .publicUrl()
            .map(url ->
                new Reachability(
                    app.name(),
                    url,
                    shared.told,
                    ground.platform().clock()::now,
                    settings.times().late()));
    var now = ground.time().nanos();
    mendAt = now;
    pollAt = now;
    walkAt = now;
    hurryAt = now;
    missedAt = now - settings.times().walk().toNanos();
    loop = new Loop("answers-" + app.name(), ground.time(), LONGEST_STEP, this::step, () -> {});
  }

  void start() {
    loop.start();
  }

  /** Whether this node reads them. */
  boolean isOurs() {
    return owns.test(app);
  }

  /** Why answers are not heard of; empty if they are, or if another node reads them. */
  Optional<String> trouble() {
    if (!isOurs()) {
      return Optional.empty();
    }
    return unread
        .filter(Unread::isLong)
        .map(one -> "they cannot be looked for: " + one.why)
        .or(() ->
            unkept.isAway()
                ? Optional.of(
                    "its webhooks at Webex cannot be kept, so pressed buttons are not seen, and written answers come late")
                : unreached());
  }

  /** That the platform does not reach us, as far as this node has noticed. */
  Optional<String> unreached() {
    return reach.flatMap(Reachability::trouble);
  }

  /** An event was stored. */
  void wake() {
    hasNews.set(true);
    loop.wake();
  }

  Pulse pulse() {
    return loop.pulse();
  }

  private Duration step() throws InterruptedException {
    try {
      return work();
    } catch (StorageException e) {
      // What is told of now is refused.
      reach.ifPresent(Reachability::unsure);
      throw e;
    }
  }

  private Duration work() throws InterruptedException {
    if (!owns.test(app)) {
      reach.ifPresent(Reachability::forget);
      poll = Optional.empty();
      readUpTo = Instant.EPOCH;
      return IDLE;
    }
    hasNews.set(false);
    workOff();
    if (isDue(mendAt)) {
      mend();
    }
    if (isDue(pollAt)) {
      look();
    }
    if (reach.filter(Reachability::becomesCertain).isPresent()) {
      mendAt = ground.time().nanos();
    }
    ground
        .database()
        .read(handle -> ReadAnswers.awaited(handle, app.name()))
        .ifPresent(this::catchUp);
    return hasNews.get() ? Duration.ZERO : soon();
  }

  /** Somebody is to be reminded unless they have acknowledged it before this moment. */
  private void catchUp(Instant moment) {
    if (readUpTo.isBefore(moment) && isDue(hurryAt)) {
      look();
      hurryAt = ground.time().nanos() + settings.times().poll().toNanos();
    }
    var recent = ground.time().now().minus(ReadAnswers.LONGEST_WAIT);
    ground
        .database()
        .write(handle -> {
          var waiting = AnswerEvents.firstWaiting(handle, app.name(), recent);
          // A press is heard of, and not yet known, or what was just found.
          ReadAnswers.upTo(
              handle,
              app.name(),
              waiting
                  .map(first -> first.minusMillis(1))
                  .filter(readUpTo::isAfter)
                  .orElse(readUpTo));
          return moment;
        });
  }

  private boolean isDue(long at) {
    return ground.time().nanos() - at >= 0;
  }

  /** Trials are faster than a second. */
  private Duration soon() {
    var retry = settings.times().retry();
    return retry.compareTo(IDLE) < 0 ? retry : IDLE;
  }

  private void workOff() throws InterruptedException {
    while (!loop.isStopped()) {
      var due = events.due(app.name(), ground.time().now(), AT_ONCE);
      if (due.isEmpty()) {
        return;
      }
      loop.goesOn();
      var reads = new ArrayList<Callable<Boolean>>();
      due.forEach(one -> reads.add(() -> intake.take(one)));
      if (anyNew(reads)) {
        news.accept(app.name());
      }
    }
  }

  private boolean anyNew(List<Callable<Boolean>> reads) throws InterruptedException {
    var isNew = false;
    for (var read : readers.invokeAll(reads)) {
      try {
        isNew |= read.get();
      } catch (ExecutionException e) {
        switch (e.getCause()) {
          case Error error -> throw error;
          case RuntimeException failure -> throw failure;
          case null, default -> throw new IllegalStateException(e);
        }
      }
    }
    return isNew;
  }

  private void mend() {
    var secret = watch.of(app.name(), ground.time().now()).secret();
    webhooksWork =
        settings.publicUrl().isPresent()
            && new WebhookKeeper(app, ground.platform(), settings.publicUrl().get(), secret, unkept)
                .mend();
    var isMissing = settings.publicUrl().isPresent() && !webhooksWork;
    // The platform gives up what it cannot reach, and is heard again only after a mend.
    var isSoon = isMissing || unreached().isPresent();
    mendAt =
        ground.time().nanos()
            + (isSoon ? settings.times().poll() : settings.times().mend()).toNanos();
  }

  private void look() {
    var bot = ground.apps().bot(app);
    if (bot.isEmpty()) {
      pollAt = ground.time().nanos() + soon().toNanos();
      return;
    }
    if (poll.isEmpty()) {
      var since = watch.of(app.name(), ground.time().now()).since();
      poll =
          Optional.of(
              new ConversationPoll(
                  app, ground.platform(), ground.database(), since, settings.times().slowPoll()));
      walkAt = ground.time().nanos();
      ground
          .database()
          .write(handle -> {
            ReadAnswers.begin(handle, app.name());
            return app;
          });
    }
    var all = isDue(walkAt);
    var began = ground.time().now();
    var looked = poll.get().look(bot.get(), all, began, new Breath());
    if (looked.answered()) {
      readUpTo = began;
    }
    var now = ground.time().nanos();
    unread =
        looked.trouble().map(why -> new Unread(unread.map(Unread::since).orElse(now), now, why));
    if (!looked.found().isEmpty()) {
      hasNews.set(true);
      if (webhooksWork) {
        missedAt = now;
        if (unreached().isEmpty()) {
          LOG.info(
              "App {}: {} answers were found that no webhook told of. Conversations are looked through more often",
              app.name(),
              looked.found().size());
        }
      }
    }
    reach.ifPresent(one -> {
      if (webhooksWork && unread.isEmpty()) {
        one.looked(looked.found());
      } else {
        one.unsure();
      }
    });
    if (all && looked.complete()) {
      walkAt = now + settings.times().walk().toNanos();
    }
    pollAt = now + pause(now).toNanos();
  }

  /** Events are worked off between two reads, so that nobody waits for a long look. */
  private final class Breath implements ConversationPoll.Breath {
    private final long ends = ground.time().nanos() + settings.times().poll().toNanos();

    @Override
    public boolean goesOn() {
      loop.goesOn();
      try {
        workOff();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return false;
      }
      return !loop.isStopped() && owns.test(app);
    }

    @Override
    public boolean hasTime() {
      return goesOn() && ground.time().nanos() - ends < 0;
    }
  }

  /** Webhooks that miss something are not relied on for a while. */
  private Duration pause(long now) {
    var reliable = webhooksWork && now - missedAt >= settings.times().walk().toNanos();
    return reliable ? settings.times().slowPoll() : settings.times().poll();
  }

  void stop() {
    loop.stop();
    loop.interrupt();
    readers.shutdownNow();
  }
}
