package belfry.runs.recipients;

import static belfry.runs.recipients.RecipientState.FAILED;
import static belfry.runs.recipients.RecipientState.HELD;
import static belfry.runs.recipients.RecipientState.RETRY;
import static belfry.runs.recipients.RecipientState.SENDING;
import static belfry.runs.recipients.RecipientState.SENT;
import static belfry.runs.recipients.RecipientState.SKIPPED;
import static belfry.runs.recipients.RecipientState.UNKNOWN;

import belfry.platform.Outcome;

/**
 * The life of a recipient: every state, every event, and the resulting state, without I/O. Nothing
 * else decides a recipient's state.
 */
public final class RecipientLife {
  private RecipientLife() {}

  /** What can happen to a recipient. */
  public sealed interface Event {
    /** An intent is committed, before the first byte leaves. */
    record Intended() implements Event {}

    /** It is its turn, but something else to the same person is unsettled. */
    record Deferred() implements Event {}

    /**
     * The intent's transaction seemed to fail, so nothing was sent; but it was committed after all.
     */
    record Abandoned() implements Event {}

    /** The attempt ended. This may come late, when the recipient already counts as unknown. */
    record Answered(Outcome outcome) implements Event {}

    /**
     * The platform holds it, as an answer or a look says, under the id of a message that is on
     * record for somebody else.
     */
    record Contested() implements Event {}

    /**
     * The lane's epoch is no longer that of the intent: the sender was killed, or its lane was
     * taken over.
     */
    record SenderLost() implements Event {}

    /**
     * Belfry looked into the platform's record.
     *
     * @param quiet whether the quiet time was over, so that nothing of this attempt can still come
     * @param patient whether there is still time to wait for a conversation that is not shown
     * @param worn whether it was sent so often without an answer from the platform itself that
     *     sending it again is pointless
     */
    record Looked(
        Finding finding, boolean quiet, boolean patient, boolean worn, OnUnknown onUnknown)
        implements Event {}

    /** It is its turn, but since a backup that was restored, it may have been sent to. */
    record Unaccounted() implements Event {}

    record Cancelled() implements Event {}

    /** A person decided what nobody else can. */
    record Decided(boolean sendAgain) implements Event {}

    /** A person asks for another try after a refusal. */
    record Retried() implements Event {}
  }

  /** The state after {@code event}; unchanged if the event does not apply. */
  public static RecipientState after(RecipientState state, Event event) {
    return switch (state) {
      case PENDING, RETRY ->
          switch (event) {
            case Event.Intended _ -> SENDING;
            case Event.Deferred _ -> RETRY;
            case Event.Unaccounted _ -> UNKNOWN;
            case Event.Cancelled _ -> SKIPPED;
            case Event.Abandoned _,
                Event.Answered _,
                Event.Contested _,
                Event.SenderLost _,
                Event.Looked _,
                Event.Decided _,
                Event.Retried _ ->
                state;
          };
      case SENDING ->
          switch (event) {
            case Event.Answered(var outcome) -> answered(outcome);
            case Event.SenderLost _, Event.Contested _ -> UNKNOWN;
            case Event.Abandoned _ -> RETRY;
            case Event.Intended _,
                Event.Deferred _,
                Event.Looked _,
                Event.Unaccounted _,
                Event.Cancelled _,
                Event.Decided _,
                Event.Retried _ ->
                state;
          };
      case UNKNOWN ->
          switch (event) {
            case Event.Answered(var outcome) -> answered(outcome);
            case Event.Looked looked -> looked(looked);
            // One of the two is not there, and nobody can tell which.
            case Event.Contested _ -> HELD;
            case Event.Intended _,
                Event.Deferred _,
                Event.Abandoned _,
                Event.SenderLost _,
                Event.Unaccounted _,
                Event.Cancelled _,
                Event.Decided _,
                Event.Retried _ ->
                state;
          };
      case HELD ->
          event instanceof Event.Decided(var sendAgain) ? (sendAgain ? RETRY : SENT) : state;
      case FAILED -> event instanceof Event.Retried ? RETRY : state;
      case SENT, SKIPPED -> state;
    };
  }

  private static RecipientState answered(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Accepted _ -> SENT;
      case Outcome.Refused _ -> FAILED;
      // Not processed, or never left: it is safe to send again.
      case Outcome.Throttled _, Outcome.Unauthorized _, Outcome.NotSent _ -> RETRY;
      case Outcome.Unknown _, Outcome.Unreadable _ -> UNKNOWN;
    };
  }

  private static RecipientState looked(Event.Looked looked) {
    return switch (looked.finding()) {
      case Finding.Ours _ -> SENT;
      case Finding.None _ -> looked.quiet() ? (looked.worn() ? HELD : RETRY) : UNKNOWN;
      case Finding.Undecidable _ -> looked.quiet() ? undecided(looked) : UNKNOWN;
      // Never sent again automatically, because it may well have arrived.
      case Finding.Unclear _ -> looked.quiet() ? HELD : UNKNOWN;
      case Finding.Unreadable _, Finding.NotListable _, Finding.Unanswered _ ->
          looked.patient() ? UNKNOWN : HELD;
      case Finding.Throttled _, Finding.Listed _, Finding.Named _ -> UNKNOWN;
    };
  }

  /**
   * For spaces only: it is impossible to see whether the message arrived, so the job's setting
   * decides.
   */
  private static RecipientState undecided(Event.Looked looked) {
    return looked.onUnknown() == OnUnknown.RESEND && !looked.worn() ? RETRY : HELD;
  }
}
