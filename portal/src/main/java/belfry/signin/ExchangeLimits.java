package belfry.signin;

import belfry.base.Network;
import belfry.base.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Protects the platform's token endpoint: every exchange creates a valid token, and a person may
 * have 750 of them. Limits exchanges for each address, in total, and for browsers that never keep
 * their session.
 *
 * <p>Thread-safe.
 */
final class ExchangeLimits {
  /**
   * How many exchanges are permitted.
   *
   * @param perAddress for an address in total in a minute
   * @param inAll in total in a minute
   * @param atOnce at the same time
   */
  record Limits(int perAddress, int inAll, int atOnce) {}

  /**
   * For callbacks without a valid state. Anybody can invent a code, and each costs a request to the
   * platform.
   */
  static final Limits BEGUN_ELSEWHERE = new Limits(10, 120, 8);

  /**
   * For callbacks with a valid state, which was issued here to that browser. A whole office behind
   * one address may sign in at nine.
   */
  static final Limits BEGUN_HERE = new Limits(300, 3_000, 64);

  static final int LOST_SESSIONS = 3;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** A session that was not used within this time was not kept. */
  private static final Duration USED_WITHIN = Duration.ofSeconds(10);

  private final Time time;
  private final Limits limits;
  private final Semaphore places;
  private final Map<String, Deque<Long>> byAddress = new HashMap<>();
  private final Deque<Long> all = new ArrayDeque<>();
  private final Map<String, Deque<Created>> byBrowser = new HashMap<>();

  private final Map<String, Created> bySession = new HashMap<>();

  /**
   * A session that has not been used yet.
   *
   * @param inARow how many of these its browser has had in a row, including this one
   */
  private record Created(String tokenHash, long nanos, int inARow) {
    boolean isOver(long now) {
      return now - nanos >= 2 * MINUTE.toNanos();
    }
  }

  ExchangeLimits(Time time, Limits limits) {
    this.time = time;
    this.limits = limits;
    places = new Semaphore(limits.atOnce);
  }

  /** How long to wait before another exchange for this address; empty if one may begin now. */
  synchronized Optional<Duration> admit(String address) {
    var now = time.nanos();
    byAddress.values().removeIf(times -> forget(times, now).isEmpty());
    forget(all, now);
    var own = byAddress.computeIfAbsent(Network.of(address), _ -> new ArrayDeque<>());
    var full = own.size() >= limits.perAddress ? own : all.size() >= limits.inAll ? all : null;
    if (full != null) {
      return Optional.of(MINUTE.minusNanos(now - full.element()));
    }
    own.add(now);
    all.add(now);
    return Optional.empty();
  }

  /** Oldest first; entries older than a minute are removed. */
  private static Deque<Long> forget(Deque<Long> times, long now) {
    while (!times.isEmpty() && now - times.element() >= MINUTE.toNanos()) {
      times.remove();
    }
    return times;
  }

  /** Takes one of the places for exchanges at the same time; false when all are taken. */
  boolean begin() {
    return places.tryAcquire();
  }

  void end() {
    places.release();
  }

  /** Whether this browser loses every session it gets, so that another one would be wasted. */
  synchronized boolean losesSessions(String browser) {
    var now = time.nanos();
    byBrowser
        .values()
        .removeIf(created -> {
          created.removeIf(one -> one.isOver(now));
          return created.isEmpty();
        });
    return byBrowser.getOrDefault(browser, new ArrayDeque<>()).size() >= LOST_SESSIONS;
  }

  /**
   * The same for a browser that presents its earlier sessions, so that it cannot be confused with
   * others.
   */
  synchronized boolean losesSessions(Collection<String> presented) {
    return inARow(presented) >= LOST_SESSIONS;
  }

  private int inARow(Collection<String> presented) {
    var now = time.nanos();
    bySession.values().removeIf(one -> one.isOver(now));
    return presented.stream()
        .map(bySession::get)
        .filter(Objects::nonNull)
        .mapToInt(Created::inARow)
        .max()
        .orElse(0);
  }

  /** Records a new session for a browser that presented these. */
  synchronized void created(String browser, String tokenHash, Collection<String> presented) {
    var session = new Created(tokenHash, time.nanos(), inARow(presented) + 1);
    bySession.put(tokenHash, session);
    byBrowser.computeIfAbsent(browser, _ -> new ArrayDeque<>()).add(session);
  }

  /** Records that a request used this session, which shows that cookies work in that browser. */
  synchronized void used(String tokenHash) {
    var session = bySession.get(tokenHash);
    if (session != null && time.nanos() - session.nanos <= USED_WITHIN.toNanos()) {
      bySession.remove(tokenHash);
      byBrowser.values().removeIf(created -> created.contains(session));
    }
  }
}
