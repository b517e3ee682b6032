package belfry.people.directory;

import belfry.base.Phrase;
import java.util.Optional;

/** Whether a bot may post in a space, as far as that is known. */
public sealed interface Posting {
  Phrase NOT_IN_SPACE =
      Phrase.of(
          "posting.notInSpace", "the bot is not in this space, or the space no longer exists");
  Phrase READ_ONLY = Phrase.of("posting.readOnly", "the space is read-only");
  Phrase NO_MODERATOR =
      Phrase.of("posting.noModerator", "only moderators can post there, and the bot is not one");
  Phrase MODERATORS_NOT_READ =
      Phrase.of(
          "posting.moderatorsNotRead",
          "only moderators can post there, and it is unknown whether the bot is one: {{why}}");

  record Allowed() implements Posting {}

  /** The platform would refuse the message. */
  record Refused(Phrase why) implements Posting {}

  /** The platform did not say. It may well be allowed. */
  record Unknown(Phrase why) implements Posting {}

  /** Why it is not allowed, or not known to be. */
  default Optional<Phrase> reason() {
    return switch (this) {
      case Allowed() -> Optional.empty();
      case Refused(var why) -> Optional.of(why);
      case Unknown(var why) -> Optional.of(why);
    };
  }
}
