package belfry.delivery.lane;

import belfry.delivery.foundation.Lease;
import belfry.platform.ids.PersonId;
import belfry.runs.Run;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpId;
import belfry.runs.followups.FollowUpTask;
import belfry.runs.ids.RunId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The record of an app's follow-ups. Everything it returns is durable.
 *
 * <p>Every method may throw {@link belfry.storage.StorageException}; the operation may or may not
 * have happened then.
 */
public interface FollowUpLedger {
  /** Follow-ups that are not closed, oldest first. */
  List<FollowUp> open();

  /** What a follow-up's messages are known to be. */
  Optional<Sent> sent(RunId run);

  /**
   * A run whose messages are changed.
   *
   * @param bot the bot that sent them; empty if that was not recorded
   * @param earlier the texts of all its corrections
   */
  record Sent(Run run, Optional<PersonId> bot, List<String> earlier) {}

  /**
   * Marks what earlier owners had under way as unknown, and returns everything unknown. Empty if
   * the lane is no longer ours.
   */
  Optional<List<FollowUpTask>> takeOver(Lease lease);

  /** Settles and claims in one transaction; empty if the lane is no longer ours. */
  Optional<List<FollowUpTask>> turn(Lease lease, Order order);

  /**
   * The work of one transaction.
   *
   * @param attemptId identifies the attempts that it claims
   * @param abandoned attempts whose transaction failed, so that nothing of them was sent
   * @param claims which messages to claim of each
   * @param skip stopped ones whose waiting messages are to be skipped, some at a time
   * @param close those whose last message seems to be settled
   */
  record Order(
      long attemptId,
      List<FollowUpTask.Settled> settlements,
      Collection<Abandoned> abandoned,
      Map<FollowUp, Claim> claims,
      List<FollowUp> skip,
      List<FollowUpId> close) {
    boolean isEmpty() {
      return settlements.isEmpty()
          && abandoned.isEmpty()
          && claims.isEmpty()
          && skip.isEmpty()
          && close.isEmpty();
    }
  }

  /**
   * Which messages to claim.
   *
   * @param waiting those to be tried again whose time has not come
   */
  record Claim(int most, Set<Long> waiting) {}

  /** Attempts that may have been committed but were never sent. */
  record Abandoned(FollowUp followUp, long attemptId) {}

  /** Records results of attempts after the lane was lost. */
  void late(List<FollowUpTask.Settled> settlements);
}
