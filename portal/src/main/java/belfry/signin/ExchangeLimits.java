package belfry.signin;

import belfry.base.Aging;
import belfry.base.Network;
import belfry.base.Time;
import com.github.benmanes.caffeine.cache.Cache;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Guards the platform's token endpoint: every exchange makes a live token, and a person may have
 * 750 of them. Limits by address, in all, and for browsers in which a session never sticks.
 *
 * <p>Guarded by itself; several requests come at once.
 */
final class ExchangeLimits {
  /**
   * How many exchanges are made.
   *
   * @param perAddress for one address in a minute
   * @param inAll in a minute
   * @param atOnce under way
   */
  record Limits(int perAddress, int inAll, int atOnce) {}

  /** Anybody can invent a code; each costs the platform a question. */
  static final Limits BEGUN_ELSEWHERE = new Limits(10, 120, 8);

  /**
   * Whoever has a state has fetched it here and is the browser it was given to: a whole office
   * behind one address signs in at nine.
   */
  static final Limits BEGUN_HERE = new Limits(300, 3_000, 64);

  static final int LOST_SESSIONS = 3;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** A session that was not used within this time did not stick. */
  private static final Duration USED_WITHIN = Duration.ofSeconds(10);

  private static final Duration REMEMBERED = Duration.ofMinutes(2);

  /** More than the limits let be made meanwhile. */
  private static final int MOST = 10_000;

  private final Time time;
  private final Limits limits;
  private final Semaphore places;
  private final Deque<Exchange> exchanges = new ArrayDeque<>();
  private final Cache<String, Created> bySession;
  private final Cache<String, String> browserOfSession;

  private record Exchange(String network, long nanos) {}

  /**
   * A session that is not known to have stuck.
   *
   * @param inARow how many such its browser has had one after the other, this one included
   */
  private record Created(long nanos, int inARow) {}

  ExchangeLimits(Time time, Limits limits) {
    this.time = time;
    this.limits = limits;
    places = new Semaphore(limits.atOnce);
    bySession = Aging.after(REMEMBERED, MOST, time).build();
    browserOfSession = Aging.after(REMEMBERED, MOST, time).build();
  }

  /** How long to wait before another exchange for this address; empty when one may begin now. */
  synchronized Optional<Duration> admit(String address) {
    var now = time.nanos();
    exchanges.removeIf(one -> now - one.nanos >= MINUTE.toNanos());
    var network = Network.of(address);
    var own = exchanges.stream().filter(one -> one.network.equals(network)).toList();
    var full =
        own.size() >= limits.perAddress
            ? own.getFirst()
            : exchanges.size() >= limits.inAll ? exchanges.getFirst() : null;
    if (full != null) {
      return Optional.of(MINUTE.minusNanos(now - full.nanos));
    }
    exchanges.add(new Exchange(network, now));
    return Optional.empty();
  }

  /** Takes one of the places for exchanges under way; false when all are taken. */
  boolean begin() {
    return places.tryAcquire();
  }

  void end() {
    places.release();
  }

  /** Whether this browser loses every session it is given, so that another one would be wasted. */
  synchronized boolean losesSessions(String browser) {
    return Collections.frequency(browserOfSession.asMap().values(), browser) >= LOST_SESSIONS;
  }

  /** The same of a browser that shows which sessions it was given: nobody else is taken for it. */
  synchronized boolean losesSessions(Collection<String> presented) {
    return inARow(presented) >= LOST_SESSIONS;
  }

  private int inARow(Collection<String> presented) {
    return bySession.getAllPresent(presented).values().stream()
        .mapToInt(Created::inARow)
        .max()
        .orElse(0);
  }

  /** A session was made for a browser that had presented these. */
  synchronized void created(String browser, String tokenHash, Collection<String> presented) {
    bySession.put(tokenHash, new Created(time.nanos(), inARow(presented) + 1));
    browserOfSession.put(tokenHash, browser);
  }

  /** A request came with this session: it stuck. One that sticks shows that cookies work there. */
  synchronized void used(String tokenHash) {
    var session = bySession.getIfPresent(tokenHash);
    if (session != null && time.nanos() - session.nanos <= USED_WITHIN.toNanos()) {
      bySession.invalidate(tokenHash);
      var browser = browserOfSession.getIfPresent(tokenHash);
      if (browser != null) {
        browserOfSession.asMap().values().removeIf(browser::equals);
      }
    }
  }
}
