package belfry.runs.followups;

/** What the platform shows of one message that was to be recalled or corrected. */
public enum Sighting {
  /** It says that there is no such message, and it is the bot that sent it who asks. */
  GONE,
  /** It shows the message with the corrected text. */
  NEW,
  /** It shows the message with the text that was sent. */
  OLD,
  /** It shows the message with some other text. */
  OTHER,
  /** It answered, but not in a way that says anything about the message. */
  UNREADABLE,
  /** It did not answer, or asked to wait. */
  UNANSWERED
}
