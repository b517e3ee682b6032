package belfry.delivery;

import belfry.apps.AppName;
import belfry.base.Shortened;
import belfry.base.Time;
import belfry.delivery.lane.Reconciler;
import belfry.runs.ids.RunId;
import belfry.storage.Json;
import belfry.storage.Unreadable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What other nodes know of the apps that they send for and nobody else can see: that Webex answers
 * nothing, and whom it refuses for a while. They tell it as long as it is so.
 */
final class Elsewhere {
  private static final Logger LOG = LoggerFactory.getLogger(Elsewhere.class);
  private static final Duration BETWEEN = Duration.ofSeconds(5);

  /** A node that ends in an outage takes nothing back. */
  static final Duration BELIEVED = Duration.ofSeconds(20);

  /** A notice has room for a few thousand bytes. */
  private static final int LONGEST = 500;

  private static final int MOST_REFUSED = 100;

  private final PeerNotifications peers;
  private final Time time;

  /** When something was told last. Used only by the dispatcher. */
  private final Map<AppName, Long> told = new HashMap<>();

  private final Map<AppName, Heard> heard = new ConcurrentHashMap<>();

  private record Heard(Condition condition, long at) {}

  /**
   * How it is with an app, as it is told.
   *
   * @param silence what comes instead of answers to what is sent; empty if answers do
   * @param refused until when in seconds of the epoch some are not tried again, by run and number
   */
  record Condition(String silence, Map<String, Long> refused) {
    static final Condition WELL = new Condition("", Map.of());

    Condition {
      silence = Shortened.to(silence, LONGEST);
      refused = Map.copyOf(refused);
    }

    static Condition of(Optional<String> silence, Map<Reconciler.Key, Instant> refused) {
      return new Condition(
          silence.orElse(""),
          refused.entrySet().stream()
              .sorted(Map.Entry.comparingByValue())
              .limit(MOST_REFUSED)
              .collect(
                  Collectors.toMap(
                      one -> named(one.getKey()), one -> one.getValue().getEpochSecond())));
    }

    private static String named(Reconciler.Key key) {
      return key.run() + ":" + key.seq();
    }
  }

  Elsewhere(PeerNotifications peers, Time time) {
    this.peers = peers;
    this.time = time;
  }

  /** Tells the others how it is with an app that is sent for here. */
  void tell(AppName app, Condition now) {
    var last = Optional.ofNullable(told.get(app));
    if (now.equals(Condition.WELL)) {
      last.ifPresent(_ -> peers.condition(app, Json.write(now)));
      told.remove(app);
    } else if (last.filter(at -> time.nanos() - at < BETWEEN.toNanos()).isEmpty()) {
      told.put(app, time.nanos());
      peers.condition(app, Json.write(now));
    }
  }

  /** Returns whether that is news. */
  boolean heard(AppName app, String json) {
    try {
      var now = Json.read(json, Condition.class);
      var before = condition(app);
      heard.put(app, new Heard(now, time.nanos()));
      return !before.equals(now);
    } catch (Unreadable e) {
      LOG.debug("What another node says of {} cannot be read: {}", app, e.getMessage());
      return false;
    }
  }

  private Condition condition(AppName app) {
    return Optional.ofNullable(heard.get(app))
        .filter(one -> time.nanos() - one.at < BELIEVED.toNanos())
        .map(Heard::condition)
        .orElse(Condition.WELL);
  }

  /** What comes there instead of answers. */
  Optional<String> silence(AppName app) {
    return Optional.of(condition(app).silence).filter(words -> !words.isEmpty());
  }

  /** When the first of a run is tried again who was refused there. */
  Optional<Instant> refusedUntil(AppName app, RunId run) {
    return refusedUntil(app, name -> name.startsWith(run + ":"));
  }

  Optional<Instant> refusedUntil(AppName app, Reconciler.Key key) {
    return refusedUntil(app, Condition.named(key)::equals);
  }

  private Optional<Instant> refusedUntil(AppName app, Predicate<String> whose) {
    return condition(app).refused.entrySet().stream()
        .filter(one -> whose.test(one.getKey()))
        .map(Map.Entry::getValue)
        .min(Long::compare)
        .map(seconds -> Instant.ofEpochSecond(Math.max(seconds, time.now().getEpochSecond())));
  }
}
