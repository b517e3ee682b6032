package belfry.runs.followups;

import belfry.base.Phrase;
import belfry.base.PhraseBook;
import belfry.base.Shortened;
import belfry.platform.Outcome;
import belfry.runs.recipients.Reasons;
import java.util.List;
import java.util.Optional;

/** Explains the state of a follow-up's message; stored in English and read back, as reasons are. */
public final class FollowUpReasons {
  static final Phrase HELD =
      Phrase.of(
          "followUp.held",
          "It is unknown whether they have the message. Look into the conversation.");
  static final Phrase NAMELESS =
      Phrase.of(
          "followUp.nameless",
          "Somebody decided that it had arrived, so Belfry does not know which message it is.");
  static final Phrase NOT_READABLE =
      Phrase.of(
          "followUp.notReadable",
          "What is stored about this recipient cannot be read by this version of Belfry, so nothing was done.");
  static final Phrase STOPPED = Phrase.of("followUp.stopped", "Stopped before its turn.");
  static final Phrase STOPPED_IN_DOUBT =
      Phrase.of(
          "followUp.stoppedInDoubt",
          "Stopped while it was unknown whether it had taken effect. Look into the conversation.");
  private static final Phrase NO_LONGER_THERE =
      Phrase.of("followUp.noLongerThere", "The message is no longer in Webex.");
  private static final Phrase STILL_THERE =
      Phrase.of(
          "followUp.stillThere", "Webex still shows it, although it was deleted several times.");
  private static final Phrase NOT_CHANGED =
      Phrase.of(
          "followUp.notChanged",
          "Webex still shows the earlier text, although it was changed several times.");
  private static final Phrase OTHER_TEXT =
      Phrase.of("followUp.otherText", "Webex shows some other text. Look into the conversation.");
  private static final Phrase NOT_SEEN =
      Phrase.of(
          "followUp.notSeen", "Webex does not say what became of it. Look into the conversation.");
  private static final Phrase NOT_PERMITTED =
      Phrase.of("followUp.notPermitted", "Webex does not permit it: {{words}}");
  private static final Phrase THEY_WAIT =
      Phrase.of(
          "followUp.theyWait",
          "Webex does not do it for this recipient at the moment, and does it for others. It is tried again, less and less often.");
  private static final Phrase GIVEN_UP =
      Phrase.of(
          "followUp.givenUp",
          "Webex did not do it for this recipient, again and again, while it did for others. Try again later.");
  private static final Phrase LOST =
      Phrase.of("followUp.lost", "The answer was lost; the message is being checked.");
  private static final Phrase NOT_SHOWN =
      Phrase.of(
          "followUp.notShown",
          "Webex answers that the bot has no such message; that is being checked.");

  private static final int LONGEST = 300;

  private static final List<Phrase> ALL =
      List.of(
          HELD,
          NAMELESS,
          NOT_READABLE,
          STOPPED,
          STOPPED_IN_DOUBT,
          NO_LONGER_THERE,
          STILL_THERE,
          NOT_CHANGED,
          OTHER_TEXT,
          NOT_SEEN,
          NOT_PERMITTED,
          THEY_WAIT,
          GIVEN_UP,
          LOST,
          NOT_SHOWN);

  private static final PhraseBook BOOK = new PhraseBook(ALL);

  private FollowUpReasons() {}

  /** The phrase of a stored reason; empty if it is somebody else's words. */
  public static Optional<Phrase> read(String reason) {
    return BOOK.read(reason).or(() -> Reasons.read(reason));
  }

  /** Whether a stored reason is that the platform does it for others at the moment. */
  public static boolean isOfThemAlone(String reason) {
    return reason.equals(THEY_WAIT.english());
  }

  /** The reason for the state in which an answer left its message; empty if all is well. */
  public static String of(FollowUpState to, Outcome outcome) {
    return switch (to) {
      case DONE, PLANNED, DOING, SKIPPED -> "";
      case RETRY ->
          outcome instanceof Outcome.Throttled(_, _, var theirs) && theirs
              ? THEY_WAIT.english()
              : Reasons.of(outcome);
      case UNKNOWN -> FollowUpLife.isOfNone(outcome) ? NOT_SHOWN.english() : LOST.english();
      case UNCLEAR -> "";
      case REFUSED -> refused(outcome);
    };
  }

  private static String refused(Outcome outcome) {
    if (!(outcome instanceof Outcome.Refused(var status, var words))) {
      return Reasons.of(outcome);
    }
    if (status == Outcome.TOO_MANY) {
      return GIVEN_UP.english();
    }
    return Shortened.marked(NOT_PERMITTED.with("words", words).english(), LONGEST);
  }

  /** The reason for the state in which a look left its message; empty if all is well. */
  public static String of(FollowUp.Kind kind, FollowUpState to, Sighting sighting) {
    return switch (to) {
      case DONE, PLANNED, DOING, SKIPPED, RETRY -> "";
      case UNKNOWN -> LOST.english();
      case UNCLEAR -> sighting == Sighting.OTHER ? OTHER_TEXT.english() : NOT_SEEN.english();
      case REFUSED ->
          switch (sighting) {
            case GONE -> NO_LONGER_THERE.english();
            case NEW, OLD, OTHER, UNREADABLE, UNANSWERED ->
                kind == FollowUp.Kind.RECALL ? STILL_THERE.english() : NOT_CHANGED.english();
          };
    };
  }
}
