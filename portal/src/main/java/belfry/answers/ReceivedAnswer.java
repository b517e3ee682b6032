package belfry.answers;

import belfry.apps.AppName;
import belfry.platform.ids.PersonId;
import java.time.Instant;
import java.util.Optional;

/**
 * What somebody answered to an announcement.
 *
 * @param source the platform's id of the message or of the press
 * @param said what was said
 * @param written when, by the platform's clock
 * @param received when it was stored here
 * @param done empty as long as it is unread
 */
public record ReceivedAnswer(
    AnswerId id,
    AppName app,
    String source,
    Announcement about,
    Answerer from,
    Said said,
    Instant written,
    Instant received,
    Optional<Done> done) {

  /** How an answer was given. */
  public enum Kind {
    WRITTEN,
    /** A button of a card was pressed. */
    PRESS
  }

  /**
   * The content of an answer.
   *
   * @param text empty for a press
   * @param inputs what a press sent, as a JSON object; {@code {}} for what was written
   * @param files how many files came with it
   * @param readable false if the platform tells that it exists, but never showed it in a form that
   *     was understood
   */
  public record Said(Kind kind, String text, String inputs, int files, boolean readable) {
    public static final String NO_INPUTS = "{}";

    public static Said written(String text, int files) {
      return new Said(Kind.WRITTEN, text, NO_INPUTS, files, true);
    }

    public static Said pressed(String inputs) {
      return new Said(Kind.PRESS, "", inputs, 0, true);
    }

    /** It exists, and nobody can say what it says. */
    public static Said unreadable(Kind kind) {
      return new Said(kind, "", NO_INPUTS, 0, false);
    }
  }

  /**
   * Somebody has dealt with it.
   *
   * @param by empty if nobody has to, as with a press
   */
  public record Done(Instant at, Optional<PersonId> by, String name) {}

  /** A new answer. A press needs nobody's attention, so it is done from the beginning. */
  public static ReceivedAnswer now(
      AppName app,
      String source,
      Announcement about,
      Answerer from,
      Said said,
      Instant written,
      Instant now) {
    return new ReceivedAnswer(
        AnswerId.next(),
        app,
        source,
        about,
        from,
        said,
        written,
        now,
        said.kind() == Kind.PRESS
            ? Optional.of(new Done(now, Optional.empty(), ""))
            : Optional.empty());
  }
}
