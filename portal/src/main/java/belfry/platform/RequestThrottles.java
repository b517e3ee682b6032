package belfry.platform;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.pace.RequestThrottle;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The platform's limits on questions stand per token and resource: one turnstile for each. Those of
 * staff who have gone are forgotten.
 */
final class RequestThrottles {
  /** As long as a turnstile remembers what went through. */
  private static final Duration FORGOTTEN = Duration.ofMinutes(1);

  /**
   * Each has 50 KB, and each sign-in has a token of its own: where there are more than these, those
   * are forgotten at which nobody was for a moment, else an office that comes at nine fills the
   * memory.
   */
  private static final int MANY = 100;

  private static final Duration MOMENT = Duration.ofSeconds(1);

  private final Time time;
  private final Map<Key, RequestThrottle> throttles = new ConcurrentHashMap<>();
  private final Set<Secret> kept = ConcurrentHashMap.newKeySet();

  private record Key(Secret token, String resource) {}

  RequestThrottles(Time time) {
    this.time = time;
  }

  /** The one for an address, whose resource is the first word of its path. */
  RequestThrottle of(Secret token, URI address) {
    return of(token, address.getPath().replaceFirst("^.*?/v1/([^/]+).*$", "$1"));
  }

  RequestThrottle of(Secret token, String resource) {
    var key = new Key(token, resource);
    if (!throttles.containsKey(key)) {
      var forgotten = throttles.size() < MANY ? FORGOTTEN : MOMENT;
      throttles
          .entrySet()
          .removeIf(
              entry -> !kept.contains(entry.getKey().token) && entry.getValue().idle(forgotten));
    }
    return Objects.requireNonNull(
        throttles.compute(
            key,
            (_, known) -> {
              var throttle =
                  known == null ? new RequestThrottle(time, RandomGenerator.getDefault()) : known;
              throttle.touch();
              return throttle;
            }));
  }

  /** Of this token's resources, those where a refusal has taught something; kept from now on. */
  Map<String, RequestThrottle> learned(Secret token) {
    kept.add(token);
    return throttles.entrySet().stream()
        .filter(entry -> entry.getKey().token.equals(token) && entry.getValue().hasLearned())
        .collect(Collectors.toMap(entry -> entry.getKey().resource, Map.Entry::getValue));
  }
}
