package belfry.runs.recipients;

import belfry.base.Phrase;
import belfry.platform.wire.NoAnswer;
import java.util.List;
import java.util.stream.Stream;

/** Why a recipient's state is unknown: the part of a reason that is in brackets. */
public final class Causes {
  public static final Phrase BROKE_OFF = Phrase.of("cause.brokeOff", "the sending thread failed");
  public static final Phrase FILE_UNREADABLE =
      Phrase.of("cause.fileUnreadable", "its file could not be read: {{words}}");

  public static final Phrase LOOK_BROKE_OFF =
      Phrase.of("cause.lookBrokeOff", "the check was interrupted");
  public static final Phrase NO_BOT_YET =
      Phrase.of("cause.noBotYet", "Webex has not said yet who the bot is");
  public static final Phrase ANOTHER_BOT =
      Phrase.of(
          "cause.anotherBot",
          "it was sent by another bot, whose conversations this one cannot see");
  public static final Phrase BOT_GONE =
      Phrase.of(
          "cause.botGone", "it was sent by a bot that is no longer in the settings of this app");
  public static final Phrase RUN_GONE = Phrase.of("cause.runGone", "its run is gone");
  public static final Phrase NOT_JUDGED =
      Phrase.of("cause.notJudged", "the conversation could not be evaluated");
  public static final Phrase CLOCK_BACK = Phrase.of("cause.clockBack", "its clock went back");
  public static final Phrase BLIND =
      Phrase.of(
          "cause.blind",
          "it also does not show a message that is certainly in another conversation");
  public static final Phrase NO_SENDER =
      Phrase.of("cause.noSender", "it shows the message, but not who sent it");

  public static final Phrase LIKE_IT =
      Phrase.of("cause.likeIt", "Webex shows a message that may be this one");
  public static final Phrase WAS_LIKE_IT =
      Phrase.of("cause.wasLikeIt", "Webex has shown a message that may be this one");
  public static final Phrase TWO_ALIKE =
      Phrase.of(
          "cause.twoAlike",
          "Webex shows it, but another message with such words to the same person is also unsure");
  public static final Phrase SAME_ID =
      Phrase.of("cause.sameId", "Webex shows it under the id of another message");
  public static final Phrase SAME_WORDS =
      Phrase.of(
          "cause.sameWords", "Webex shows it, but another program sends the same text as this bot");

  public static final Phrase NO_ROOM =
      Phrase.of("cause.noRoom", "a conversation that does not name its room");
  public static final Phrase SHOWN_BEFORE =
      Phrase.of("cause.shownBefore", "older messages that had already been shown");
  public static final Phrase TOO_MANY_LISTINGS =
      Phrase.of("cause.tooManyListings", "a conversation in more than {{most, number}} listings");
  public static final Phrase TOO_MANY_MESSAGES =
      Phrase.of("cause.tooManyMessages", "a conversation of more than {{most, number}} messages");
  public static final Phrase NO_ID = Phrase.of("cause.noId", "a message without an id");
  public static final Phrase LATER_PART =
      Phrase.of("cause.laterPart", "a part of a conversation: {{why}}");
  public static final Phrase ANOTHER_CONVERSATION =
      Phrase.of("cause.anotherConversation", "messages of another conversation");

  public static final Phrase WITH_SOMEBODY_ELSE =
      Phrase.of("cause.withSomebodyElse", "a conversation with somebody else");

  /** All of them, and all that may come instead of an answer. */
  static final List<Phrase> ALL =
      Stream.concat(
              Stream.of(
                  BROKE_OFF,
                  FILE_UNREADABLE,
                  LOOK_BROKE_OFF,
                  NO_BOT_YET,
                  ANOTHER_BOT,
                  BOT_GONE,
                  RUN_GONE,
                  NOT_JUDGED,
                  CLOCK_BACK,
                  BLIND,
                  NO_SENDER,
                  LIKE_IT,
                  WAS_LIKE_IT,
                  TWO_ALIKE,
                  SAME_ID,
                  SAME_WORDS,
                  NO_ROOM,
                  SHOWN_BEFORE,
                  TOO_MANY_LISTINGS,
                  TOO_MANY_MESSAGES,
                  NO_ID,
                  LATER_PART,
                  ANOTHER_CONVERSATION,
                  WITH_SOMEBODY_ELSE),
              NoAnswer.ALL.stream())
          .toList();

  private Causes() {}
}
