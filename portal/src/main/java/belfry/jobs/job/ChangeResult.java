package belfry.jobs.job;

import belfry.base.Phrase;
import belfry.jobs.schedule.Fault;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import java.util.List;

/** The result of a request from staff. */
public sealed interface ChangeResult {
  record Agreed(Job job) implements ChangeResult {}

  /** The job was cancelled, which had come so far at that moment. */
  record Cancelled(Job job, long sentBefore, long inFlight, long neverSent)
      implements ChangeResult {}

  /** The job was deleted, as requested. */
  record Deleted(JobId id) implements ChangeResult {}

  /** The test is on its way. */
  record Tried(RunId test) implements ChangeResult {}

  /** No such job in this app. */
  record Missing() implements ChangeResult {}

  /**
   * It belongs to somebody else, or asks for more than they may do.
   *
   * @param field which part of the request asks for that; empty if all of it does
   */
  record Forbidden(Phrase why, String field) implements ChangeResult {
    Forbidden(Phrase why) {
      this(why, "");
    }
  }

  /** Somebody else changed it; {@code job} is its current version. */
  record Stale(Job job) implements ChangeResult {}

  /** It cannot be sent as it is. */
  record Invalid(List<Fault> faults) implements ChangeResult {}

  /** Not possible in its current state. */
  record Refused(Phrase why) implements ChangeResult {}
}
