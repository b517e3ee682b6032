package belfry.simulator.limits;

import belfry.simulator.base.HttpDate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The limit of one key at work: its meter, its open Retry-After, its counts. Its lock owns it. */
final class Gate {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** A refusal which the client knows of from {@code knownFrom} on. */
  private record Promise(long knownFrom, long until) {}

  private final LimitRule rule;
  private final long setAt;
  private final long grace;
  private final Deque<Promise> promises = new ArrayDeque<>();
  private final Rivalry rivalry = new Rivalry();
  private Meter meter;
  private int changesDone;
  private long meterSince;
  private long permittedBefore;
  private long acceptedBefore;
  private long now = Long.MIN_VALUE;
  private long closedUntil = Long.MIN_VALUE;
  private long promisedUntil = Long.MIN_VALUE;
  private long first = Long.MIN_VALUE;
  private long lastAccepted;
  private long accepted;
  private long throttled;
  private long early;
  private long strays;

  Gate(LimitRule rule, long setAt, long grace) {
    this.rule = rule;
    this.setAt = setAt;
    this.grace = grace;
    meter = Meter.of(rule.limit(), setAt);
    meterSince = setAt;
  }

  /** Decides about a request that came at {@code arrived}; {@code epochMillis} is about then. */
  synchronized Verdict admit(long arrived, long epochMillis) {
    if (isEarly(arrived)) {
      early++;
    }
    goOnTo(arrived);
    if (first == Long.MIN_VALUE) {
      first = now;
      lastAccepted = now;
    }
    change();
    var wait = now < closedUntil ? closedUntil - now : meter.take(now);
    if (wait > 0) {
      throttled++;
      return refuse(wait, epochMillis);
    }
    accepted++;
    lastAccepted = now;
    rivalry.accepted();
    return new Verdict.Admitted();
  }

  /** Refuses although no limit is reached: nothing is taken, nothing is closed. */
  synchronized Verdict.Throttled stray(long arrived, long epochMillis, Stray how) {
    if (isEarly(arrived)) {
      early++;
    }
    strays++;
    var until = until(how.retryAfter(), arrived, how.seconds(), epochMillis);
    return verdict(429, how.retryAfter(), how.html(), how.seconds(), until, epochMillis);
  }

  synchronized void announced(long writtenAt, long until) {
    promises.add(new Promise(writtenAt + grace, until));
  }

  synchronized void rival(@Nullable Rival rival, long since) {
    rivalry.set(rival, since);
  }

  synchronized LimitCount count(Limits.Key key, long at) {
    goOnTo(at);
    return new LimitCount(
        key.resource(),
        key.subject(),
        accepted,
        throttled,
        early,
        permitted() - rivalry.takenFromOurs(),
        strays,
        rivalry.taken());
  }

  /** Two that came almost together may get here in the other order; meters know only one. */
  private void goOnTo(long moment) {
    while (rivalry.isDue(moment)) {
      now = Math.max(now, rivalry.nextAt());
      change();
      rivalry.burst(meter, now < closedUntil, first != Long.MIN_VALUE);
    }
    now = Math.max(now, moment);
  }

  private long permitted() {
    return accepted == acceptedBefore
        ? permittedBefore
        : permittedBefore + meter.permitted(Math.max(first, meterSince), lastAccepted, false);
  }

  private void change() {
    while (changesDone < rule.changes().size()) {
      var change = rule.changes().get(changesDone);
      var at = dueAt(change);
      if (at > now) {
        return;
      }
      permittedBefore += permittedUntil(at, change.afterMillis() != null);
      meter = Meter.of(change.limit(), at);
      meterSince = at;
      acceptedBefore = accepted;
      changesDone++;
    }
  }

  /**
   * A limit that ends at a given time would have permitted more until just before it; one that ends
   * with a given number of requests ends with the last of them.
   */
  private long permittedUntil(long at, boolean byTime) {
    var from = Math.max(first, meterSince);
    var to = byTime ? at - 1 : at;
    return first == Long.MIN_VALUE || from > to ? 0 : meter.permitted(from, to, byTime);
  }

  private long dueAt(LimitRule.Change change) {
    if (change.afterMillis() != null) {
      return setAt + TimeUnit.MILLISECONDS.toNanos(change.afterMillis());
    }
    return change.afterAccepted() != null && accepted >= change.afterAccepted()
        ? lastAccepted
        : Long.MAX_VALUE;
  }

  private boolean isEarly(long arrived) {
    while (!promises.isEmpty() && promises.peek().knownFrom() < arrived) {
      promisedUntil = Math.max(promisedUntil, promises.remove().until());
    }
    return arrived < promisedUntil;
  }

  private Verdict.Throttled refuse(long wait, long epochMillis) {
    var how = rule.refusal();
    var form =
        Math.floor(throttled * how.share()) > Math.floor((throttled - 1) * how.share())
            ? how.retryAfter()
            : Refusal.RetryAfter.SECONDS;
    var seconds = Math.ceilDiv(wait, SECOND);
    var until = until(form, now, seconds, epochMillis);
    closedUntil = Math.max(closedUntil, until);
    return verdict(how.status(), form, how.html(), seconds, until, epochMillis);
  }

  private static long until(Refusal.RetryAfter form, long now, long seconds, long epochMillis) {
    var rest = form == Refusal.RetryAfter.HTTP_DATE ? (1000 - epochMillis % 1000) * 1_000_000 : 0;
    return now + seconds * SECOND + rest;
  }

  private Verdict.Throttled verdict(
      int status,
      Refusal.RetryAfter form,
      boolean html,
      long seconds,
      long until,
      long epochMillis) {
    var readable = form == Refusal.RetryAfter.SECONDS || form == Refusal.RetryAfter.HTTP_DATE;
    return new Verdict.Throttled(
        status,
        header(form, seconds, epochMillis),
        html,
        new Verdict.Announcement(readable ? this : null, until));
  }

  private static @Nullable String header(Refusal.RetryAfter form, long seconds, long epochMillis) {
    return switch (form) {
      case SECONDS -> Long.toString(seconds);
      case MISSING -> null;
      case ZERO -> "0";
      case NEGATIVE -> "-" + seconds;
      case HTTP_DATE -> HttpDate.of(epochMillis / 1000 + 1 + seconds);
      case GARBAGE -> "rand(30),add(30)";
    };
  }
}
