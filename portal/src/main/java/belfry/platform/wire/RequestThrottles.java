package belfry.platform.wire;

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
 * The platform limits reads for each token and resource, so each has a throttle of its own.
 * Throttles of staff who have left are dropped.
 */
public final class RequestThrottles {
  /** As long as a throttle remembers its requests. */
  private static final Duration FORGOTTEN = Duration.ofMinutes(1);

  /**
   * Each takes 50 KB, and each sign-in has its own token. If there are more than this many, those
   * unused for a moment are dropped; otherwise an office that signs in at nine would fill the
   * memory.
   */
  private static final int MANY = 100;

  private static final Duration MOMENT = Duration.ofSeconds(1);

  private final Time time;
  private final Map<Key, RequestThrottle> throttles = new ConcurrentHashMap<>();
  private final Set<Secret> kept = ConcurrentHashMap.newKeySet();

  private record Key(Secret token, String resource) {}

  public RequestThrottles(Time time) {
    this.time = time;
  }

  /** The throttle for an address; the first word of its path is the resource. */
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

  /**
   * The throttles of this token's resources where a refusal has taught something; kept from now on.
   */
  Map<String, RequestThrottle> learned(Secret token) {
    kept.add(token);
    return throttles.entrySet().stream()
        .filter(entry -> entry.getKey().token.equals(token) && entry.getValue().hasLearned())
        .collect(Collectors.toMap(entry -> entry.getKey().resource, Map.Entry::getValue));
  }
}
