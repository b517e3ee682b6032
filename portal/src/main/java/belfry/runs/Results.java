package belfry.runs;

import belfry.base.Phrase;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpState;
import belfry.runs.recipients.RecipientState;
import java.util.Optional;

/**
 * What became of a message to one recipient, in a word or two: the page, exports and programs all
 * say what is written here.
 */
public final class Results {
  private static final Phrase WAITING = Phrase.of("result.waiting", "Waiting");
  private static final Phrase RETRY = Phrase.of("result.retry", "Trying again");
  private static final Phrase SENDING = Phrase.of("result.sending", "On the way");
  private static final Phrase UNKNOWN = Phrase.of("result.unknown", "Being checked");
  private static final Phrase UNSURE = Phrase.of("result.unsure", "Not sure");
  private static final Phrase DELIVERED = Phrase.of("result.delivered", "Delivered");
  private static final Phrase FAILED = Phrase.of("result.failed", "Failed");
  private static final Phrase SKIPPED = Phrase.of("result.skipped", "Skipped");
  private static final Phrase RECALLED = Phrase.of("result.recalled", "Recalled");
  private static final Phrase CORRECTED = Phrase.of("result.corrected", "Corrected");
  private static final Phrase REFUSED = Phrase.of("result.refused", "Refused");
  private static final Phrase STOPPED = Phrase.of("result.stopped", "Stopped");

  private Results() {}

  /** Of a recipient; {@code followed} is what happened to the message later. */
  public static Phrase of(RecipientState state, Optional<String> followed) {
    return followed
        .map(word -> word.equals("recalled") ? RECALLED : CORRECTED)
        .orElseGet(() -> of(state));
  }

  private static Phrase of(RecipientState state) {
    return switch (state) {
      case PENDING -> WAITING;
      case RETRY -> RETRY;
      case SENDING -> SENDING;
      case UNKNOWN -> UNKNOWN;
      case HELD -> UNSURE;
      case SENT -> DELIVERED;
      case FAILED -> FAILED;
      case SKIPPED -> SKIPPED;
    };
  }

  /** Of a message that is recalled or corrected. */
  public static Phrase of(FollowUp.Kind kind, FollowUpState state) {
    return switch (state) {
      case PLANNED -> WAITING;
      case RETRY -> RETRY;
      case DOING -> SENDING;
      case UNKNOWN -> UNKNOWN;
      case DONE -> kind == FollowUp.Kind.RECALL ? RECALLED : CORRECTED;
      case REFUSED -> REFUSED;
      case UNCLEAR -> UNSURE;
      case SKIPPED -> STOPPED;
    };
  }
}
