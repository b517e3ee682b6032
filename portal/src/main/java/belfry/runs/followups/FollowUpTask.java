package belfry.runs.followups;

import belfry.messages.PersonalValues;
import belfry.people.audience.Target;
import belfry.platform.ids.SpaceId;
import java.util.Optional;

/**
 * A message of a follow-up, claimed for one attempt or in doubt after one.
 *
 * @param number its place in the follow-up
 * @param seq its recipient's number in the run
 * @param attempt how often it was tried, with this attempt
 * @param doubted whether an earlier attempt may have taken effect
 * @param target its recipient, a person or a space
 * @param room empty if the platform did not say
 * @param values its recipient's values; empty if the run has the same text for everybody
 */
public record FollowUpTask(
    FollowUpId followUp,
    long number,
    long seq,
    int attempt,
    long attemptId,
    boolean doubted,
    Target.Kind kind,
    String target,
    String messageId,
    Optional<SpaceId> room,
    Optional<PersonalValues> values) {

  /** Its settlement, with a reason for people. */
  public Settled settled(FollowUpState to, String reason) {
    return new Settled(followUp, number, seq, attemptId, to, reason, false, false);
  }

  /**
   * The state in which an attempt left its message. It counts only if that attempt is still the
   * latest and unsettled.
   *
   * @param reason the reason, for people; empty if there is none
   * @param cleared whether it is known that no attempt has taken effect
   * @param untried whether this attempt does not count, because it certainly had no effect
   */
  public record Settled(
      FollowUpId followUp,
      long number,
      long seq,
      long attemptId,
      FollowUpState to,
      String reason,
      boolean cleared,
      boolean untried) {
    /** The same, with the knowledge that no attempt has taken effect. */
    public Settled withoutEffect() {
      return new Settled(followUp, number, seq, attemptId, to, reason, true, untried);
    }

    /** The same, after an attempt that does not count. */
    public Settled notCounted() {
      return new Settled(followUp, number, seq, attemptId, to, reason, cleared, true);
    }
  }
}
