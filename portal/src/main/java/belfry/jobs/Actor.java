package belfry.jobs;

import belfry.apps.App;
import belfry.storage.IdempotentRequest;
import java.util.Optional;

/**
 * Who asks, in which app.
 *
 * @param admin whether they may also change what others wrote
 */
public record Actor(App app, String personId, String name, boolean admin) {
  /** What they ask for; {@code wish} is everything that a repetition has in common with it. */
  IdempotentRequest asks(String action, Optional<String> requestId, Object... wish) {
    return IdempotentRequest.of(app.name().value(), personId, action, requestId, wish);
  }
}
