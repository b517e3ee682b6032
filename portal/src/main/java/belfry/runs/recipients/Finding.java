package belfry.runs.recipients;

import belfry.platform.Posted;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the platform's own record says about a send of unknown outcome. */
public sealed interface Finding {
  /**
   * The whole conversation back to the intent, still to be compared with our records.
   *
   * @param control the message of {@link Control} as listed; empty if it is not listed
   * @param trouble why the control could not be read; empty if it could
   */
  record Listed(List<Posted> messages, Optional<Posted> control, Optional<Finding> trouble)
      implements Finding {
    public Listed(List<Posted> messages, Optional<Posted> control) {
      this(messages, control, Optional.empty());
    }
  }

  /** The message that the answer named, still to be compared. */
  record Named(Posted message) implements Finding {}

  /**
   * The platform holds the message.
   *
   * @param person to whom it was written, if the platform says so
   */
  record Ours(String messageId, Optional<SpaceId> roomId, Optional<PersonId> person)
      implements Finding {
    public Ours(String messageId, Optional<SpaceId> roomId) {
      this(messageId, roomId, Optional.empty());
    }

    /** Whether it was certainly written to this person, by whichever address of theirs. */
    public boolean isTo(PersonId somebody) {
      return person.filter(somebody::isSame).isPresent();
    }
  }

  /**
   * It shows none, and the listing is complete. Before the quiet time is over, that proves nothing.
   */
  record None() implements Finding {}

  /** It answers, but the answer decides nothing: a space with activity. */
  record Undecidable() implements Finding {}

  /** It shows a message that is neither certainly ours nor certainly another. */
  record Unclear(String why) implements Finding {}

  /** Its answer could not be understood, or cannot be believed. */
  record Unreadable(String why) implements Finding {}

  /** It answered that it will not show this conversation. */
  record NotListable(String why) implements Finding {}

  /** It could not be asked: unreachable, failing, or the token is refused. */
  record Unanswered(String why) implements Finding {}

  /** Ask again after {@code rest}. */
  record Throttled(Duration rest) implements Finding {}
}
