package belfry.jobs;

import belfry.base.Hash;
import java.util.List;
import java.util.Optional;

/**
 * Something asked for, perhaps under a request id.
 *
 * @param action for the audit trail
 * @param digest of all that was wished for, which tells a repeated request from a request id that
 *     is used for something else
 */
record IdempotentRequest(String action, String digest, Optional<String> requestId) {

  /**
   * What was asked for in so many words.
   *
   * @param wish everything besides the action that a repetition has in common with the first
   */
  static IdempotentRequest of(String action, Optional<String> requestId, Object... wish) {
    return new IdempotentRequest(action, Hash.sha256(List.of(wish).toString()), requestId);
  }
}
