package belfry.storage;

import belfry.base.Hash;
import java.util.List;
import java.util.Optional;

/**
 * An action that somebody requests. With a request id, it takes effect once.
 *
 * @param scope where a request id is unique, together with the asker: an app
 * @param asker who asks
 * @param action the action, as the audit trail names it
 * @param digest a hash of everything a repetition shares with the first request, to detect a
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

  /**
   * The same, asked with this credential: with another, which may read less, it is not the same.
   *
   * @param credential empty for a person on the page
   */
  public IdempotentRequest with(String credential) {
    return credential.isEmpty()
        ? this
        : new IdempotentRequest(
            scope, asker, action, Hash.sha256(digest + " " + credential), requestId);
  }
}
