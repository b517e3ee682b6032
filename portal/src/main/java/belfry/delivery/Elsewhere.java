package belfry.delivery;

import belfry.base.Shortened;
import belfry.base.Time;
import belfry.delivery.foundation.LaneId;
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
 * What other nodes know of the bots that they send through and nobody else can see: that Webex
 * answers nothing, and whom it refuses for a while. They tell it as long as it is so.
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
  private final Map<LaneId, Long> told = new HashMap<>();

  private final Map<LaneId, Heard> heard = new ConcurrentHashMap<>();

  private record Heard(Condition condition, long at) {}

  /**
   * How it is with a bot, as it is told.
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

  /** Tells the others how it is with a bot that is sent through here. */
  void tell(LaneId lane, Condition now) {
    var last = Optional.ofNullable(told.get(lane));
    if (now.equals(Condition.WELL)) {
      last.ifPresent(_ -> peers.condition(lane, Json.write(now)));
      told.remove(lane);
    } else if (last.filter(at -> time.nanos() - at < BETWEEN.toNanos()).isEmpty()) {
      told.put(lane, time.nanos());
      peers.condition(lane, Json.write(now));
    }
  }

  /** Returns whether that is news. */
  boolean heard(LaneId lane, String json) {
    try {
      var now = Json.read(json, Condition.class);
      var before = condition(lane);
      heard.put(lane, new Heard(now, time.nanos()));
      return !before.equals(now);
    } catch (Unreadable e) {
      LOG.debug("What another node says of {} cannot be read: {}", lane, e.getMessage());
      return false;
    }
  }

  private Condition condition(LaneId lane) {
    return Optional.ofNullable(heard.get(lane))
        .filter(one -> time.nanos() - one.at < BELIEVED.toNanos())
        .map(Heard::condition)
        .orElse(Condition.WELL);
  }

  /** What comes there instead of answers. */
  Optional<String> silence(LaneId lane) {
    return Optional.of(condition(lane).silence).filter(words -> !words.isEmpty());
  }

  /** When the first of a run is tried again who was refused there. */
  Optional<Instant> refusedUntil(LaneId lane, RunId run) {
    return refusedUntil(lane, name -> name.startsWith(run + ":"));
  }

  Optional<Instant> refusedUntil(LaneId lane, Reconciler.Key key) {
    return refusedUntil(lane, Condition.named(key)::equals);
  }

  private Optional<Instant> refusedUntil(LaneId lane, Predicate<String> whose) {
    return condition(lane).refused.entrySet().stream()
        .filter(one -> whose.test(one.getKey()))
        .map(Map.Entry::getValue)
        .min(Long::compare)
        .map(seconds -> Instant.ofEpochSecond(Math.max(seconds, time.now().getEpochSecond())));
  }
}
