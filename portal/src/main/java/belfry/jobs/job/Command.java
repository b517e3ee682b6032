package belfry.jobs.job;

import belfry.runs.ids.RunId;
import java.time.Instant;

/** What can happen to a job, caused by people or by time. */
public sealed interface Command {
  /** New text or audience. */
  record Edit() implements Command {}

  record Schedule(Instant due) implements Command {}

  /** Its time has come. */
  record Start(RunId run) implements Command {}

  /** Its time passed too long ago, so a person must decide. */
  record Miss() implements Command {}

  /** Its sender may no longer send. */
  record Hold() implements Command {}

  record Pause() implements Command {}

  record Resume() implements Command {}

  /**
   * Stops the job.
   *
   * @param keepDraft whether a job that has not begun becomes a draft again, or stays one
   */
  record Cancel(boolean keepDraft) implements Command {}

  /** Its run has no open recipients left. */
  record Settle() implements Command {}

  /** Some settled recipients are to be sent to again. */
  record Reopen() implements Command {}

  /** Messages that were sent are to be deleted; nothing more is sent. */
  record Recall() implements Command {}

  /** The text of messages that were sent is to be replaced. */
  record Correct() implements Command {}

  /** It is no longer wanted. */
  record Delete() implements Command {}

  /** It ended so long ago that it is not kept any longer. */
  record Expire() implements Command {}

  /** It is also sent during quiet hours. */
  record Hurry() implements Command {}

  /** Its next time is left out, so that it is due later. */
  record Skip(Instant next) implements Command {}

  /** A time that was left out is one of its times again. */
  record Unskip(Instant next) implements Command {}

  /** A repeating job is sent once more, in addition to its schedule. */
  record SendBesides() implements Command {}
}
