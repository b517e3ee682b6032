package belfry.pace;

import belfry.base.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Admits threads one after the other, first come, first served, at the pace that a {@link Pacer}
 * learns from their results. Used for read requests, each made by a thread that waits for its
 * answer.
 */
public final class RequestThrottle {
  /** The start for an unknown token and resource: eight at a time, and more while all goes well. */
  private static final PaceMemory UNKNOWN = new PaceMemory(160, true);

  /** How often the first in the queue checks again while all places are in use. */
  private static final Duration GLANCE = Duration.ofMillis(100);

  private final Time time;
  private final RandomGenerator random;
  private final Semaphore entrance = new Semaphore(1, true);
  private final UnsaidRest unsaid = new UnsaidRest();
  private Pacer pacer;
  private boolean learned;

  /** When the first refusal came; refusals of requests in flight at that time belong to it. */
  private Optional<Long> firstRefusal = Optional.empty();

  private long restEnds;
  private int inside;
  private long usedAt;

  /** The reply to a thread that wants to enter. */
  public sealed interface Leave {

    /** The request may be made; report its result with {@code began}. */
    record Granted(long began) implements Leave {}

    /** Not within the caller's patience; at the earliest after {@code rest}. */
    record Later(Duration rest) implements Leave {}
  }

  public RequestThrottle(Time time, RandomGenerator random) {
    this.time = time;
    this.random = random;
    pacer = new Pacer(UNKNOWN, time.nanos());
    usedAt = time.nanos();
    restEnds = time.nanos();
  }

  /** Waits for admission, but no longer than {@code patience}. */
  public Leave enter(Duration patience) throws InterruptedException {
    var came = time.nanos();
    if (!entrance.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      return new Leave.Later(untilNext());
    }
    try {
      while (true) {
        var left = patience.minusNanos(time.nanos() - came);
        var wait = Duration.ZERO;
        synchronized (this) {
          var now = time.nanos();
          if (pacer.permits(now) == 0) {
            wait = Duration.ofNanos(Math.max(1, pacer.nextPermit(now) - now));
          } else if (inside >= pacer.window()) {
            wait = GLANCE;
          } else {
            return passed(now);
          }
        }
        if (wait.compareTo(left) > 0) {
          return new Leave.Later(wait);
        }
        time.sleep(wait);
      }
    } finally {
      entrance.release();
    }
  }

  private Leave passed(long now) {
    pacer.began(1, now);
    inside++;
    usedAt = now;
    return new Leave.Granted(now);
  }

  private synchronized Duration untilNext() {
    var now = time.nanos();
    return Duration.ofNanos(Math.max(0, pacer.nextPermit(now) - now)).plus(GLANCE);
  }

  /** The request was processed, whatever the answer. */
  public synchronized void answered(long began) {
    inside--;
    unsaid.passed();
    pacer.accepted(began, time.nanos(), entrance.hasQueuedThreads());
  }

  /** There were too many requests; nobody is admitted before the rest is over. */
  public synchronized void throttled(long began, Optional<Duration> asked) {
    var rest = unsaid.refused(asked, time.nanos());
    inside--;
    learned = true;
    if (isTheFirst(began)) {
      firstRefusal = firstRefusal.or(() -> Optional.of(time.nanos()));
      pacer.rest(rest, time.nanos());
      restsFor(rest);
    } else {
      restsFor(pacer.throttled(began, rest, random.nextDouble(), time.nanos()));
    }
  }

  /**
   * A single refusal may come from a gateway. Taken for the limit after a few requests, it would
   * reduce the pace to almost nothing, from which it recovers very slowly. A real limit refuses
   * again.
   */
  private boolean isTheFirst(long began) {
    return pacer.isSearching() && firstRefusal.filter(at -> began - at > 0).isEmpty();
  }

  /** The platform is failing and asked for a rest, which says nothing about the pace. */
  public synchronized void rests(Duration rest) {
    inside--;
    pacer.rest(rest, time.nanos());
    restsFor(rest);
  }

  /** The request got no answer. */
  public synchronized void unanswered() {
    inside--;
  }

  private void restsFor(Duration rest) {
    var length = rest.compareTo(RetryAfter.LONGEST) > 0 ? RetryAfter.LONGEST : rest;
    restEnds = Math.max(restEnds, time.nanos() + length.toNanos());
  }

  /**
   * What refusals have taught, for {@link #remember}; unchanged until somebody is admitted again.
   */
  public synchronized Learned learned() {
    var now = time.nanos();
    var used = time.now().minusNanos(now - usedAt).truncatedTo(ChronoUnit.SECONDS);
    var left = restEnds - now;
    var until = left > 0 ? time.now().plusNanos(left).toEpochMilli() : 0;
    return new Learned(pacer.memory(usedAt).at(used), until);
  }

  /**
   * Continues where another process was: with its rest, and with its pace unless this one has
   * learned one itself.
   */
  public synchronized void remember(Learned from) {
    var now = time.nanos();
    if (!learned) {
      learned = true;
      pacer = new Pacer(from.pace().agedTo(time.now()), now);
    }
    var rest = Duration.between(time.now(), Instant.ofEpochMilli(from.restsUntil()));
    if (rest.isPositive()) {
      pacer.rest(rest, now);
      restsFor(rest);
    }
  }

  /** Whether a refusal has taught something worth keeping. */
  public synchronized boolean hasLearned() {
    return learned;
  }

  /** Records that somebody is about to enter. */
  public synchronized void touch() {
    usedAt = Math.max(usedAt, time.nanos());
  }

  /** Whether nobody is inside or waiting, and nobody has come for so long. */
  public synchronized boolean idle(Duration howLong) {
    return inside == 0
        && entrance.availablePermits() == 1
        && time.nanos() - usedAt >= howLong.toNanos()
        && time.nanos() - restEnds >= 0;
  }

  /**
   * What a throttle has learned, as it is kept across restarts.
   *
   * @param restsUntil when the last rest ends, in milliseconds since the epoch; 0 if there is none
   */
  public record Learned(PaceMemory pace, long restsUntil) {}
}
