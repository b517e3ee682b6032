package belfry.pace;

import belfry.simulator.base.Mix;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.LimitCount;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.limits.Limits;
import belfry.simulator.limits.Refusal;
import belfry.simulator.limits.Stray;
import belfry.simulator.limits.Verdict;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/** Several bots send at once to the simulator's own limits, each as its lane does. */
final class PacedBots extends PacedTraffic {
  private static final long COMMIT = Duration.ofMillis(15).toNanos();
  private static final int ONE_LOST_IN = 200;

  /** Who sends, and what became of it. */
  private static final class Bot {
    private final int number;
    private final BotPace pace;
    private final UnsaidRest unsaid = new UnsaidRest();
    private int left;
    private int underWay;
    private long turnAt;
    private boolean commits;
    private long endedAt;

    Bot(int number, BotPace pace, int left) {
      this.number = number;
      this.pace = pace;
      this.left = left;
    }

    boolean isDone() {
      return left == 0 && underWay == 0 && !commits;
    }
  }

  private record Event(long at, Runnable what) {}

  private final double strayShare;
  private final List<Bot> bots;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at));
  private int asked;
  private long sharedAt = Long.MAX_VALUE;
  private long earlyUntilShared;

  /**
   * Sends so many with each.
   *
   * @param know whether the bots know of one another
   */
  PacedBots(
      List<LimitRule> rules, double strayShare, boolean know, int bots, int sends, long seed) {
    super(rules, seed);
    this.strayShare = strayShare;
    var limit = new SharedLimit("news", 0);
    this.bots =
        IntStream.range(0, bots)
            .mapToObj(number ->
                new Bot(number, new BotPace(know ? limit : new SharedLimit("other", 0), 0), sends))
            .toList();
    this.bots.forEach(bot -> bot.pace.taken(PaceMemory.none(), 0));
  }

  LimitCount of(int bot) {
    return limits.count(Resource.MESSAGES_SEND, name(bot));
  }

  LimitCount ofAll() {
    return limits.count(Resource.MESSAGES_SEND, Limits.ALL_TOKENS);
  }

  /** Requests inside a rest, since it is known that the limit is shared. */
  long earlySinceShared() {
    return early() - earlyUntilShared;
  }

  long early() {
    return limits.counts().stream().mapToLong(LimitCount::early).sum();
  }

  boolean isShared() {
    return bots.getFirst().pace.memory(now).shared();
  }

  /** When each had sent everything, in seconds. */
  List<Double> ends() {
    return bots.stream().map(bot -> bot.endedAt / 1e9).toList();
  }

  /** This one alone has something urgent to send, so many, while the others go on. */
  void hurries(int bot, int urgent) {
    bots.get(bot).left = urgent;
    bots.get(bot).pace.hurries(true);
  }

  void send() {
    while (!bots.stream().allMatch(Bot::isDone)) {
      var next =
          bots.stream()
              .filter(bot -> bot.left > 0 && bot.turnAt < Long.MAX_VALUE)
              .min(Comparator.comparingLong(bot -> bot.turnAt))
              .filter(bot -> events.isEmpty() || bot.turnAt < events.peek().at());
      if (next.isPresent()) {
        now = Math.max(now, next.get().turnAt);
        turn(next.get());
      } else {
        var event = events.remove();
        now = event.at();
        event.what().run();
      }
      if (sharedAt == Long.MAX_VALUE && isShared()) {
        sharedAt = now;
        earlyUntilShared = early();
      }
    }
  }

  private void turn(Bot bot) {
    var count = Math.clamp(bot.pace.permits(bot.underWay, now), 0, bot.left);
    var intent = now;
    if (count == 0) {
      nextTurn(bot);
    } else {
      bot.turnAt = Long.MAX_VALUE;
      bot.commits = true;
      bot.left -= count;
      var written = now + random.nextLong(COMMIT);
      events.add(new Event(written, () -> committed(bot, count, intent)));
    }
  }

  /** As a lane does it: what began is told only when it is written down. */
  private void committed(Bot bot, int count, long began) {
    bot.commits = false;
    bot.pace.began(count, began);
    bot.underWay += count;
    for (var i = 0; i < count; i++) {
      events.add(new Event(now + halfWay(), () -> arrived(bot, began)));
    }
    nextTurn(bot);
  }

  private void nextTurn(Bot bot) {
    bot.turnAt =
        bot.pace
            .nextPermit(bot.underWay, now)
            .map(next -> Math.max(now + TURN, next))
            .orElse(Long.MAX_VALUE);
  }

  private void arrived(Bot bot, long began) {
    var key = new Limits.Key(Resource.MESSAGES_SEND, name(bot.number));
    var stray = Mix.share(Mix.of(7, 60, asked++)) < strayShare;
    var verdict =
        stray
            ? limits.stray(key, now, new Stray(Refusal.RetryAfter.SECONDS, false, 1))
            : limits.admit(key, now);
    var rest = written(verdict);
    events.add(
        new Event(
            now + halfWay(),
            () -> answered(bot, began, verdict instanceof Verdict.Admitted, rest)));
  }

  private void answered(Bot bot, long began, boolean admitted, Optional<Duration> asked) {
    bot.underWay--;
    bot.pace.landed(began);
    if (random.nextInt(ONE_LOST_IN) == 0) {
      // It is looked for, and sent again only if it is not there.
      bot.left += admitted ? 0 : 1;
    } else if (admitted) {
      bot.unsaid.passed();
      bot.pace.accepted(began, now, bot.left > 0);
      bot.endedAt = now;
    } else {
      bot.left++;
      var rest = bot.unsaid.refused(asked, now);
      var _ = bot.pace.throttled(began, rest, random.nextDouble(), now);
    }
    wake(bot);
  }

  private void wake(Bot bot) {
    if (!bot.commits) {
      bot.turnAt = Math.min(bot.turnAt, now + TURN);
    }
  }

  private static String name(int bot) {
    return "bot " + bot;
  }
}
