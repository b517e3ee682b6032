package belfry.jobs;

import belfry.apps.App;
import belfry.platform.PersonId;
import belfry.storage.IdempotentRequest;
import java.util.Optional;

/**
 * Who requests a change, in which app.
 *
 * @param admin whether they may also change other people's jobs
 */
public record Actor(App app, PersonId personId, String name, boolean admin) {
  /** A request of theirs; {@code wish} is everything that a repetition shares with it. */
  IdempotentRequest asks(String action, Optional<String> requestId, Object... wish) {
    return IdempotentRequest.of(app.name().value(), personId.value(), action, requestId, wish);
  }
}
