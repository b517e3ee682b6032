package belfry.jobs;

import belfry.runs.RunId;
import java.time.Instant;

/** What can be asked of a job, by people or by time. */
public sealed interface Command {
  /** New text or audience. */
  record Edit() implements Command {}

  record Schedule(Instant due) implements Command {}

  /** Its time has come. */
  record Start(RunId run) implements Command {}

  /** Its time passed so long ago that a person must decide. */
  record Miss() implements Command {}

  /** Who has it sent may not send any more. */
  record Hold() implements Command {}

  record Pause() implements Command {}

  record Resume() implements Command {}

  /**
   * Stop.
   *
   * @param keepDraft whether one that has not begun goes back to being a draft
   */
  record Cancel(boolean keepDraft) implements Command {}

  /** Nothing of its run is open any more. */
  record Settle() implements Command {}

  /** Some recipients that were settled are to be sent to again. */
  record Reopen() implements Command {}

  /** It is not wanted any more. */
  record Delete() implements Command {}

  /** One that repeats is sent once more, besides its times. */
  record SendBesides() implements Command {}
}
