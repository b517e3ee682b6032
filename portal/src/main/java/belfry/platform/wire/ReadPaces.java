package belfry.platform.wire;

import belfry.base.Secret;
import belfry.pace.RequestThrottle;
import java.util.Map;
import java.util.stream.Collectors;

/** The learned paces of read requests, to be kept across restarts. */
public final class ReadPaces {
  private final RequestThrottles throttles;

  public ReadPaces(RequestThrottles throttles) {
    this.throttles = throttles;
  }

  /**
   * The learned paces by resource, such as {@code people}, if a refusal has taught something. Once
   * requested, they are not dropped automatically any more.
   */
  public Map<String, RequestThrottle.Learned> learned(Secret token) {
    return throttles.learned(token).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().learned()));
  }

  /** Adopts what another process had learned, if this one has learned nothing itself. */
  public void remember(Secret token, String resource, RequestThrottle.Learned learned) {
    throttles.of(token, resource).remember(learned);
  }
}
