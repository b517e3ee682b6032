package belfry.platform;

import belfry.base.Secret;
import belfry.pace.Turnstile;
import java.util.Map;
import java.util.stream.Collectors;

/** What questions have taught about the platform's limits on them, to be kept over a restart. */
public final class ReadPaces {
  private final Turnstiles turnstiles;

  ReadPaces(Turnstiles turnstiles) {
    this.turnstiles = turnstiles;
  }

  /**
   * By resource, such as {@code people}; those where a refusal has taught something. What was asked
   * for once is not forgotten by itself any more.
   */
  public Map<String, Turnstile.Learned> learned(Secret token) {
    return turnstiles.learned(token).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().learned()));
  }

  /** Goes on with what another process had learned, where this one has learned nothing itself. */
  public void remember(Secret token, String resource, Turnstile.Learned learned) {
    turnstiles.of(token, resource).remember(learned);
  }
}
