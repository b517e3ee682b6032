package belfry.pace;

/**
 * Learns from refusals which limit there is, or that no limit caused them. Its conclusions are
 * followed at once. All times are nanoseconds of one monotonic clock.
 *
 * <p>The constants were found by experiment: {@code PacerTest} has the limits, {@code belfry bench
 * pace} the results, and decision 12 what was tried.
 */
final class LimitLearner {
  /** A rest this long, in seconds, belongs to a window, and shows its width. */
  private static final double WINDOWS_REST = 3;

  /** An interval this short between a rest and a refusal, in seconds. */
  private static final double SOON = 1.5;

  /**
   * If no refusal comes for so many seconds after a rest, the rest did not give too much credit.
   */
  private static final double LATE = 5;

  /** A window filled to this part of its limit is at its edge. */
  private static final double EDGE = 0.9;

  /** If a smaller part of the catching up than this was accepted, all of it was too much. */
  private static final double CAUGHT_UP = 0.9;

  /** Limits that let a sender save less than so many seconds hardly remember the past. */
  private static final double FORGETFUL = 0.35;

  /** Windows of so few seconds hardly remember it either. */
  private static final int FORGETFUL_WINDOW = 3;

  /** Among strays, the limit is believed after so many shortfalls, or fewer if more was asked. */
  private static final int SHORTFALLS = 3;

  private static final int SHORTFALLS_WHILE_CLIMBING = 2;

  /** Two strays in a row may look like a limit that fell; limits seldom fall by more. */
  private static final double LOWEST = 0.7;

  /** A refusal soon after a rest shows what the rest let through, not the rate. */
  private static final double LOWER_SOON = 0.9;

  /** What was measured is believed within these: a stray must not halve the pace. */
  private static final double LOWEST_STEP = 0.8;

  private static final double SMALLEST_STEP = 0.97;

  private final LimitDetector refusals = new LimitDetector();
  private final Strays strays = new Strays();
  private final LimitFollower follower;
  private final SendLog log;
  private final RateProbe probe;
  private final Credit credit;
  private final Shortfalls shortfalls;

  /** The rest of the last refusal, in seconds. */
  private double lastRest;

  /** How many refusals in a row came soon after a rest. */
  private int soon;

  /** The highest pace since strays are suspected. */
  private double peak;

  LimitLearner(
      LimitFollower follower, SendLog log, RateProbe probe, Credit credit, Shortfalls shortfalls) {
    this.follower = follower;
    this.log = log;
    this.probe = probe;
    this.credit = credit;
    this.shortfalls = shortfalls;
  }

  /**
   * A refusal, or several together of requests that were in flight at the same time.
   *
   * @param began when the refused request began
   * @param rest the pause that the platform asked for, in seconds
   * @param opensAt when the pause is over
   * @param stretch the stretch before it
   * @param seconds how long the stretch took
   */
  record Throttling(
      long began, double rest, long opensAt, Stretch.Seen stretch, double seconds, long now) {
    int accepted() {
      return stretch.accepted();
    }

    boolean isSoon() {
      return seconds < SOON;
    }
  }

  /** Whether stray refusals are known to occur. */
  boolean knowsStrays() {
    return strays.known();
  }

  /** Records an acceptance, which may show that the previous refusal was a stray. */
  void accepted(long now) {
    if (strays.accepted()) {
      startAfresh(now);
    }
  }

  /** It is known from elsewhere that no limit caused some refusals of late. */
  void strayed(long now) {
    if (strays.certain()) {
      startAfresh(now);
    }
  }

  /** What was learned came from strays, so climbs again from the highest recent pace. */
  private void startAfresh(long now) {
    follower.follow(Limit.Rate.guess(Math.max(peak, limit().perSecond())));
    credit.forStrays();
    shortfalls.forget();
    probe.from(RateProbe.Stage.FAST, now);
  }

  /** The first refusal of all, which gives an initial rate. */
  void first(Throttling throttling) {
    credit.forLimit();
    refusals.add(refusal(throttling, 0));
    var rate = throttling.accepted() / (throttling.seconds + throttling.rest);
    follower.follow(Limit.Rate.guess(Math.max(rate, seldom(throttling.stretch, throttling.now))));
    probe.from(
        throttling.rest < WINDOWS_REST ? RateProbe.Stage.FAST : RateProbe.Stage.SLOW,
        throttling.opensAt);
    probe.caution(quickToForget());
    lastRest = throttling.rest;
  }

  /** Every later refusal. */
  void again(Throttling throttling) {
    if (strays.known()) {
      doubt(throttling);
    } else {
      credit.forLimit();
      suspect(throttling);
      learn(throttling);
    }
    lastRest = throttling.rest;
  }

  /** Probably a stray; but if too little is accepted again and again, it is the limit. */
  private void doubt(Throttling throttling) {
    strays.suspect(Strays.UNEXPECTED);
    var pace = follower.asked(throttling.now);
    var count =
        shortfalls.refused(throttling.accepted(), throttling.seconds + Credit.caughtUp(lastRest));
    if (count >= (probe.climbing() ? SHORTFALLS_WHILE_CLIMBING : SHORTFALLS)) {
      follower.follow(Limit.Rate.proven(Math.clamp(shortfalls.perSecond(), LOWEST * pace, pace)));
      strays.mistaken(count);
      shortfalls.forget();
      probe.met(throttling.opensAt);
      credit.atMost(0);
    } else {
      probe.pause(throttling.opensAt - throttling.now);
      credit.strayed(pace);
    }
  }

  private void suspect(Throttling throttling) {
    var pace = limit().perSecond() * probe.liftBefore(throttling.now, 0);
    peak = strays.suspected() ? Math.max(peak, pace) : pace;
    if (!throttling.isSoon()) {
      strays.suspect(probe.climbing() ? whileClimbing() : unasked(throttling.began));
    } else if (!probe.climbing()) {
      strays.refusedAgain();
    }
  }

  /** A settled climb expects to be refused. */
  private double whileClimbing() {
    return probe.isSettled() ? 0 : Strays.PERHAPS;
  }

  private double unasked(long began) {
    return switch (limit()) {
      case Limit.Rate(_, var proven) -> proven ? Strays.BEYOND_REASON : Strays.UNEXPECTED;
      case Limit.Window(var seconds, var count) -> {
        var held = log.count(began - seconds * (long) Pacer.SECOND, began);
        yield held > EDGE * count ? 0 : Strays.UNEXPECTED;
      }
    };
  }

  private void learn(Throttling throttling) {
    if (throttling.isSoon() && soon == 0 && caughtUpTooMuch(throttling)) {
      credit.tooDeep(CAUGHT_UP * throttling.accepted() / limit().perSecond());
      soon++;
      probe.calmFrom(throttling.opensAt);
    } else {
      var told = throttling.stretch.allWork() ? throttling.accepted() : 0;
      var refusal = refusal(throttling, told);
      refusals.add(refusal);
      follower.follow(concluded(refusal, throttling));
      soon = throttling.isSoon() ? soon + 1 : 0;
      if (limit() instanceof Limit.Rate) {
        credit.adapt(throttling.isSoon(), throttling.seconds > LATE);
      }
      probe.settle(limit(), !throttling.isSoon() || soon > 1, throttling.opensAt);
    }
    probe.caution(quickToForget());
  }

  private LimitDetector.Refusal refusal(Throttling throttling, int told) {
    return new LimitDetector.Refusal(
        new LimitDetector.Counts(log, throttling.stretch.from(), throttling.began),
        throttling.rest,
        told,
        throttling.seconds + throttling.rest,
        throttling.now / Pacer.SECOND);
  }

  /** Whether not even the catching up after the last rest was accepted. */
  private boolean caughtUpTooMuch(Throttling throttling) {
    return limit() instanceof Limit.Rate(var rate, _)
        && throttling.accepted() < CAUGHT_UP * Math.min(lastRest, credit.seconds()) * rate;
  }

  /**
   * If there was not always something to send, the recent stretch is too little to judge by; but
   * the last minute permitted at least what it held.
   */
  private double seldom(Stretch.Seen stretch, long now) {
    var minute = SendLog.SECONDS * (long) Pacer.SECOND;
    return stretch.allWork() ? 0 : (double) log.count(now - minute, now) / SendLog.SECONDS;
  }

  /**
   * Whether the limit hardly remembers the past. It then gives no credit for a rest, so a refusal
   * costs the whole rest.
   */
  private boolean quickToForget() {
    return switch (limit()) {
      case Limit.Rate _ -> credit.seconds() < FORGETFUL;
      case Limit.Window(var seconds, _) -> seconds <= FORGETFUL_WINDOW;
    };
  }

  private Limit concluded(LimitDetector.Refusal refusal, Throttling throttling) {
    var probing = probe.climbing();
    var confirmed = LimitDetector.confirmed(limit(), refusal, probing);
    if (confirmed.isPresent()) {
      return confirmed.get();
    }
    var agreed = refusals.agreed();
    if (agreed.isPresent()) {
      strays.agreed();
      return agreed.get() instanceof Limit.Rate(var rate, var proven)
          ? new Limit.Rate(Limit.within(Math.min(rate, follower.asked(throttling.now))), proven)
          : agreed.get();
    }
    refusals.forgetOldest();
    return lower(throttling, probing);
  }

  /** Used if all that is known is that the pace was too fast. */
  private Limit lower(Throttling throttling, boolean probing) {
    var rate = limit().perSecond();
    if (probing) {
      var hidden = limit() instanceof Limit.Rate ? credit.seconds() : 0;
      return Limit.Rate.guess(rate * probe.liftBefore(throttling.now, hidden));
    }
    var measured =
        throttling.accepted() / (throttling.seconds + Math.min(lastRest, credit.seconds()));
    return Limit.Rate.guess(
        throttling.isSoon()
            ? LOWER_SOON * rate
            : Math.clamp(measured, LOWEST_STEP * rate, SMALLEST_STEP * rate));
  }

  private Limit limit() {
    return follower.limit();
  }
}
