package belfry.runs.recipients;

import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;
import belfry.runs.ids.RunId;
import java.time.Instant;
import java.util.Optional;

/**
 * The state in which an attempt left its recipient. It counts only if that attempt is still the
 * recipient's latest and unsettled.
 *
 * @param messageId the id under which the platform holds the message, or, while that is in doubt,
 *     the id that the answer named; otherwise empty
 * @param email the recipient's address, if the platform reported it; otherwise empty
 * @param person who it is, if only their address was known and the platform named them
 * @param reason the reason, for people; empty if there is none
 * @param dated the message's date on the platform's clock, if the platform told it
 */
public record Settlement(
    RunId run,
    long seq,
    long attemptId,
    RecipientState to,
    String messageId,
    Optional<SpaceId> roomId,
    String email,
    Optional<PersonId> person,
    String reason,
    Optional<Instant> dated) {
  /**
   * The same attempt, of which the platform named a message that is on record for somebody else.
   */
  public Settlement contested(RecipientState from) {
    var state = RecipientLife.after(from, new RecipientLife.Event.Contested());
    var inDoubt = state == RecipientState.UNKNOWN;
    return new Settlement(
        run,
        seq,
        attemptId,
        state,
        inDoubt ? messageId : "",
        Optional.empty(),
        "",
        inDoubt
            ? Reasons.onRecord()
            : Reasons.settled(state, new Finding.Unclear(Causes.SAME_ID.english())));
  }

  /** Without a person and a date. */
  public Settlement(
      RunId run,
      long seq,
      long attemptId,
      RecipientState to,
      String messageId,
      Optional<SpaceId> roomId,
      String email,
      String reason) {
    this(
        run,
        seq,
        attemptId,
        to,
        messageId,
        roomId,
        email,
        Optional.empty(),
        reason,
        Optional.empty());
  }
}
