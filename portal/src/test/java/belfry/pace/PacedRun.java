package belfry.pace;

import belfry.simulator.base.Mix;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.LimitCount;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.limits.Limits;
import belfry.simulator.limits.Rival;
import belfry.simulator.limits.Stray;
import belfry.simulator.limits.Verdict;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/** One bot sends. */
final class PacedRun extends PacedTraffic {
  private static final String BOT = "bot";

  /** How the platform says no. */
  record Manners(LimitRule rule, double strayShare, List<Stray> strays, List<Rival> rivals) {
    static Manners of(LimitRule rule) {
      return new Manners(rule, 0, List.of(), List.of());
    }

    Manners straying(double share, List<Stray> forms) {
      return new Manners(rule, share, forms, rivals);
    }

    Manners beside(int requests, Duration every) {
      return new Manners(rule, strayShare, strays, List.of(Rival.of(BOT, requests, every)));
    }
  }

  /**
   * What became of it.
   *
   * @param early requests inside a rest, as the platform or we ourselves saw it
   * @param asked how many seconds of rest the platform asked for in so many words
   */
  record Result(
      double share, double refused, long early, double seconds, double asked, LimitCount count) {
    double perSecond() {
      return count.accepted() / seconds;
    }
  }

  /** A request on its way: to the platform, or back with what that said. */
  private record Event(
      long at, long began, boolean arriving, boolean admitted, Optional<Duration> asked) {}

  private final Manners manners;
  private final long seed;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at));
  private final Limits.Key bot = new Limits.Key(Resource.MESSAGES_SEND, BOT);
  private final UnsaidRest unsaid = new UnsaidRest();
  private int left;
  private int underWay;
  private int asked;
  private int strays;
  private long restEnds;
  private long early;
  private long askedUntil;
  private long askedNanos;

  PacedRun(LimitRule rule, long seed) {
    this(Manners.of(rule), seed);
  }

  PacedRun(Manners manners, long seed) {
    super(List.of(manners.rule()), seed);
    this.manners = manners;
    this.seed = seed;
    limits.setRivals(manners.rivals().toArray(Rival[]::new));
  }

  void pass(Duration time) {
    goTo(now + time.toNanos());
  }

  void goTo(long moment) {
    now = moment;
  }

  LimitCount count() {
    return limits.counts().getFirst();
  }

  Result result() {
    var count = count();
    var refused = count.throttled() + count.strays();
    return new Result(
        (double) count.accepted() / count.permitted(),
        (double) refused / (count.accepted() + refused),
        count.early() + early,
        now / 1e9,
        askedNanos / 1e9,
        count);
  }

  /** As a lane does it. */
  void send(int sends, Pacer pacer) {
    left = sends;
    var turnAt = now;
    while (left > 0 || underWay > 0) {
      if (now >= turnAt) {
        turn(pacer);
        turnAt = Math.max(now + TURN, pacer.nextPermit(now));
      }
      var mayTurn = left > 0 && underWay < pacer.window();
      if (mayTurn && (events.isEmpty() || turnAt < events.peek().at())) {
        now = turnAt;
      } else {
        var event = events.remove();
        now = event.at();
        happened(event, pacer);
        turnAt = Math.min(turnAt, now + TURN);
      }
    }
  }

  /** One worker that sends one after the other and sleeps as it is asked to. */
  void sendPlainly(int sends) {
    left = sends;
    while (left > 0) {
      left--;
      now += halfWay();
      var event = arrived(now);
      now = event.at();
      if (event.admitted()) {
        unsaid.passed();
      } else {
        left++;
        now += unsaid.refused(event.asked(), now).toNanos();
      }
    }
  }

  private void turn(Pacer pacer) {
    var count = Math.min(left, Math.min(pacer.window() - underWay, pacer.permits(now)));
    if (count > 0) {
      early += now < restEnds ? count : 0;
      pacer.began(count, now);
      left -= count;
      underWay += count;
      for (var i = 0; i < count; i++) {
        events.add(new Event(now + halfWay(), now, true, false, Optional.empty()));
      }
    }
  }

  private void happened(Event event, Pacer pacer) {
    if (event.arriving()) {
      events.add(arrived(event.began()));
      return;
    }
    underWay--;
    if (event.admitted()) {
      unsaid.passed();
      pacer.accepted(event.began(), now, left > 0);
    } else {
      left++;
      var rest = unsaid.refused(event.asked(), now);
      restEnds = Math.max(restEnds, now + rest.toNanos());
      asked(event.asked());
      var _ = pacer.throttled(event.began(), rest, random.nextDouble(), now);
    }
  }

  /** Readable rests, those that overlap counted once. */
  private void asked(Optional<Duration> rest) {
    rest.ifPresent(length -> {
      var until = now + length.toNanos();
      askedNanos += Math.max(0, until - Math.max(now, askedUntil));
      askedUntil = Math.max(askedUntil, until);
    });
  }

  private Event arrived(long began) {
    var verdict = verdict();
    var asked = written(verdict);
    return new Event(now + halfWay(), began, false, verdict instanceof Verdict.Admitted, asked);
  }

  private Verdict verdict() {
    var isStray = Mix.share(Mix.of(seed, 60, asked++)) < manners.strayShare();
    return isStray
        ? limits.stray(bot, now, manners.strays().get(strays++ % manners.strays().size()))
        : limits.admit(bot, now);
  }
}
