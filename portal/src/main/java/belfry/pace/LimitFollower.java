package belfry.pace;

/**
 * Stays just below a limit that is believed in, and now and then asks for a little more, because
 * limits change. All times are nanoseconds of one monotonic clock.
 */
final class LimitFollower {
  private static final double SECOND = 1e9;

  /** In seconds' worth of a window's rate; a window is filled at a pace, not all at once. */
  private static final double WINDOWS_CREDIT = 0.25;

  /** An emptier window is filled faster: up to nine times the even pace when it is empty. */
  private static final double FILLING = 8;

  /** Of what a climb met nothing at, so much more than was really sent is believed. */
  private static final double BELIEVED = 1.5;

  /** A window of fewer cannot spare one for safety. */
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

  /** Follows this one from now on. */
  void follow(Limit other) {
    limit = other;
  }

  /** What is asked for in the long run just now. */
  double asked(long now) {
    return limit.perSecond() * probe.lift(now);
  }

  /** How many may be under way at once: half as many again as fill the time an answer takes. */
  int window() {
    return Math.clamp(
        (int) Math.ceil(1.5 * limit.perSecond() * latency.seconds()) + 1, 2, SlowStart.LARGEST);
  }

  /** How many may begin now. */
  int permits(long now) {
    advance(now);
    return Math.max(0, (int) Math.min(credit.permits(), room(now)));
  }

  /** When one more may begin. */
  long nextPermit(long now) {
    advance(now);
    var missing = Math.max(0, 1 - credit.permits());
    return Math.max(now + (long) Math.ceil(missing / pace(now) * SECOND), roomAt(now));
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

  /** Higher, but not by what was only permitted and never sent. */
  private Limit raised(double lift, long now) {
    var sent = log.count(now - RateProbe.ARRIVED_SECONDS * (long) SECOND, now);
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
      case Limit.Window(var seconds, var count) -> pace(asked(now), held(seconds, now) / count);
    };
  }

  /** A window is filled the faster the emptier it is, so that a message to a few is out at once. */
  static double pace(double even, double full) {
    return even * (1 + FILLING * Math.max(0, 1 - full));
  }

  private double room(long now) {
    return switch (limit) {
      case Limit.Rate _ -> Limit.FASTEST;
      case Limit.Window(var seconds, var count) -> most(count, now) - held(seconds, now);
    };
  }

  private long roomAt(long now) {
    return switch (limit) {
      case Limit.Rate _ -> now;
      case Limit.Window(var seconds, var count) -> {
        var leaving = held(seconds, now) + 1 - (int) most(count, now);
        yield leaving <= 0 ? now : log.begun(now - span(seconds), leaving) + span(seconds);
      }
    };
  }

  private double most(double count, long now) {
    return count * probe.lift(now) * (count > FEW ? LimitDetector.CLOSE : 1);
  }

  private int held(int seconds, long now) {
    return log.count(now - span(seconds), now);
  }

  /** The platform counts from when a request reached it, so it counts a little longer than we. */
  private long span(int seconds) {
    return (long) ((seconds + latency.seconds()) * SECOND);
  }
}
