package belfry.pace;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How fast one bot may send, or ask one resource. It learns the permitted rate from what the
 * platform accepts and refuses, and never lets a request begin inside a rest the platform asked
 * for.
 *
 * <p>At first only the number of requests under way is limited. The first refusal gives a rate;
 * this climbs until refusals agree on a {@link Limit}, and then stays just below it. From time to
 * time it asks for a little more, at a pace that keeps refusals under a few in a thousand, because
 * limits change. Used by one thread at a time. All times are nanoseconds of one monotonic clock.
 */
public final class Pacer {
  private static final double SECOND = 1e9;
  static final double SLOWEST = 0.2;
  private static final double FASTEST = 20_000;

  private static final int FIRST_WINDOW = 3;
  private static final int LARGEST_WINDOW = 256;

  /** While it searches: each acceptance adds this to the window, more where that is still slow. */
  private static final double WIDER = 1 / 128.0;

  private static final double WIDER_WHILE_SLOW = 1 / 8.0;
  private static final double SLOW = 30;

  /**
   * All that are under way are refused together, so where answers take long this is not exceeded.
   */
  private static final int WIDE = 12;

  /** In seconds; answers usually take longer than this, so a remembered rate is not exceeded. */
  private static final double BRISK = 0.05;

  /** A rest this long, in seconds, is that of a window, and says how wide it is. */
  private static final double WINDOWS_REST = 3;

  /** An interval this short between a rest and a refusal, in seconds. */
  private static final double SOON = 1.5;

  private static final double WINDOWS_CREDIT = 0.25;

  /** An emptier window is filled faster: up to nine times the even pace when it is empty. */
  private static final double FILLING = 8;

  /** A window that holds this part of what it may is at its edge. */
  private static final double EDGE = 0.9;

  /** Among strays the limit is believed after so many shortfalls; sooner where more was asked. */
  private static final int SHORTFALLS = 3;

  private static final int SHORTFALLS_WHILE_CLIMBING = 2;

  /** Two strays that come together may look like a limit that fell; it seldom falls by more. */
  private static final double LOWEST = 0.7;

  private final SendLog log;
  private final LimitDetector refusals = new LimitDetector();
  private final Strays strays = new Strays();
  private final Shortfalls shortfalls = new Shortfalls();
  private final Silences silences = new Silences();
  private final Credit credit;
  private final RateProbe climb;

  private Limit limit;
  private boolean searching;
  private double window;
  private double latency = 0.1;

  private long opensAt;
  private long freeAt;
  private long measuredFrom;
  private double restSeconds;
  private boolean allWork = true;
  private int accepted;
  private int soon;

  /** The highest pace since strays are suspected. */
  private double peak;

  /** The last refusal came before anything was accepted: nothing at all is permitted just now. */
  private boolean shut;

  /** Requests begun before this moment were under way when the last refusal came. */
  private long refusedAt;

  private boolean refusedOnce;

  public Pacer(PaceMemory memory, long now) {
    limit =
        memory.windowSeconds() == 0
            ? new Limit.Rate(memory.perSecond(), false)
            : new Limit.Window(memory.windowSeconds(), windowOf(memory));
    searching = memory.searching();
    window = Math.clamp(memory.perSecond() * BRISK, FIRST_WINDOW, WIDE);
    log = remembered(memory, now);
    // What a window is remembered to hold is a guess until all of it has left.
    climb = new RateProbe(now + (long) (memory.windowSeconds() * SECOND));
    credit = new Credit(now);
    opensAt = now;
    measureFrom(now);
  }

  /** Without what the division by its seconds has left behind. */
  private static double windowOf(PaceMemory memory) {
    return Math.round(memory.perSecond() * memory.windowSeconds() * 1_000) / 1_000.0;
  }

  /** What a window still holds, each part of it as young as it may be. */
  private static SendLog remembered(PaceMemory memory, long now) {
    var log = new SendLog(now);
    var slice = (long) (memory.windowSeconds() * SECOND) / PaceMemory.SLICES;
    for (var i = 0; i < PaceMemory.SLICES; i++) {
      log.add(now - (PaceMemory.SLICES - 1 - i) * slice, memory.held().get(i));
    }
    return log;
  }

  /**
   * Keeps a rest that says nothing about the rate: one that an earlier owner was asked for, or one
   * of a platform in trouble. None was ever longer than what {@code Retry-After} is read as at
   * most, whatever the wall clock says.
   */
  public void rest(Duration left, long now) {
    var length = left.compareTo(RetryAfter.LONGEST) > 0 ? RetryAfter.LONGEST : left;
    if (now + length.toNanos() > opensAt) {
      opensAt = now + length.toNanos();
      measureFrom(opensAt);
      allWork &= accepted == 0;
      accepted = 0;
    }
  }

  public PaceMemory memory(long now) {
    return switch (limit) {
      case Limit.Rate _ -> new PaceMemory(Math.round(perSecond() * 100) / 100.0, searching);
      case Limit.Window(var seconds, _) ->
          new PaceMemory(
              perSecond(),
              false,
              seconds,
              Math.round(window() / latency),
              heldInSlices(seconds, now),
              0);
    };
  }

  private List<Integer> heldInSlices(int seconds, long now) {
    var slice = (long) (seconds * SECOND) / PaceMemory.SLICES;
    return IntStream.range(0, PaceMemory.SLICES)
        .map(i -> PaceMemory.SLICES - i)
        .mapToObj(age -> log.count(now - age * slice, now - (age - 1) * slice - 1))
        .toList();
  }

  /** Whether no refusal was met yet, so that what it knows of the rate is only a lower bound. */
  boolean isSearching() {
    return searching;
  }

  double perSecond() {
    return searching ? window / latency : limit.perSecond();
  }

  /** How many requests may be under way at once: a single one to find out whether it is over. */
  public int window() {
    if (shut) {
      return 1;
    }
    return searching
        ? (int) Math.min(window, LARGEST_WINDOW)
        : Math.clamp((int) Math.ceil(1.5 * limit.perSecond() * latency) + 1, 2, LARGEST_WINDOW);
  }

  /** How many requests may begin now. */
  public int permits(long now) {
    if (now < opensAt) {
      return 0;
    }
    if (searching) {
      return LARGEST_WINDOW;
    }
    grow(now);
    return Math.max(0, (int) Math.min(credit.permits(), room(now)));
  }

  /** When there will be a permit again. */
  public long nextPermit(long now) {
    if (now < opensAt) {
      return opensAt;
    }
    if (searching) {
      return now;
    }
    grow(now);
    var missing = Math.max(0, 1 - credit.permits());
    return Math.max(now + (long) Math.ceil(missing / pace(now) * SECOND), roomAt(now));
  }

  private void grow(long now) {
    climb.on(now, limit instanceof Limit.Rate(_, var proven) && !proven);
    if (climb.hasArrived(now)) {
      limit = raised(climb.lift(now), now);
      climb.arrived(now);
    }
    var pace = pace(now);
    shortfalls.due(credit.earn(pace, mostCredit(), now) * pace);
  }

  /** Higher, but not by what was only permitted and never sent. */
  private Limit raised(double lift, long now) {
    var sent = log.count(now - RateProbe.ARRIVED_SECONDS * (long) SECOND, now);
    var proven = 1.5 * sent / RateProbe.ARRIVED_SECONDS / limit.perSecond();
    var factor = Math.max(1, Math.min(lift, proven));
    return switch (limit) {
      case Limit.Rate(var rate, _) -> guess(rate * factor);
      case Limit.Window(var seconds, var count) -> new Limit.Window(seconds, count * factor);
    };
  }

  private double mostCredit() {
    return switch (limit) {
      case Limit.Rate(var rate, _) -> credit.seconds() * rate;
      case Limit.Window held -> WINDOWS_CREDIT * held.perSecond();
    };
  }

  private double pace(long now) {
    var even = limit.perSecond() * climb.lift(now);
    return switch (limit) {
      case Limit.Rate _ -> even;
      case Limit.Window(_, var count) -> pace(even, held(limit, now) / count);
    };
  }

  /** A window is filled the faster the emptier it is, so that a message to a few is out at once. */
  static double pace(double even, double full) {
    return even * (1 + FILLING * Math.max(0, 1 - full));
  }

  private double room(long now) {
    return switch (limit) {
      case Limit.Rate _ -> FASTEST;
      case Limit.Window(_, var count) -> most(count, now) - held(limit, now);
    };
  }

  private long roomAt(long now) {
    return switch (limit) {
      case Limit.Rate _ -> now;
      case Limit.Window(var seconds, var count) -> {
        var leaving = held(limit, now) + 1 - (int) most(count, now);
        yield leaving <= 0 ? now : log.begun(now - span(seconds), leaving) + span(seconds);
      }
    };
  }

  private double most(double count, long now) {
    return count * climb.lift(now) * (count > 100 ? LimitDetector.CLOSE : 1);
  }

  private int held(Limit window, long now) {
    return log.count(now - span(((Limit.Window) window).seconds()), now);
  }

  /** The platform counts from when a request reached it, so it counts a little longer than we. */
  private long span(int seconds) {
    return (long) ((seconds + latency) * SECOND);
  }

  public void began(int count, long now) {
    if (count > 0) {
      if (now - freeAt > SECOND) {
        idled(now);
      }
      credit.spend(searching ? 0 : count);
      log.add(now, count);
      freeAt = nextPermit(now);
    }
  }

  /** There was nothing to send for a while: what comes now says little about the rate. */
  private void idled(long now) {
    allWork = false;
    accepted = 0;
    measuredFrom = now;
    shortfalls.idled();
    climb.calmFrom(now);
  }

  /**
   * A request begun at {@code began} was processed.
   *
   * @param busy whether more is waiting to be sent
   */
  public void accepted(long began, long now, boolean busy) {
    silences.broken();
    latency += 0.1 * ((now - began) / SECOND - latency);
    accepted++;
    shut = false;
    climb.accepted();
    if (strays.accepted()) {
      startAfresh(now);
    }
    if (searching && busy) {
      var slow = perSecond() < SLOW && window < WIDE;
      window = Math.min(LARGEST_WINDOW, window + (slow ? WIDER_WHILE_SLOW : WIDER));
    }
  }

  /** What was learned, strays were taken for: from the highest pace of late it climbs again. */
  private void startAfresh(long now) {
    limit = guess(Math.max(peak, limit.perSecond()));
    credit.forStrays();
    shortfalls.forget();
    climb.from(RateProbe.Stage.FAST, now);
  }

  /** The platform asked for a rest; how long it is in all, with a little spread. */
  public Duration throttled(long began, Duration rest, double spread, long now) {
    silences.broken();
    log.remove(began);
    var length = rest.plus(Duration.ofNanos((long) (spread * 0.02 * SECOND)));
    opensAt = Math.max(opensAt, now + length.toNanos());
    // The refusals of requests under way together count as one.
    if (!refusedOnce || began >= refusedAt) {
      shut = accepted == 0;
      if (shut) {
        climb.calmFrom(opensAt);
      } else {
        judge(began, length.toNanos() / SECOND, (now - measuredFrom) / SECOND, now);
      }
      refusedOnce = true;
      accepted = 0;
      allWork = true;
      measureFrom(opensAt);
    }
    if (!shut) {
      climb.refused();
    }
    refusedAt = now;
    // Credit grows through rests: most limits count over a span, and what a rest held back may
    // follow it at once.
    credit.atMost(strays.known() ? credit.permits() : 0);
    credit.from(now);
    return length;
  }

  /** The request begun at {@code began} never left, so that the platform cannot count it. */
  public void notSent(long began) {
    log.remove(began);
  }

  private void judge(long began, double rest, double seconds, long now) {
    if (strays.known()) {
      doubt(seconds, now);
    } else {
      credit.forLimit();
      suspect(began, seconds, now);
      learn(began, rest, seconds, now);
    }
    restSeconds = rest;
  }

  /** Most likely a stray; but where too little is accepted again and again, it is the limit. */
  private void doubt(double seconds, long now) {
    strays.suspect(Strays.UNEXPECTED);
    var pace = limit.perSecond() * climb.lift(now);
    var count = shortfalls.refused(accepted, seconds + Credit.caughtUp(restSeconds));
    if (count >= (climb.climbing() ? SHORTFALLS_WHILE_CLIMBING : SHORTFALLS)) {
      var rate = Math.clamp(shortfalls.perSecond(), LOWEST * pace, pace);
      limit = new Limit.Rate(within(rate), true);
      strays.mistaken(count);
      shortfalls.forget();
      climb.met(opensAt);
      credit.atMost(0);
    } else {
      climb.pause(opensAt - now);
      credit.strayed(pace);
    }
  }

  private void suspect(long began, double seconds, long now) {
    if (searching) {
      return;
    }
    var pace = limit.perSecond() * climb.liftBefore(now, 0);
    peak = strays.suspected() ? Math.max(peak, pace) : pace;
    if (seconds >= SOON) {
      strays.suspect(climb.climbing() ? whileClimbing() : unasked(began));
    } else if (!climb.climbing()) {
      strays.refusedAgain();
    }
  }

  /** To be refused is what a settled climb is for. */
  private double whileClimbing() {
    return climb.isSettled() ? 0 : Strays.PERHAPS;
  }

  private double unasked(long began) {
    return switch (limit) {
      case Limit.Rate(_, var proven) -> proven ? Strays.BEYOND_REASON : Strays.UNEXPECTED;
      case Limit.Window(var seconds, var count) -> {
        var held = log.count(began - seconds * (long) SECOND, began);
        yield held > EDGE * count ? 0 : Strays.UNEXPECTED;
      }
    };
  }

  private void learn(long began, double rest, double seconds, long now) {
    var told = allWork && !searching ? accepted : 0;
    var refusal =
        new LimitDetector.Refusal(
            new LimitDetector.Counts(log, measuredFrom, began),
            rest,
            told,
            seconds + rest,
            now / SECOND);
    if (searching) {
      refusals.add(refusal);
      limit = guess(Math.max(accepted / (seconds + rest), seldom(now)));
      searching = false;
      climb.from(rest < WINDOWS_REST ? RateProbe.Stage.FAST : RateProbe.Stage.SLOW, opensAt);
    } else if (seconds < SOON && soon == 0 && caughtUpTooMuch()) {
      credit.tooDeep(0.9 * accepted / limit.perSecond());
      soon++;
      climb.calmFrom(opensAt);
    } else {
      refusals.add(refusal);
      limit = concluded(refusal, seconds, now);
      soon = seconds < SOON ? soon + 1 : 0;
      if (limit instanceof Limit.Rate) {
        credit.adapt(seconds < SOON, seconds > 5);
      }
      climb.settle(limit, seconds >= SOON || soon > 1, opensAt);
    }
    climb.caution(quickToForget());
  }

  /** Not even what was caught up after the last rest was taken. */
  private boolean caughtUpTooMuch() {
    return limit instanceof Limit.Rate(var rate, _)
        && accepted < 0.9 * Math.min(restSeconds, credit.seconds()) * rate;
  }

  /**
   * Where there was not always something to send, what came since then is too little to judge by;
   * the last minute permitted at least what it held.
   */
  private double seldom(long now) {
    var minute = SendLog.SECONDS * (long) SECOND;
    return allWork ? 0 : (double) log.count(now - minute, now) / SendLog.SECONDS;
  }

  /**
   * Limits that hardly remember the past take no credit for a rest, so a refusal costs all of it.
   */
  private boolean quickToForget() {
    return switch (limit) {
      case Limit.Rate _ -> credit.seconds() < 0.35;
      case Limit.Window(var seconds, _) -> seconds <= 3;
    };
  }

  private Limit concluded(LimitDetector.Refusal refusal, double seconds, long now) {
    var probing = climb.climbing();
    var confirmed = LimitDetector.confirmed(limit, refusal, probing);
    if (confirmed.isPresent()) {
      return confirmed.get();
    }
    var agreed = refusals.agreed();
    if (agreed.isPresent()) {
      strays.agreed();
      return agreed.get() instanceof Limit.Rate(var rate, var proven)
          ? new Limit.Rate(within(Math.min(rate, limit.perSecond() * climb.lift(now))), proven)
          : agreed.get();
    }
    refusals.forgetOldest();
    var rate = limit.perSecond();
    if (probing) {
      var hidden = limit instanceof Limit.Rate ? credit.seconds() : 0;
      return guess(rate * climb.liftBefore(now, hidden));
    }
    var measured = accepted / (seconds + Math.min(restSeconds, credit.seconds()));
    return guess(
        seconds < SOON ? rate * 0.9 : Math.max(0.8 * rate, Math.min(0.97 * rate, measured)));
  }

  /** What is accepted from then on is measured, and may begin then. */
  private void measureFrom(long at) {
    freeAt = at;
    measuredFrom = at;
  }

  private static Limit guess(double rate) {
    return new Limit.Rate(within(rate), false);
  }

  private static double within(double rate) {
    return Math.clamp(rate, SLOWEST, FASTEST);
  }

  /**
   * A request had no answer. One is an accident; after several in a row nothing begins for a while,
   * longer each time. The rate is kept.
   *
   * @return the rest, where this one was the last straw
   */
  public Optional<Duration> silence(long now) {
    var rest = silences.add(now < opensAt);
    rest.ifPresent(length -> {
      opensAt = now + length.toNanos();
      measureFrom(opensAt);
      accepted = 0;
      allWork = false;
      credit.atMost(1);
    });
    return rest;
  }
}
