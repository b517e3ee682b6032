package belfry.hooks;

import belfry.base.Backoff;
import belfry.base.Time;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long programs that take nothing are left alone by this process, ever longer; but not once an
 * administrator has enabled one again or given it another address. What a program asks for itself
 * is kept until it has another address.
 */
final class HookRests {
  static final Duration FIRST = Duration.ofSeconds(5);
  static final Duration LONGEST = Duration.ofMinutes(5);

  private final Time time;
  private final Map<HookId, Rest> rests = new ConcurrentHashMap<>();

  HookRests(Time time) {
    this.time = time;
  }

  /**
   * After so many failures in a row, nothing is sent until both times have passed.
   *
   * @param usual ends early when an administrator begins anew
   * @param asked until when it asks not to be sent anything
   * @param by the address that did not take something; empty if something went wrong here
   */
  private record Rest(int failures, long usual, long asked, Optional<URI> by) {
    /** Whether it is about an address that the program no longer has. */
    boolean isOfAnother(Hook hook) {
      return by.isPresent() && !by.get().equals(hook.url());
    }

    /** Whether an administrator has begun anew since it began. */
    boolean isBegunAnew(Hook hook) {
      return by.isPresent() && hook.failingSince().isEmpty();
    }
  }

  /**
   * It did not take what it was sent.
   *
   * @param pause how long it asks not to be sent anything
   */
  void refused(Hook hook, Optional<Duration> pause) {
    begin(hook.id(), Optional.of(hook.url()), pause);
  }

  /** Something went wrong here. */
  void failed(HookId id) {
    begin(id, Optional.empty(), Optional.empty());
  }

  private void begin(HookId id, Optional<URI> by, Optional<Duration> pause) {
    var failures = Optional.ofNullable(rests.get(id)).map(Rest::failures).orElse(0);
    var usual = Backoff.after(failures, FIRST, LONGEST);
    var now = time.nanos();
    rests.put(
        id,
        new Rest(
            failures + 1, now + usual.toNanos(), now + pause.orElse(Duration.ZERO).toNanos(), by));
  }

  /** It takes what it is sent, or is not there any more. */
  void end(HookId id) {
    rests.remove(id);
  }

  /** Whether it has taken nothing since it rested for the first time. */
  boolean isTriedOut(HookId id) {
    return rests.containsKey(id);
  }

  /** Whether it is left alone now. */
  boolean isResting(Hook hook) {
    var rest = rests.get(hook.id());
    if (rest == null) {
      return false;
    }
    if (!rest.isOfAnother(hook) && isAhead(rest.asked)) {
      return true;
    }
    if (rest.isOfAnother(hook) || rest.isBegunAnew(hook)) {
      rests.remove(hook.id(), rest);
      return false;
    }
    return isAhead(rest.usual);
  }

  private boolean isAhead(long until) {
    return time.nanos() - until < 0;
  }
}
