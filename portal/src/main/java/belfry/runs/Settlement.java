package belfry.runs;

/**
 * Where one attempt left its recipient. It counts only if that attempt is still the recipient's
 * latest and unsettled.
 *
 * @param messageId empty unless the platform holds the message
 * @param email the recipient's address where the platform told it; empty otherwise
 * @param reason for people; empty when there is nothing to say
 */
public record Settlement(
    RunId run,
    long seq,
    long attemptId,
    RecipientState to,
    String messageId,
    String roomId,
    String email,
    String reason) {}
