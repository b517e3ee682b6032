package belfry.pace;

import java.time.Duration;
import java.util.Optional;

/**
 * How fast one bot may send: at a pace of its own, or at the one it shares with others of its app.
 * All times are nanoseconds of one monotonic clock. May be used by any thread.
 */
public final class BotPace {
  /** When somebody else's turn may be over. */
  private static final long TURN = Duration.ofMillis(20).toNanos();

  private final SharedLimit limit;
  private Pacer own;

  /** Whether it also has a lower limit of its own. */
  private boolean slower;

  /** When the last rest that the platform asked of this bot was first heard of, and its end. */
  private long restFrom;

  private long restUntil;

  /** How long the answer took that asked for it. */
  private long restTook;

  private boolean hurries;

  /** Whether it took none of the permits that it last had, so that it keeps nobody waiting. */
  private boolean inVain;

  private long waitedAt;
  private int granted;
  private long grantedAt;
  private long begun;
  private int underWay;

  public BotPace(SharedLimit limit, long now) {
    this.limit = limit;
    own = new Pacer(PaceMemory.none(), now);
    restFrom = now;
    restUntil = now;
    waitedAt = now - Duration.ofDays(1).toNanos();
  }

  /** Goes on from what was known. */
  public void taken(PaceMemory memory, long now) {
    synchronized (limit) {
      own = new Pacer(memory, now);
      limit.takes(this, memory.shared());
    }
  }

  public void left(long now) {
    synchronized (limit) {
      underWay = 0;
      limit.leaves(this, now);
    }
  }

  /** As {@link Pacer#rest}. */
  public void rest(Duration length, long now) {
    synchronized (limit) {
      own.rest(length, now);
    }
  }

  public PaceMemory memory(long now) {
    synchronized (limit) {
      return limit
          .common()
          .filter(_ -> limit.isConfirmed() && !slower)
          .map(common -> common.memory(now).sharedBy(limit.size()))
          .orElseGet(() -> own.memory(now));
    }
  }

  /**
   * How many more requests may begin now. Until it is told how many {@link #began}, they are nobody
   * else's.
   *
   * @param underWay how many of this bot have no answer yet
   */
  public int permits(int underWay, long now) {
    synchronized (limit) {
      inVain |= granted > 0;
      granted = 0;
      granted = Math.max(0, available(underWay, now));
      grantedAt = now;
      return granted;
    }
  }

  private int available(int underWay, long now) {
    var common = limit.common();
    if (common.isEmpty()) {
      return alone(underWay, now);
    }
    if (now < own.opensAt() || limit.rests(now)) {
      return 0;
    }
    var pacer = common.get();
    var permits = Math.min(pacer.window() - allUnderWay(underWay), pacer.permits(now));
    var share = limit.share(this, permits - limit.granted(this, now), pacer.perSecond(), now);
    return slower ? Math.min(share, alone(underWay, now)) : share;
  }

  private int alone(int underWay, long now) {
    return Math.min(own.window() - underWay, own.permits(now));
  }

  /** When there may be a permit, as more is waiting; empty if an answer must come first. */
  public Optional<Long> nextPermit(int underWay, long now) {
    synchronized (limit) {
      if (now >= own.opensAt()) {
        limit.waits(this, now);
        waitedAt = now;
      }
      var common = limit.common();
      if (common.isEmpty()) {
        return underWay < own.window() ? Optional.of(own.nextPermit(now)) : Optional.empty();
      }
      var pacer = common.get();
      var next = Math.max(own.opensAt(), pacer.nextPermit(now));
      next = slower ? Math.max(next, own.nextPermit(now)) : next;
      if (available(underWay, now) >= 1) {
        return Optional.of(next);
      }
      var before = limit.place(this, now) * Pacer.SECOND / pacer.perSecond();
      return Optional.of(Math.max(next, now + Math.max(TURN, (long) before)));
    }
  }

  /** Whether what is urgent waits here, so that this bot goes before others. */
  public void hurries(boolean urgent) {
    synchronized (limit) {
      hurries = urgent;
    }
  }

  private int allUnderWay(int mine) {
    return limit.underWay() - underWay + mine;
  }

  public void began(int count, long now) {
    synchronized (limit) {
      inVain = count == 0 && (inVain || granted > 0);
      granted = 0;
      if (count == 0) {
        return;
      }
      begun += count;
      underWay += count;
      own.began(count, now);
      limit
          .common()
          .ifPresent(common -> {
            common.began(count, now);
            limit.began(this, count, now);
          });
    }
  }

  /** A request ended, however; what it says follows. */
  public void landed(long began) {
    synchronized (limit) {
      limit.landed(this, began);
      underWay = Math.max(0, underWay - 1);
    }
  }

  /** As {@link Pacer#accepted}. */
  public void accepted(long began, long now, boolean busy) {
    synchronized (limit) {
      own.accepted(began, now, busy);
      limit.common().ifPresent(common -> common.accepted(began, now, busy));
      limit.answered(this, began, true, now);
    }
  }

  /** As {@link Pacer#throttled}. */
  public Duration throttled(long began, Duration rest, double spread, long now) {
    synchronized (limit) {
      limit.answered(this, began, false, now);
      var common = limit.common();
      var whose = common.isPresent() && limit.restsAll(this, began, rest, now) ? common.get() : own;
      var length = whose.throttled(began, rest, spread, now);
      restFrom = now - restUntil < 0 ? restFrom : now;
      restUntil = Math.max(restUntil, now + rest.toNanos());
      restTook = now - began;
      return length;
    }
  }

  /** A rest is known of before its answer is worked through. */
  public void heard(Duration rest, long now) {
    synchronized (limit) {
      if (!slower) {
        limit.heard(now + rest.toNanos());
      }
    }
  }

  /** Whether those rest with whom this one shares a limit. */
  public boolean restsWithOthers(long now) {
    synchronized (limit) {
      return limit.rests(now);
    }
  }

  /** As {@link Pacer#refusedAlone}. */
  public void refusedAlone(boolean many, long now) {
    synchronized (limit) {
      own.refusedAlone(many, now);
      limit.common().ifPresent(common -> common.refusedAlone(many, now));
    }
  }

  /** As {@link Pacer#notSent}. */
  public void notSent(long began) {
    synchronized (limit) {
      own.notSent(began);
      limit.common().ifPresent(common -> common.notSent(began));
    }
  }

  // For the limit, which holds the lock ------------------------------------------------------

  int granted() {
    return granted;
  }

  long grantedAt() {
    return grantedAt;
  }

  boolean hurries() {
    return hurries && !inVain;
  }

  boolean isSlower() {
    return slower;
  }

  void isSlower(boolean found) {
    slower = found;
  }

  /** Its own pace is what was its share. */
  void goOnAlone(long now) {
    limit
        .common()
        .ifPresent(common -> {
          var opensAt = Math.max(own.opensAt(), common.nextPermit(now));
          own = new Pacer(memory(now), now);
          own.rest(Duration.ofNanos(Math.max(0, opensAt - now)), now);
        });
  }

  /** What was sent before says nothing of whose turn it is. */
  void beginEven() {
    slower = false;
    begun = 0;
  }

  boolean waits(long now, long span) {
    return now - waitedAt < span;
  }

  long begun() {
    return begun;
  }

  void beganAtLeast(long count) {
    begun = Math.max(begun, count);
  }

  int underWay() {
    return underWay;
  }

  boolean restedAt(long moment) {
    return moment - restFrom >= 0 && moment - restUntil < 0;
  }

  boolean restsSurely(long now) {
    return now - (restUntil - restTook) < 0;
  }

  Duration restLeft(long now) {
    return Duration.ofNanos(Math.max(0, restUntil - now));
  }
}
