package belfry.delivery;

import belfry.platform.Outcome;
import belfry.runs.Finding;
import java.util.Optional;

/** An event that reaches a lane from outside. */
sealed interface LaneEvent {
  /**
   * A send has ended.
   *
   * @param heldBack whether Belfry itself held it back
   */
  record Answered(Flight flight, Outcome outcome, long nanos, boolean heldBack)
      implements LaneEvent {

    /** Whether an expected answer is missing. */
    boolean isSilence() {
      return switch (outcome) {
        case Outcome.Unknown(_, var rest) -> rest.isEmpty();
        case Outcome.Unreadable _ -> true;
        case Outcome.NotSent(_, var rest) -> rest.isEmpty() && !heldBack;
        default -> false;
      };
    }
  }

  record Looked(Reconciler.Doubt doubt, Optional<Wire.Question> question, Finding finding)
      implements LaneEvent {}

  /** A conversation of a sample was read. */
  record Probed(OtherSenders.Probe probe, Finding finding) implements LaneEvent {}

  record Checked(Wire.Check check) implements LaneEvent {}

  /** Something about the app's runs changed. */
  record Changed() implements LaneEvent {}

  /** No new intents; wait for requests in flight. */
  record Drain() implements LaneEvent {}
}
