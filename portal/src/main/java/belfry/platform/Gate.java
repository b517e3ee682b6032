package belfry.platform;

import belfry.base.Time;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps questions away from the platform while a rest it asked for still runs: one rest for each
 * token and resource.
 */
final class Gate {
  private final Time time;
  private final Map<String, Long> opensAt = new ConcurrentHashMap<>();

  Gate(Time time) {
    this.time = time;
  }

  /** How long this key still rests; zero when one may ask. */
  Duration rest(String key) {
    var opens = opensAt.get(key);
    if (opens == null) {
      return Duration.ZERO;
    }
    var left = opens - time.nanos();
    if (left <= 0) {
      opensAt.remove(key, opens);
      return Duration.ZERO;
    }
    return Duration.ofNanos(left);
  }

  void close(String key, Duration rest) {
    opensAt.merge(key, time.nanos() + rest.toNanos(), (old, next) -> next - old > 0 ? next : old);
  }
}
