package belfry.jobs.job;

import belfry.runs.ids.RunId;
import java.time.Instant;

/**
 * What can happen to a job, caused by people or by time. A family is refused as a whole where a
 * state says nothing else of one of it.
 */
public sealed interface Command {
  /** Its time decides. */
  sealed interface AtItsTime extends Command {}

  /** Changes when something goes out that is still to come. */
  sealed interface BeforeIt extends Command {}

  /** About a run that has begun. */
  sealed interface UnderWay extends Command {}

  /** About what was sent. */
  sealed interface Afterwards extends Command {}

  /** New text or audience. */
  record Edit() implements Command {}

  record Schedule(Instant due) implements Command {}

  /** Its time has come. */
  record Start(RunId run) implements AtItsTime {}

  /** Its time passed too long ago, so a person must decide. */
  record Miss() implements AtItsTime {}

  /** Its sender may no longer send. */
  record Hold() implements AtItsTime {}

  record Pause() implements UnderWay {}

  record Resume() implements UnderWay {}

  /**
   * Stops the job.
   *
   * @param keepDraft whether a job that has not begun becomes a draft again, or stays one
   */
  record Cancel(boolean keepDraft) implements Command {}

  /** Its run has no open recipients left. */
  record Settle() implements UnderWay {}

  /** Some settled recipients are to be sent to again. */
  record Reopen() implements UnderWay {}

  /** Messages that were sent are to be deleted; nothing more is sent. */
  record Recall() implements Afterwards {}

  /** The text of messages that were sent is to be replaced. */
  record Correct() implements Afterwards {}

  /** It is no longer wanted. */
  record Delete() implements Command {}

  /** It ended so long ago that it is not kept any longer. */
  record Expire() implements Afterwards {}

  /** It goes before others, also during quiet hours. */
  record Hurry() implements BeforeIt {}

  /** Its next time is left out, so that it is due later. */
  record Skip(Instant next) implements BeforeIt {}

  /** A time that was left out is one of its times again. */
  record Unskip(Instant next) implements BeforeIt {}

  /** A repeating job is sent once more, in addition to its schedule. */
  record SendBesides() implements BeforeIt {}
}
