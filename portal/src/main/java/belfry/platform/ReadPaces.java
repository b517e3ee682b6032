package belfry.platform;

import belfry.base.Secret;
import belfry.pace.Turnstile;
import java.util.Map;
import java.util.stream.Collectors;

/** What questions have taught about the platform's limits on them, to be kept over a restart. */
public final class ReadPaces {
  private final Turnstiles turnstiles;
  private final PlatformClock clock;

  ReadPaces(Turnstiles turnstiles, PlatformClock clock) {
    this.turnstiles = turnstiles;
    this.clock = clock;
  }

  /** By resource, such as {@code people}; those where a refusal has taught something. */
  public Map<String, Turnstile.Learned> learned(Secret token) {
    return turnstiles.learned(token).entrySet().stream()
        .collect(
            Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().learned(clock.now())));
  }

  /** Goes on with what another process had learned, where this one has learned nothing itself. */
  public void remember(Secret token, String resource, Turnstile.Learned learned) {
    turnstiles.of(token, resource).remember(learned, clock.now());
  }
}
