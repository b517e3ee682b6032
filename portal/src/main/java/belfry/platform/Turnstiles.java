package belfry.platform;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.pace.Turnstile;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The platform's limits on questions stand per token and resource: one turnstile for each. Those of
 * staff who have gone are forgotten.
 */
final class Turnstiles {
  /** As long as a turnstile remembers what went through. */
  private static final Duration FORGOTTEN = Duration.ofMinutes(1);

  /** Also a bot's, when it has not asked for so long: what it learned is in the database. */
  private static final Duration LONG_FORGOTTEN = Duration.ofDays(1);

  private final Time time;
  private final Map<Key, Turnstile> turnstiles = new ConcurrentHashMap<>();

  private record Key(Secret token, String resource) {}

  Turnstiles(Time time) {
    this.time = time;
  }

  /** The one for an address, whose resource is the first word of its path. */
  Turnstile of(Secret token, URI address) {
    return of(token, address.getPath().replaceFirst("^.*?/v1/([^/]+).*$", "$1"));
  }

  Turnstile of(Secret token, String resource) {
    var key = new Key(token, resource);
    var known = turnstiles.get(key);
    if (known != null) {
      return known;
    }
    turnstiles.values().removeIf(it -> it.idle(it.hasLearned() ? LONG_FORGOTTEN : FORGOTTEN));
    return turnstiles.computeIfAbsent(key, _ -> new Turnstile(time, RandomGenerator.getDefault()));
  }

  /** Of this token's resources, those where a refusal has taught something. */
  Map<String, Turnstile> learned(Secret token) {
    return turnstiles.entrySet().stream()
        .filter(entry -> entry.getKey().token.equals(token) && entry.getValue().hasLearned())
        .collect(Collectors.toMap(entry -> entry.getKey().resource, Map.Entry::getValue));
  }
}
