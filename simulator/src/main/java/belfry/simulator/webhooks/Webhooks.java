package belfry.simulator.webhooks;

import belfry.simulator.base.Mix;
import belfry.simulator.base.Time;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Ids;
import belfry.simulator.directory.Principal;
import belfry.simulator.directory.Spaces;
import belfry.simulator.messages.News;
import belfry.simulator.messages.Room;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;

/** Every webhook, and the telling of what happens: in the background, once, never again. */
public final class Webhooks implements AutoCloseable {
  private static final int AT_ONCE = 32;

  private final Directory directory;
  private final Spaces spaces;
  private final Time time;
  private final int mostFailures;
  private final Letters letters;
  private final Courier courier;
  private final ExecutorService background = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore lines = new Semaphore(AT_ONCE);
  private final AtomicLong next = new AtomicLong();
  private final Map<Long, Webhook> byNumber = new ConcurrentSkipListMap<>();
  private final Map<Long, AtomicInteger> failuresInARow = new ConcurrentSkipListMap<>();
  private final LongAdder delivered = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Map<String, LongAdder> wrong =
      Map.of(
          "lost",
          new LongAdder(),
          "doubled",
          new LongAdder(),
          "late",
          new LongAdder(),
          "forged",
          new LongAdder());
  private final AtomicLong letter = new AtomicLong();
  private final Set<String> confirmed = ConcurrentHashMap.newKeySet();
  private volatile WebhookFaults faults = WebhookFaults.NONE;

  public Webhooks(WebhookSettings settings, Directory directory, Spaces spaces, Time time) {
    this.directory = directory;
    this.spaces = spaces;
    this.time = time;
    mostFailures = settings.mostFailures();
    letters = new Letters(directory);
    courier = new Courier(settings.timeout());
  }

  /** Whether there is anything of this kind to be told, and the filter can be understood. */
  public boolean isPossible(Webhook.Wish wish) {
    return Topic.isKnown(wish) && Filter.of(wish.filter()).isPresent();
  }

  public Webhook create(Principal owner, Webhook.Wish wish, Webhook.Address address) {
    var number = next.getAndIncrement();
    var id = directory.ids().id(Ids.Kind.WEBHOOK, number);
    var now = Instant.ofEpochMilli(time.millis());
    var webhook = new Webhook(number, id, owner, wish, address, true, now);
    failuresInARow.put(number, new AtomicInteger());
    byNumber.put(number, webhook);
    return webhook;
  }

  public List<Webhook> of(Principal owner) {
    return byNumber.values().stream().filter(it -> it.owner().equals(owner)).toList();
  }

  /** How many there are of everybody. */
  public int size() {
    return byNumber.size();
  }

  public Optional<Webhook> byId(String id, Principal owner) {
    return of(owner).stream().filter(it -> it.id().equals(id)).findFirst();
  }

  /** Another address; with {@code wakened} it is also active again, whatever failed before. */
  public Optional<Webhook> change(Webhook webhook, Webhook.Address address, boolean wakened) {
    if (wakened) {
      failures(webhook).set(0);
    }
    return change(webhook, it -> it.with(address).active(wakened || it.active()));
  }

  public void delete(Webhook webhook) {
    byNumber.remove(webhook.number());
  }

  /** What happened goes to every active webhook that asked for it and whose owner may see it. */
  public void hear(News news) {
    if (byNumber.isEmpty()) {
      return;
    }
    var topic = Topic.of(news);
    for (var webhook : byNumber.values()) {
      if (webhook.active()
          && topic.isMeantBy(webhook.wish())
          && maySee(webhook.owner(), news)
          && Filter.of(webhook.wish().filter())
              .filter(it -> it.holds(news, webhook.owner(), directory))
              .isPresent()) {
        background.execute(() -> tell(webhook, news));
      }
    }
  }

  /** What goes wrong from now on. */
  public void setFaults(WebhookFaults other) {
    faults = other;
  }

  public WebhookFaults faults() {
    return faults;
  }

  /** The ids of messages and presses whose letters somebody has confirmed. */
  public Set<String> confirmed() {
    return Set.copyOf(confirmed);
  }

  /** How many letters were taken, how many were not, and how many went wrong in which way. */
  public Map<String, Long> counts() {
    var counts = new TreeMap<>(Map.of("delivered", delivered.sum(), "failed", failed.sum()));
    wrong.forEach((what, count) -> counts.put(what, count.sum()));
    return counts;
  }

  public void resetCounts() {
    delivered.reset();
    failed.reset();
    wrong.values().forEach(LongAdder::reset);
  }

  @Override
  public void close() {
    background.shutdownNow();
    courier.close();
  }

  /** In a space a bot is told of what mentions it and of its own cards. */
  private boolean maySee(Principal owner, News news) {
    return switch (news.message().room()) {
      case Room.Direct direct -> direct.has(owner);
      case Room.Group(var space) ->
          spaces.at(space).contains(owner)
              && (!(owner instanceof Principal.Bot)
                  || news.message().words().mentions().include(owner, directory)
                  || (news instanceof News.Pressed && news.message().author().equals(owner)));
    };
  }

  private void tell(Webhook webhook, News news) {
    var now = faults;
    var dice = letter.getAndIncrement();
    try {
      if (happens("forged", now.forged(), dice)) {
        send(courier -> courier.forged(webhook.address(), letters.forged(webhook, news)));
      }
      if (happens("lost", now.lost(), dice)) {
        return;
      }
      if (happens("late", now.late(), dice)) {
        time.rest(Duration.ofMillis(now.lateMillis()));
      }
      var content = letters.letter(webhook, news);
      var taken = send(courier -> courier.delivered(webhook.address(), content));
      if (taken) {
        confirmed.add(Letters.subject(news));
      }
      counted(webhook, taken);
      if (happens("doubled", now.doubled(), dice)) {
        send(courier -> courier.delivered(webhook.address(), content));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean happens(String what, double share, long dice) {
    var count = wrong.get(what);
    if (count == null || Mix.share(Mix.of(what.hashCode(), dice)) >= share) {
      return false;
    }
    count.increment();
    return true;
  }

  private interface Errand {
    boolean run(Courier courier) throws InterruptedException;
  }

  private boolean send(Errand errand) throws InterruptedException {
    lines.acquire();
    try {
      return errand.run(courier);
    } finally {
      lines.release();
    }
  }

  private void counted(Webhook webhook, boolean taken) {
    if (taken) {
      failures(webhook).set(0);
      delivered.increment();
      return;
    }
    if (failures(webhook).incrementAndGet() >= mostFailures) {
      change(webhook, it -> it.active(false));
    }
    failed.increment();
  }

  private Optional<Webhook> change(Webhook webhook, UnaryOperator<Webhook> change) {
    return Optional.ofNullable(
        byNumber.computeIfPresent(webhook.number(), (_, it) -> change.apply(it)));
  }

  private AtomicInteger failures(Webhook webhook) {
    return failuresInARow.computeIfAbsent(webhook.number(), _ -> new AtomicInteger());
  }
}
