package belfry.storage;

import belfry.base.Hash;
import java.util.List;
import java.util.Optional;

/**
 * An action that somebody requests. With a request id, it takes effect once.
 *
 * @param scope where a request id is unique, together with the asker: an app
 * @param asker who asks
 * @param action what is asked for, as the audit trail has it
 * @param digest of all that a repetition has in common with the first, which tells it from a
 *     request id that is used for something else
 * @param requestId empty if repetitions cannot be recognized
 */
public record IdempotentRequest(
    String scope, String asker, String action, String digest, Optional<String> requestId) {

  /** A request; {@code wish} is everything in it besides the action. */
  public static IdempotentRequest of(
      String scope, String asker, String action, Optional<String> requestId, Object... wish) {
    return new IdempotentRequest(
        scope, asker, action, Hash.sha256(List.of(wish).toString()), requestId);
  }
}
