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
   * After so many failures in a row, nothing is sent until then.
   *
   * @param by the address that did not take something; empty if something went wrong here
   * @param asked whether it asked for this itself
   */
  private record Rest(int failures, long until, Optional<URI> by, boolean asked) {
    /** Whether an administrator has begun anew since it began. */
    boolean isVoid(Hook hook) {
      return by.isPresent()
          && (!by.get().equals(hook.url()) || (!asked && hook.failingSince().isEmpty()));
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
    var length = pause.filter(one -> one.compareTo(usual) > 0).orElse(usual);
    rests.put(id, new Rest(failures + 1, time.nanos() + length.toNanos(), by, pause.isPresent()));
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
    if (rest != null && rest.isVoid(hook)) {
      rests.remove(hook.id(), rest);
      return false;
    }
    return rest != null && time.nanos() - rest.until < 0;
  }
}
