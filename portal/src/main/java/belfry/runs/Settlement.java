package belfry.runs;

import belfry.platform.PersonId;
import belfry.platform.SpaceId;
import java.time.Instant;
import java.util.Optional;

/**
 * The state in which an attempt left its recipient. It counts only if that attempt is still the
 * recipient's latest and unsettled.
 *
 * @param messageId empty unless the platform holds the message
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
