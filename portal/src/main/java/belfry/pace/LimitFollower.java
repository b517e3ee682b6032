package belfry.pace;

/**
 * Stays just below the assumed limit, and occasionally asks for a little more, because limits
 * change. All times are nanoseconds of one monotonic clock.
 */
final class LimitFollower {
  /** In seconds' worth of a window's rate; a window is filled gradually, not all at once. */
  private static final double WINDOWS_CREDIT = 0.25;

  /** An emptier window is filled faster: up to nine times the even pace when it is empty. */
  private static final double FILLING = 8;

  /** How much more than was really sent is believed after a climb without a refusal. */
  private static final double BELIEVED = 1.5;

  /** In flight, as a part of how many fill the time of an answer, which is uneven. */
  private static final double IN_FLIGHT = 1.5;

  /** A smaller window cannot spare a request for safety. */
  private static final int FEW = 100;

  private final SendLog log;
  private final RateProbe probe;
  private final Credit credit;
  private final Shortfalls shortfalls;
  private final Latency latency;
  private Limit limit;

  LimitFollower(
      Limit limit,
      SendLog log,
      RateProbe probe,
      Credit credit,
      Shortfalls shortfalls,
      Latency latency) {
    this.limit = limit;
    this.log = log;
    this.probe = probe;
    this.credit = credit;
    this.shortfalls = shortfalls;
    this.latency = latency;
  }

  Limit limit() {
    return limit;
  }

  /** Follows this limit from now on. */
  void follow(Limit other) {
    limit = other;
  }

  /** The rate that is currently asked for in the long run. */
  double asked(long now) {
    return limit.perSecond() * probe.lift(now);
  }

  /** How many may be in flight. */
  int window() {
    return Math.clamp(
        (int) Math.ceil(IN_FLIGHT * limit.perSecond() * latency.seconds()) + 1,
        2,
        SlowStart.LARGEST);
  }

  /** How many may begin now. */
  int permits(long now) {
    advance(now);
    return Math.max(0, (int) Math.min(credit.permits(), free(now)));
  }

  /** When one more may begin. */
  long nextPermit(long now) {
    advance(now);
    var missing = Math.max(0, 1 - credit.permits());
    return Math.max(now + (long) Math.ceil(missing / pace(now) * Pacer.SECOND), freeAt(now));
  }

  private void advance(long now) {
    probe.on(now, limit instanceof Limit.Rate(_, var proven) && !proven);
    if (probe.hasArrived(now)) {
      limit = raised(probe.lift(now), now);
      probe.arrived(now);
    }
    var pace = pace(now);
    shortfalls.due(credit.earn(pace, mostCredit(), now) * pace);
  }

  /** The limit raised, but not by what was only permitted and never sent. */
  private Limit raised(double lift, long now) {
    var sent = log.count(now - RateProbe.ARRIVED_SECONDS * (long) Pacer.SECOND, now);
    var proven = BELIEVED * sent / RateProbe.ARRIVED_SECONDS / limit.perSecond();
    var factor = Math.max(1, Math.min(lift, proven));
    return switch (limit) {
      case Limit.Rate(var rate, _) -> Limit.Rate.guess(rate * factor);
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
    return switch (limit) {
      case Limit.Rate _ -> asked(now);
      case Limit.Window(var seconds, var count) ->
          pace(asked(now), begunWithin(seconds, now) / count);
    };
  }

  /** The emptier a window, the faster it is filled, so that a message to a few leaves at once. */
  static double pace(double even, double full) {
    return even * (1 + FILLING * Math.max(0, 1 - full));
  }

  private double free(long now) {
    return switch (limit) {
      case Limit.Rate _ -> Limit.FASTEST;
      case Limit.Window(var seconds, var count) -> most(count, now) - begunWithin(seconds, now);
    };
  }

  private long freeAt(long now) {
    return switch (limit) {
      case Limit.Rate _ -> now;
      case Limit.Window(var seconds, var count) -> {
        var leaving = begunWithin(seconds, now) + 1 - (int) most(count, now);
        yield leaving <= 0 ? now : log.begun(now - span(seconds), leaving) + span(seconds);
      }
    };
  }

  private double most(double count, long now) {
    return count * probe.lift(now) * (count > FEW ? LimitDetector.CLOSE : 1);
  }

  private int begunWithin(int seconds, long now) {
    return log.count(now - span(seconds), now);
  }

  /** The platform counts from the arrival of a request, so a little longer than we do. */
  private long span(int seconds) {
    return (long) ((seconds + latency.seconds()) * Pacer.SECOND);
  }
}
