package belfry.answers;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Bot;
import belfry.base.Loop;
import belfry.base.Pulse;
import belfry.runs.ReadAnswers;
import belfry.storage.StorageException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Reads the answers to one app's announcements, in the process that owns the lane of its first bot:
 * listens to each of its bots, and works off events.
 */
final class AnswerLoop {
  private static final Duration IDLE = Duration.ofSeconds(1);

  /** A read may wait a minute for its turn, and a conversation may have many pages. */
  private static final Duration LONGEST_STEP = Duration.ofMinutes(15);

  /** So many are read at once, so that one slow answer does not hold up the others. */
  private static final int AT_ONCE = 8;

  private final App app;
  private final AnswerIntake.Ground ground;
  private final AnswerSettings settings;
  private final Shared shared;
  private final AnswerEvents events;
  private final AnswerIntake intake;
  private final Predicate<App> owns;
  private final Consumer<AppName> news;
  private final Loop loop;
  private final AtomicBoolean hasNews = new AtomicBoolean();
  private final ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();

  /** By number; replaced as a whole when there are others. */
  private volatile SortedMap<Integer, BotAnswers> bots = new TreeMap<>();

  private long identifyAt;
  private long hurryAt;

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
    this.shared = shared;
    ground = shared.ground;
    settings = shared.settings;
    events = shared.events;
    owns = shared.owns;
    news = shared.news;
    intake = new AnswerIntake(app, ground);
    var now = ground.time().nanos();
    identifyAt = now;
    hurryAt = now;
    know();
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
    return joined(BotAnswers::trouble);
  }

  /** That the platform does not reach us, as far as this node has noticed. */
  Optional<String> unreached() {
    return joined(BotAnswers::unreached);
  }

  private Optional<String> joined(Function<BotAnswers, Optional<String>> what) {
    return Optional.of(
            bots.values().stream()
                .flatMap(bot -> what.apply(bot).stream())
                .collect(Collectors.joining("; ")))
        .filter(all -> !all.isEmpty());
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
      bots.values().forEach(BotAnswers::unsure);
      throw e;
    }
  }

  private Duration work() throws InterruptedException {
    if (!owns.test(app)) {
      bots.values().forEach(BotAnswers::forget);
      return IDLE;
    }
    hasNews.set(false);
    workOff();
    identify();
    know();
    for (var bot : bots.values()) {
      if (bot.listen(new Breath())) {
        hasNews.set(true);
      }
    }
    ground
        .database()
        .read(handle -> ReadAnswers.awaited(handle, app.name()))
        .ifPresent(this::catchUp);
    return hasNews.get() ? Duration.ZERO : settings.times().soon();
  }

  /** Another process may send through a bot of which this one does not know which it is. */
  private void identify() {
    var several = app.botTokens().size() > 1 || ground.apps().numbers(app).size() > 1;
    if (several && isDue(identifyAt)) {
      ground.apps().identify(app);
      identifyAt = ground.time().nanos() + settings.times().poll().toNanos();
    }
  }

  /** Bots become known later, and are removed from the settings. */
  private void know() {
    var numbers =
        ground.apps().numbers(app).stream()
            .filter(number -> ground.apps().bot(app, number).filter(Bot::gone).isEmpty())
            .collect(Collectors.toSet());
    if (!bots.keySet().equals(numbers)) {
      var known = bots;
      bots =
          numbers.stream()
              .collect(
                  Collectors.toMap(
                      Function.identity(),
                      number -> known.getOrDefault(number, new BotAnswers(app, number, shared)),
                      (one, _) -> one,
                      TreeMap::new));
    }
  }

  /** Up to when what people said is found of all. */
  private Instant readUpTo() {
    return bots.values().stream()
        .map(BotAnswers::readUpTo)
        .min(Comparator.naturalOrder())
        .orElse(Instant.EPOCH);
  }

  /** Somebody is to be reminded unless they have acknowledged it before this moment. */
  private void catchUp(Instant moment) {
    if (readUpTo().isBefore(moment) && isDue(hurryAt)) {
      for (var bot : bots.values()) {
        if (bot.readUpTo().isBefore(moment) && bot.look(new Breath())) {
          hasNews.set(true);
        }
      }
      hurryAt = ground.time().nanos() + settings.times().poll().toNanos();
    }
    var readUpTo = readUpTo();
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

  void stop() {
    loop.stop();
    loop.interrupt();
    readers.shutdownNow();
  }
}
