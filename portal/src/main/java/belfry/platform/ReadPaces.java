package belfry.platform;

import belfry.base.Secret;
import belfry.pace.RequestThrottle;
import java.util.Map;
import java.util.stream.Collectors;

/** What questions have taught about the platform's limits on them, to be kept over a restart. */
public final class ReadPaces {
  private final RequestThrottles throttles;

  ReadPaces(RequestThrottles throttles) {
    this.throttles = throttles;
  }

  /**
   * By resource, such as {@code people}; those where a refusal has taught something. What was asked
   * for once is not forgotten by itself any more.
   */
  public Map<String, RequestThrottle.Learned> learned(Secret token) {
    return throttles.learned(token).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().learned()));
  }

  /** Goes on with what another process had learned, where this one has learned nothing itself. */
  public void remember(Secret token, String resource, RequestThrottle.Learned learned) {
    throttles.of(token, resource).remember(learned);
  }
}
