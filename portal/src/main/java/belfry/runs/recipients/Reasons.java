package belfry.runs.recipients;

import belfry.base.Phrase;
import belfry.base.PhraseBook;
import belfry.base.Shortened;
import belfry.platform.Outcome;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.NoAnswer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Explains a recipient's state. The reason is stored in English, and read back so that the page can
 * show it in the reader's language.
 */
public final class Reasons {
  /** The status of a refusal by Belfry itself; not an HTTP status. */
  public static final int NOT_THE_PLATFORMS = 0;

  public static final Phrase NO_ACCOUNT =
      Phrase.of("reason.noAccount", "Webex finds nobody with this address in your organization.");
  public static final Phrase NOT_SAID =
      Phrase.of(
          "reason.notSaid",
          "Webex does not say whose this address is. Check it, or choose another address of theirs.");
  public static final Phrase NOT_AGREED =
      Phrase.of(
          "reason.notAgreed",
          "This address is outside your organization, and came in after somebody had agreed to write to those that were.");

  /** Why addresses were left out, whatever was to be said to them. */
  static final List<String> OF_ADDRESSES =
      Stream.of(NO_ACCOUNT, NOT_SAID, NOT_AGREED).map(Phrase::english).toList();

  public static final Phrase FILE_GONE =
      Phrase.of(
          "reason.fileGone",
          "Its file is no longer here. Attach it again, and send it to those who have not got it.");
  public static final Phrase NOT_READABLE =
      Phrase.of(
          "reason.notReadable",
          "What is stored about this recipient cannot be read by this version of Belfry, so nothing"
              + " was sent. Update Belfry, then try again.");
  static final Phrase SEND_AGAIN =
      Phrase.of("reason.sendAgain", "To be sent again: {{name}} decided so.");
  public static final Phrase CANCELLED =
      Phrase.of("reason.cancelled", "Cancelled before it was sent.");
  public static final Phrase ACKNOWLEDGED =
      Phrase.of("reason.acknowledged", "Acknowledged before the reminder was sent.");
  public static final Phrase RECALLED =
      Phrase.of(
          "reason.recalled", "The message was recalled from them before the reminder was sent.");
  public static final Phrase TWICE = Phrase.of("reason.twice", "It arrived more than once.");
  static final Phrase ARRIVED = Phrase.of("reason.arrived", "{{name}} says that it arrived.");
  public static final Phrase TRY_AGAIN =
      Phrase.of("reason.tryAgain", "To be tried again: {{name}} decided so.");

  public static final Phrase TOO_LONG_FOR_THEM =
      Phrase.of(
          "reason.tooLongForThem",
          "With this recipient's values, the message is longer than Webex accepts.");

  public static final Phrase NO_ADDRESS =
      Phrase.of(
          "reason.noAddress",
          "With this recipient's values, a button or picture has no address that can be opened.");

  private static final Phrase NO_VALUE =
      Phrase.of("reason.noValue", "No value is known for {{names}}.");
  private static final Phrase ASKED_TO_WAIT =
      Phrase.of("reason.askedToWait", "Webex asked us to wait.");
  private static final Phrase THEY_WAIT =
      Phrase.of(
          "reason.theyWait",
          "Webex takes nothing for this recipient at the moment, and others get it. They are tried again, less and less often.");
  private static final Phrase GIVEN_UP =
      Phrase.of(
          "reason.givenUp",
          "Webex took nothing for this recipient, again and again, while others got it. Try again later.");
  private static final Phrase UNAUTHORIZED =
      Phrase.of("reason.unauthorized", "Waiting: Webex does not accept the bot's token.");
  private static final Phrase NOT_SENT = Phrase.of("reason.notSent", "Not sent yet: {{why}}.");
  private static final Phrase LOST =
      Phrase.of("reason.lost", "The answer was lost ({{why}}); the conversation is being checked.");
  private static final Phrase UNREADABLE =
      Phrase.of(
          "reason.unreadable",
          "The answer was not Webex's ({{why}}); the conversation is being checked.");
  public static final Phrase RESTORED =
      Phrase.of(
          "reason.restored",
          "A backup was restored; Belfry is checking whether it was sent after that backup.");
  private static final Phrase FOUND =
      Phrase.of("reason.found", "Found in the conversation after the answer was lost.");
  private static final Phrase UNDECIDABLE =
      Phrase.of(
          "reason.undecidable",
          "It is unknown whether it arrived. Look into the space and decide.");
  private static final Phrase UNCLEAR =
      Phrase.of("reason.unclear", "{{why}}, but this is not certain. Ask them, and decide.");
  private static final Phrase EACH_TIME =
      Phrase.of(
          "reason.eachTime",
          "Something between Belfry and Webex refused it each time, and it has not arrived. Decide whether to send it again.");
  private static final Phrase NOT_SEEN =
      Phrase.of(
          "reason.notSeen",
          "It is unknown whether it arrived, and Webex does not say ({{why}}). Ask them, and decide.");
  private static final Phrase NOT_ACCEPTED =
      Phrase.of("reason.notAccepted", "Webex did not accept the message: {{words}}");
  private static final Phrase MAY_NOT_WRITE =
      Phrase.of("reason.mayNotWrite", "The bot may not write here: {{words}}");
  private static final Phrase NOT_FOUND =
      Phrase.of("reason.notFound", "Webex cannot find this recipient: {{words}}");
  private static final Phrase NOT_REACHED =
      Phrase.of("reason.notReached", "Webex reaches nobody at this address: {{words}}");
  private static final Phrase CONFLICT =
      Phrase.of("reason.conflict", "Webex reports a conflict: {{words}}");
  private static final Phrase TOO_LARGE =
      Phrase.of("reason.tooLarge", "The message is too large for Webex: {{words}}");
  private static final Phrase NOT_READ =
      Phrase.of("reason.notRead", "Webex could not read the message: {{words}}");
  private static final Phrase MALWARE =
      Phrase.of("reason.malware", "A file could not be checked for malware: {{words}}");
  private static final Phrase REFUSED =
      Phrase.of("reason.refused", "Webex refused ({{status}}): {{words}}");

  /** Why a recipient is skipped before anything is sent. */
  public static final List<Phrase> OF_LEAVING_OUT =
      List.of(TOO_LONG_FOR_THEM, NO_ADDRESS, NO_VALUE);

  private static final List<Phrase> ALL =
      List.of(
          NO_ACCOUNT,
          NOT_SAID,
          NOT_AGREED,
          FILE_GONE,
          SEND_AGAIN,
          NOT_READABLE,
          ARRIVED,
          TWICE,
          CANCELLED,
          ACKNOWLEDGED,
          RECALLED,
          TRY_AGAIN,
          TOO_LONG_FOR_THEM,
          NO_ADDRESS,
          NO_VALUE,
          ASKED_TO_WAIT,
          THEY_WAIT,
          GIVEN_UP,
          UNAUTHORIZED,
          NOT_SENT,
          LOST,
          UNREADABLE,
          RESTORED,
          FOUND,
          UNDECIDABLE,
          EACH_TIME,
          NOT_SEEN,
          NOT_ACCEPTED,
          MAY_NOT_WRITE,
          NOT_FOUND,
          NOT_REACHED,
          NamedRecipient.BY_ADDRESS,
          NamedRecipient.TWO_WAYS,
          CONFLICT,
          TOO_LARGE,
          NOT_READ,
          MALWARE,
          REFUSED,
          UNCLEAR);

  private static final PhraseBook BOOK =
      new PhraseBook(Stream.concat(ALL.stream(), Causes.ALL.stream()).toList());

  private static final int LONGEST = 300;

  /** Which of these it is if nobody can be reached, no source says (platform-api.md 4.1). */
  private static final Set<Integer> UNREACHABLE = Set.of(400, 403, 404, 410);

  private Reasons() {}

  /** The phrase of a stored reason; empty if it comes from an earlier version or from Webex. */
  public static Optional<Phrase> read(String reason) {
    return BOOK.read(reason);
  }

  /** The reason for a recipient without a value for these placeholders. */
  public static String noValue(Collection<String> names) {
    return Shortened.marked(NO_VALUE.with("names", String.join(", ", names)).english(), LONGEST);
  }

  /** Likewise, for a message to this person. */
  public static String of(Outcome outcome, PersonId to) {
    return to.address().isPresent()
            && outcome instanceof Outcome.Refused(var status, var words)
            && UNREACHABLE.contains(status)
        ? Shortened.marked(NOT_REACHED.with("words", words).english(), LONGEST)
        : of(outcome);
  }

  /** The reason shown for an answer; empty if the message was accepted. */
  public static String of(Outcome outcome) {
    return Shortened.marked(sentence(outcome), LONGEST);
  }

  private static String sentence(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Accepted _ -> "";
      case Outcome.Throttled(_, _, var theirs) -> (theirs ? THEY_WAIT : ASKED_TO_WAIT).english();
      case Outcome.Unauthorized _ -> UNAUTHORIZED.english();
      case Outcome.NotSent(var why, var _) -> around(why, NOT_SENT);
      case Outcome.Unknown(var why, var _) -> around(why, LOST);
      case Outcome.Unreadable(var why, _) -> around(why, UNREADABLE);
      case Outcome.Refused(var status, var words) -> refused(status, words);
    };
  }

  /** The reason shown while it is in doubt because the answer named a message on record. */
  static String onRecord() {
    return of(new Outcome.Unreadable(NoAnswer.ON_RECORD.english()));
  }

  /** The reason shown for a recipient who was in doubt and is settled. */
  public static String settled(RecipientState to, Finding finding) {
    return switch (to) {
      case HELD -> held(finding);
      case SENT -> FOUND.english();
      case PENDING, RETRY, SENDING, UNKNOWN, FAILED, SKIPPED -> "";
    };
  }

  private static String held(Finding finding) {
    return switch (finding) {
      case Finding.Undecidable _ -> UNDECIDABLE.english();
      case Finding.Unclear(var why) -> around(why, UNCLEAR);
      case Finding.None _ -> EACH_TIME.english();
      case Finding.NotListable(var why) -> around(why, NOT_SEEN);
      case Finding.Unreadable(var why) -> around(why, NOT_SEEN);
      case Finding.Unanswered(var why) -> around(why, NOT_SEEN);
      case Finding.Ours _, Finding.Listed _, Finding.Named _, Finding.Throttled _ -> "";
    };
  }

  /** As SQL compares reasons that say that the platform cannot find somebody. */
  public static String notFound() {
    return NOT_FOUND.with("words", "%").english();
  }

  static boolean isNotFound(String reason) {
    return reason.startsWith(NOT_FOUND.with("words", "").english().strip());
  }

  private static String refused(int status, String words) {
    return switch (status) {
      case NOT_THE_PLATFORMS -> words;
      case 400 -> NOT_ACCEPTED.with("words", words).english();
      case 403 -> MAY_NOT_WRITE.with("words", words).english();
      case 404, 410 -> NOT_FOUND.with("words", words).english();
      case 409 -> CONFLICT.with("words", words).english();
      case 413 -> TOO_LARGE.with("words", words).english();
      case 415, 422 -> NOT_READ.with("words", words).english();
      case 428 -> MALWARE.with("words", words).english();
      case Outcome.TOO_MANY -> GIVEN_UP.english();
      default -> REFUSED.with("status", status, "words", words).english();
    };
  }

  /**
   * If the whole would be too long, only the cause is cut, so that the reason can still be read
   * back.
   */
  private static String around(String why, Phrase reason) {
    var most = LONGEST - reason.with("why", "").english().length();
    return reason.with("why", Shortened.marked(why, most)).english();
  }
}
