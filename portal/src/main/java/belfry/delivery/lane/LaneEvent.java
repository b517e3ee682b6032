package belfry.delivery.lane;

import belfry.delivery.foundation.DeliveryListener;
import belfry.platform.Outcome;
import belfry.platform.Posted;
import belfry.platform.wire.Response;
import belfry.runs.recipients.Finding;
import java.util.Optional;

/** An event that reaches a lane from outside. */
public sealed interface LaneEvent {
  /** A request has ended that counts for the bot's pace. */
  sealed interface Ended extends LaneEvent {
    Outcome outcome();

    DeliveryListener.Asked asked();

    /** When it ended, on our monotonic clock. */
    long nanos();

    /** When it was intended, on our monotonic clock. */
    long intentNanos();

    /** Whether Belfry itself held it back. */
    boolean heldBack();

    /** Whom it was for, or which message it was about. */
    String to();

    /** Whether an expected answer is missing. */
    default boolean isSilence() {
      return switch (outcome()) {
        case Outcome.Unknown(_, var rest) -> rest.isEmpty();
        case Outcome.Unreadable _ -> true;
        case Outcome.NotSent(_, var rest) -> rest.isEmpty() && !heldBack();
        default -> false;
      };
    }
  }

  /** A send has ended. */
  record Answered(Flight flight, Outcome outcome, long nanos, boolean heldBack) implements Ended {
    @Override
    public DeliveryListener.Asked asked() {
      return DeliveryListener.Asked.SEND;
    }

    @Override
    public long intentNanos() {
      return flight.intentNanos();
    }

    @Override
    public String to() {
      return flight.target();
    }
  }

  /** A message was recalled or corrected, or not. */
  record FollowedUp(LaneFollowUps.Attempt attempt, Outcome outcome, long nanos, boolean heldBack)
      implements Ended {
    @Override
    public DeliveryListener.Asked asked() {
      return switch (attempt.kind()) {
        case RECALL -> DeliveryListener.Asked.RECALL;
        case CORRECTION -> DeliveryListener.Asked.CORRECTION;
      };
    }

    @Override
    public long intentNanos() {
      return attempt.intentNanos();
    }

    @Override
    public String to() {
      return attempt.task().messageId();
    }
  }

  /** What the platform shows of a message that was to be recalled or corrected. */
  record Shown(FollowUpDoubts.Doubt doubt, Response<Posted> answer) implements LaneEvent {}

  record Looked(Doubt doubt, Optional<Wire.Question> question, Finding finding)
      implements LaneEvent {}

  /** A conversation of a sample was read. */
  record Probed(OtherSenders.Probe probe, Finding finding) implements LaneEvent {}

  record Checked(Wire.Check check) implements LaneEvent {}

  /** Something about the app's runs changed. */
  record Changed() implements LaneEvent {}

  /** No new intents; wait for requests in flight. */
  record Drain() implements LaneEvent {}
}
