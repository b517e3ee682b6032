package belfry.pace;

import java.time.Duration;

/**
 * Decides how fast a bot may send, or read a resource. It learns the permitted rate from what the
 * platform accepts and refuses, and never lets a request begin during a pause that the platform
 * asked for.
 *
 * <p>At first only the number of requests in flight is limited. The first refusal gives a rate. The
 * rate climbs until refusals agree on a {@link Limit}, and then stays just below it. Because limits
 * change, the pacer occasionally asks for a little more, so seldom that refusals stay under a few
 * in a thousand. Its parts: {@link SlowStart} before the first refusal, {@link LimitLearner} for
 * what refusals teach, {@link LimitFollower} for keeping to it. Used by one thread at a time. All
 * times are nanoseconds of one monotonic clock.
 */
public final class Pacer {
  /** Requests a second; no limit is believed to be slower than one message in five seconds. */
  static final double SLOWEST = 0.2;

  /** In nanoseconds. */
  static final double SECOND = 1e9;

  /**
   * How much longer a rest may be made, as a part of it, so that not all who wait come back
   * together.
   */
  private static final double SPREAD = 0.02;

  /**
   * Whose refusals they are takes a few to be known. If there were no more until then, what they
   * taught is forgotten.
   */
  private static final int MISTAKEN = 8;

  private final Latency latency = new Latency();
  private final Shortfalls shortfalls = new Shortfalls();
  private final Stretch stretch;
  private final SendLog log;
  private final Credit credit;
  private final RateProbe probe;
  private final SlowStart slowStart;
  private final LimitFollower follower;
  private final LimitLearner learner;

  /** No request begins before this. */
  private long opensAt;

  /**
   * Since when one more was permitted. If the next begins much later, there was nothing to send.
   */
  private long freeAt;

  /**
   * Whether the last refusal came before anything was accepted, so that nothing is permitted now.
   */
  private boolean shut;

  /** Requests begun before this moment were in flight when the last refusal came. */
  private long refusedAt;

  private boolean refusedOnce;

  /** How many refusals have taught something. */
  private int taught;

  /** What was known before they did. */
  private Known before;

  /** Whether so few were accepted before each refusal that the rate they gave means little. */
  private boolean fromFew;

  private record Known(Limit limit, boolean searching) {}

  public Pacer(PaceMemory memory, long now) {
    slowStart = new SlowStart(memory.perSecond(), memory.searching(), latency);
    log = SendLog.remembered(memory, now);
    // The remembered content of a window is a guess until all of it has left.
    probe = new RateProbe(now + (long) (memory.windowSeconds() * SECOND));
    credit = new Credit(now);
    follower = new LimitFollower(remembered(memory), log, probe, credit, shortfalls, latency);
    before = new Known(follower.limit(), slowStart.lasts());
    fromFew = slowStart.lasts();
    learner = new LimitLearner(follower, log, probe, credit, shortfalls);
    stretch = new Stretch(now);
    opensAt = now;
    freeAt = now;
  }

  private static Limit remembered(PaceMemory memory) {
    return memory.windowSeconds() == 0
        ? new Limit.Rate(memory.perSecond(), false)
        : new Limit.Window(memory.windowSeconds(), windowOf(memory));
  }

  /** Rounded, to remove the error of the division by its seconds. */
  private static double windowOf(PaceMemory memory) {
    return Math.round(memory.perSecond() * memory.windowSeconds() * 1_000) / 1_000.0;
  }

  /**
   * Observes a rest that says nothing about the rate: one given to an earlier owner, or by a
   * failing platform. It is never longer than the longest {@code Retry-After}, whatever the wall
   * clock says.
   */
  public void rest(Duration left, long now) {
    var length = left.compareTo(RetryAfter.LONGEST) > 0 ? RetryAfter.LONGEST : left;
    if (now + length.toNanos() > opensAt) {
      opensAt = now + length.toNanos();
      freeAt = opensAt;
      stretch.goOn(opensAt);
    }
  }

  /** No request begins before this. */
  long opensAt() {
    return opensAt;
  }

  public PaceMemory memory(long now) {
    if (isHardlyKnown()) {
      return new PaceMemory(before.limit.perSecond(), true);
    }
    return switch (follower.limit()) {
      case Limit.Rate _ -> new PaceMemory(Math.round(perSecond() * 100) / 100.0, slowStart.lasts());
      case Limit.Window(var seconds, _) ->
          new PaceMemory(
              perSecond(),
              false,
              seconds,
              Math.round(window() / latency.seconds()),
              log.slices(seconds, now),
              0,
              false);
    };
  }

  /**
   * Whether the rate is a guess from so few that it may be far too low; refusals of one recipient
   * give such guesses, and seldom contradict them. After a restart the first refusal is cheaper.
   */
  private boolean isHardlyKnown() {
    return fromFew
        && !slowStart.lasts()
        && follower.limit() instanceof Limit.Rate(_, var proven)
        && !proven;
  }

  /** Whether no refusal has occurred yet, so that the known rate is only a lower bound. */
  boolean isSearching() {
    return slowStart.lasts();
  }

  double perSecond() {
    return slowStart.lasts() ? slowStart.perSecond() : follower.limit().perSecond();
  }

  /** How many requests may be in flight; only one after a rest, to find out whether it is over. */
  public int window() {
    if (shut) {
      return 1;
    }
    return slowStart.lasts() ? slowStart.window() : follower.window();
  }

  /** How many requests may begin now. */
  public int permits(long now) {
    if (now < opensAt) {
      return 0;
    }
    return slowStart.lasts() ? SlowStart.LARGEST : follower.permits(now);
  }

  /** When there will be a permit again. */
  public long nextPermit(long now) {
    if (now < opensAt) {
      return opensAt;
    }
    return slowStart.lasts() ? now : follower.nextPermit(now);
  }

  public void began(int count, long now) {
    if (count > 0) {
      if (now - freeAt > SECOND) {
        stretch.idled(now);
        shortfalls.idled();
        probe.calmFrom(now);
      }
      credit.spend(slowStart.lasts() ? 0 : count);
      log.add(now, count);
      freeAt = nextPermit(now);
    }
  }

  /**
   * A request begun at {@code began} was processed.
   *
   * @param busy whether more is waiting to be sent
   */
  public void accepted(long began, long now, boolean busy) {
    latency.heard(began, now);
    stretch.accepted();
    shut = false;
    probe.accepted();
    learner.accepted(now);
    if (busy) {
      slowStart.accepted();
    }
  }

  /** The platform asked for a rest; returns its total length, with a little random spread. */
  public Duration throttled(long began, Duration rest, double spread, long now) {
    log.remove(began);
    var length = rest.plus(Duration.ofNanos((long) (spread * SPREAD * SECOND)));
    opensAt = Math.max(opensAt, now + length.toNanos());
    // Refusals of requests that were in flight together count as one.
    if (!refusedOnce || began >= refusedAt) {
      refused(began, length, now);
    }
    if (!shut) {
      probe.refused();
    }
    refusedAt = now;
    // Credit grows during rests: most limits count over a span, so what a rest held back may follow
    // at once.
    credit.atMost(learner.knowsStrays() ? credit.permits() : 0);
    credit.from(now);
    return length;
  }

  private void refused(long began, Duration rest, long now) {
    shut = stretch.isEmpty();
    if (shut) {
      probe.calmFrom(opensAt);
    } else {
      var throttling =
          new LimitLearner.Throttling(
              began,
              rest.toNanos() / SECOND,
              opensAt,
              stretch.seen(),
              stretch.seen().seconds(now),
              now);
      if (taught == 0) {
        before = new Known(follower.limit(), slowStart.lasts());
      }
      taught++;
      fromFew &= throttling.accepted() < LimitDetector.FEWEST && throttling.stretch().allWork();
      if (slowStart.lasts()) {
        learner.first(throttling);
        slowStart.end();
      } else {
        learner.again(throttling);
      }
    }
    refusedOnce = true;
    stretch.begin(opensAt);
    freeAt = opensAt;
  }

  /**
   * A request was refused because of whom it was for, which says nothing about the limit. It counts
   * like one that was accepted: nothing says that the platform does not count it.
   *
   * @param many whether so many are that what earlier refusals taught is most likely not so
   */
  public void refusedAlone(boolean many, long now) {
    if (!stretch.isEmpty()) {
      stretch.accepted();
    }
    if (many) {
      if (taught > 0 && taught <= MISTAKEN) {
        if (before.searching) {
          slowStart.resume();
          fromFew = true;
        } else {
          follower.follow(before.limit);
        }
      }
      taught = MISTAKEN + 1;
      learner.strayed(now);
    }
  }

  /** The request begun at {@code began} never left, so that the platform cannot count it. */
  public void notSent(long began) {
    log.remove(began);
  }
}
