package belfry.runs.followups;

import static belfry.runs.followups.FollowUpState.DOING;
import static belfry.runs.followups.FollowUpState.DONE;
import static belfry.runs.followups.FollowUpState.REFUSED;
import static belfry.runs.followups.FollowUpState.RETRY;
import static belfry.runs.followups.FollowUpState.SKIPPED;
import static belfry.runs.followups.FollowUpState.UNCLEAR;
import static belfry.runs.followups.FollowUpState.UNKNOWN;

import belfry.platform.Outcome;

/**
 * The life of one message of a follow-up: every state, every event, and the resulting state,
 * without I/O. Nothing else decides such a state.
 *
 * <p>Unlike sending, deleting and editing may be repeated: the second time changes nothing. So what
 * is in doubt is looked at, and after the quiet time tried again. The quiet time is needed because
 * an edit that arrives late would undo the next one.
 */
public final class FollowUpLife {
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;

  private FollowUpLife() {}

  /** What can happen to a message of a follow-up. */
  public sealed interface Event {
    /** An intent is committed, before the first byte leaves. */
    record Intended() implements Event {}

    /** The intent's transaction seemed to fail, so nothing was sent. */
    record Abandoned() implements Event {}

    /**
     * The request ended. This may come late.
     *
     * @param doubted whether an earlier request may have taken effect
     */
    record Answered(Outcome outcome, boolean doubted) implements Event {}

    /** The sender was killed, or its lane was taken over. */
    record SenderLost() implements Event {}

    /**
     * The platform was asked what it shows.
     *
     * @param quiet whether the quiet time was over, so that nothing of this attempt can still come
     * @param worn whether it was tried so often that trying again is pointless
     */
    record Looked(Sighting sighting, boolean quiet, boolean worn) implements Event {}

    /**
     * The follow-up was stopped.
     *
     * @param doubted whether an earlier request may have taken effect
     */
    record Stopped(boolean doubted) implements Event {}
  }

  /** The state after {@code event}; unchanged if the event does not apply. */
  public static FollowUpState after(FollowUp.Kind kind, FollowUpState state, Event event) {
    return switch (state) {
      case PLANNED, RETRY ->
          switch (event) {
            case Event.Intended _ -> DOING;
            case Event.Stopped(var doubted) -> doubted ? UNCLEAR : SKIPPED;
            case Event.Abandoned _, Event.Answered _, Event.SenderLost _, Event.Looked _ -> state;
          };
      case DOING ->
          switch (event) {
            case Event.Answered answered -> answered(answered);
            case Event.SenderLost _ -> UNKNOWN;
            case Event.Abandoned _ -> RETRY;
            case Event.Intended _, Event.Looked _, Event.Stopped _ -> state;
          };
      case UNKNOWN ->
          switch (event) {
            case Event.Answered answered -> answered(answered);
            case Event.Looked looked -> looked(kind, looked);
            case Event.Intended _, Event.Abandoned _, Event.SenderLost _, Event.Stopped _ -> state;
          };
      case DONE, REFUSED, UNCLEAR, SKIPPED -> state;
    };
  }

  private static FollowUpState answered(Event.Answered answered) {
    return switch (answered.outcome()) {
      case Outcome.Accepted _ -> DONE;
      // A view that lags behind says so too, and so it is said to another bot.
      case Outcome.Refused _ when isOfNone(answered.outcome()) -> UNKNOWN;
      // An earlier request may have been the last that was permitted.
      case Outcome.Refused _ -> answered.doubted() ? UNKNOWN : REFUSED;
      case Outcome.Throttled _, Outcome.Unauthorized _, Outcome.NotSent _ -> RETRY;
      case Outcome.Unknown _, Outcome.Unreadable _ -> UNKNOWN;
    };
  }

  /** Whether the platform answers that there is no such message. */
  static boolean isOfNone(Outcome outcome) {
    return outcome instanceof Outcome.Refused(var status, _)
        && (status == NOT_FOUND || status == GONE);
  }

  private static FollowUpState looked(FollowUp.Kind kind, Event.Looked looked) {
    var recall = kind == FollowUp.Kind.RECALL;
    return switch (looked.sighting()) {
      case GONE -> looked.quiet() ? (recall ? DONE : REFUSED) : UNKNOWN;
      case NEW -> recall ? again(looked, REFUSED) : DONE;
      case OLD -> again(looked, REFUSED);
      case OTHER -> again(looked, recall ? REFUSED : UNCLEAR);
      case UNREADABLE -> again(looked, UNCLEAR);
      case UNANSWERED -> UNKNOWN;
    };
  }

  /** Whether what was seen proves that no earlier request has taken effect. */
  public static boolean clears(Sighting sighting) {
    return sighting == Sighting.OLD;
  }

  private static FollowUpState again(Event.Looked looked, FollowUpState atLast) {
    if (!looked.quiet()) {
      return UNKNOWN;
    }
    return looked.worn() ? atLast : RETRY;
  }
}
