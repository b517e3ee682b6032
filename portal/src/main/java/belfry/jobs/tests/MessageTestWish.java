package belfry.jobs.tests;

import belfry.base.Phrase;
import belfry.people.groups.Groups;
import java.util.List;
import java.util.Optional;

/**
 * To whom a test goes, and as whose message.
 *
 * @param to empty for its author
 * @param as the person of the audience whose values it shows; empty if each reads their own
 */
public record MessageTestWish(List<Groups.Reference> to, Optional<Groups.Reference> as) {
  /** How many people a test goes to at most. */
  public static final int MOST = 10;

  public static final Phrase TOO_MANY =
      Phrase.of("test.toTooMany", "A test goes to at most {{most}} people.", "most", MOST);

  public MessageTestWish {
    if (to.size() > MOST) {
      throw new IllegalArgumentException(TOO_MANY.english());
    }
  }

  /** To its author, with the author's own values. */
  public static final MessageTestWish OWN = new MessageTestWish(List.of(), Optional.empty());
}
