package belfry.hooks;

import belfry.base.Backoff;
import belfry.base.Time;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long programs that take nothing are left alone by this process, ever longer; but not once an
 * administrator has enabled one again or given it another address.
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
   * @param refused whether the program itself did not take something
   */
  private record Rest(int failures, long until, boolean refused) {}

  /** It did not take what it was sent. */
  void refused(HookId id) {
    begin(id, true);
  }

  /** Something went wrong here. */
  void failed(HookId id) {
    begin(id, false);
  }

  private void begin(HookId id, boolean refused) {
    var failures = Optional.ofNullable(rests.get(id)).map(Rest::failures).orElse(0);
    var length = Backoff.after(failures, FIRST, LONGEST);
    rests.put(id, new Rest(failures + 1, time.nanos() + length.toNanos(), refused));
  }

  /** It takes what it is sent. */
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
    if (rest != null && rest.refused && hook.failingSince().isEmpty()) {
      rests.remove(hook.id(), rest);
      return false;
    }
    return rest != null && time.nanos() - rest.until < 0;
  }
}
