package belfry.standin.messages;

import static belfry.standin.manners.ListManner.LIST_CACHED;

import belfry.standin.answers.DateHeader;
import belfry.standin.manners.Manner;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Reply;
import belfry.standin.world.PlatformClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A cache between client and platform, which keeps listings for a while. */
final class ListCache {
  private final Switchboard<Manner> manners;
  private final PlatformClock clock;
  private final Map<String, Kept> kept = new ConcurrentHashMap<>();

  /** A reply, and since when it is kept. */
  private record Kept(Reply reply, Instant since) {}

  ListCache(Switchboard<Manner> manners, PlatformClock clock) {
    this.manners = manners;
    this.clock = clock;
  }

  /** The kept reply where there is one, else a fresh one. */
  Reply get(String key, Supplier<Reply> fresh) {
    if (!manners.isOn(LIST_CACHED)) {
      kept.clear();
      return fresh.get();
    }
    var now = clock.truth();
    var longest = Duration.ofMillis(manners.value(LIST_CACHED));
    var usable =
        Optional.ofNullable(kept.get(key)).filter(one -> now.isBefore(one.since().plus(longest)));
    if (usable.isPresent() && manners.draw(LIST_CACHED)) {
      var age = Duration.between(usable.get().since(), now).toSeconds();
      return usable.get().reply().with("Age", Long.toString(age));
    }
    var reply = fresh.get().with("Date", DateHeader.usual(clock.now()));
    kept.put(key, new Kept(reply, now));
    return reply;
  }
}
