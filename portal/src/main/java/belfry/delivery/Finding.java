package belfry.delivery;

import java.time.Duration;

/** What the platform's own record says of an unsure send. */
sealed interface Finding {
  /** It holds the message. */
  record Ours(String messageId, String roomId) implements Finding {}

  /** It shows none. Before the quiet time is over that proves nothing. */
  record None() implements Finding {}

  /** It can be asked, but what it shows decides nothing: a space in which something happened. */
  record Undecidable() implements Finding {}

  /** It answered that it does not show this conversation. */
  record NotListable(String why) implements Finding {}

  /** It could not be asked: out of reach, in trouble, or the token is refused altogether. */
  record Unanswered(String why) implements Finding {}

  /** Ask again after {@code rest}. */
  record Throttled(Duration rest) implements Finding {}
}
