package belfry.delivery;

import belfry.jobs.RecipientState;
import belfry.platform.Outcome;

/** Says in plain words why a recipient stands where it stands. */
final class Reasons {
  /** The status of a refusal that is ours; no HTTP status. */
  static final int NOT_THE_PLATFORMS = 0;

  private static final int LONGEST = 300;

  private Reasons() {}

  /** The end of a flight, with what people are told of it. */
  static Settlement settlement(Flight flight, RecipientState to, Outcome outcome) {
    var accepted =
        outcome instanceof Outcome.Accepted sent ? sent : new Outcome.Accepted("", "", "");
    return new Settlement(
        flight.run(),
        flight.seq(),
        flight.attemptId(),
        to,
        accepted.messageId(),
        accepted.roomId(),
        accepted.email(),
        cut(of(outcome)));
  }

  private static String of(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Accepted _ -> "";
      case Outcome.Throttled _ -> "Webex asked us to wait.";
      case Outcome.Unauthorized _ -> "Waiting: Webex does not accept the bot's token.";
      case Outcome.NotSent(var why, var _) -> "Not sent yet: " + why + ".";
      case Outcome.Unknown(var why, var _) ->
          "The answer was lost (" + why + "); the conversation is being checked.";
      case Outcome.Unreadable(var why) ->
          "The answer was not Webex's (" + why + "); the conversation is being checked.";
      case Outcome.Refused(var status, var words) -> refused(status, words);
    };
  }

  /** What people are told of somebody who was in doubt and is settled. */
  static String settled(RecipientState to, Finding finding) {
    return switch (to) {
      case HELD -> cut(held(finding));
      case SENT -> "Found in the conversation after the answer was lost.";
      case PENDING, RETRY, SENDING, UNKNOWN, FAILED, SKIPPED -> "";
    };
  }

  private static String held(Finding finding) {
    return switch (finding) {
      case Finding.Undecidable _ ->
          "It is not known whether it arrived. Look into the space and decide.";
      case Finding.Unclear(var why) ->
          why + ", but it cannot be told for certain. Ask them, and decide.";
      case Finding.None _ ->
          "Something between Belfry and Webex refuses it each time, and it has not arrived. Decide whether to send it again.";
      case Finding.NotListable(var why) -> notSeen(why);
      case Finding.Unreadable(var why) -> notSeen(why);
      case Finding.Unanswered(var why) -> notSeen(why);
      case Finding.Ours _, Finding.Listed _, Finding.Throttled _ -> "";
    };
  }

  private static String notSeen(String why) {
    return "It is not known whether it arrived, and Webex does not say ("
        + why
        + "). Ask them, and decide.";
  }

  private static String refused(int status, String words) {
    return switch (status) {
      case NOT_THE_PLATFORMS -> words;
      case 400 -> "Webex did not accept the message: " + words;
      case 403 -> "The bot may not write here: " + words;
      case 404, 410 -> "Webex does not find this recipient: " + words;
      case 409 -> "Webex reports a conflict: " + words;
      case 413 -> "The message is too large for Webex: " + words;
      case 415, 422 -> "Webex could not read the message: " + words;
      case 428 -> "A file could not be checked for malware: " + words;
      default -> "Webex refused (" + status + "): " + words;
    };
  }

  private static String cut(String words) {
    return words.length() <= LONGEST ? words : words.substring(0, LONGEST - 1) + "…";
  }
}
