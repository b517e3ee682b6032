package belfry.runs;

import belfry.platform.Posted;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the platform's own record says of an unsure send. */
public sealed interface Finding {
  /**
   * The whole conversation back to the intent, still to be judged with what is recorded here.
   *
   * @param control the message of {@link Control} as it is listed; empty where it is not
   * @param trouble why that could not be looked at; empty where it could
   */
  record Listed(List<Posted> messages, Optional<Posted> control, Optional<Finding> trouble)
      implements Finding {
    public Listed(List<Posted> messages, Optional<Posted> control) {
      this(messages, control, Optional.empty());
    }
  }

  /** It holds the message. */
  record Ours(String messageId, String roomId) implements Finding {}

  /**
   * It shows none, and what it does not show is not there. Before the quiet time is over that
   * proves nothing.
   */
  record None() implements Finding {}

  /** It can be asked, but what it shows decides nothing: a space in which something happened. */
  record Undecidable() implements Finding {}

  /** It shows a message that is neither certainly ours nor certainly another. */
  record Unclear(String why) implements Finding {}

  /** Its answer could not be understood, or is not to be believed. */
  record Unreadable(String why) implements Finding {}

  /** It answered that it does not show this conversation. */
  record NotListable(String why) implements Finding {}

  /** It could not be asked: out of reach, in trouble, or the token is refused altogether. */
  record Unanswered(String why) implements Finding {}

  /** Ask again after {@code rest}. */
  record Throttled(Duration rest) implements Finding {}
}
