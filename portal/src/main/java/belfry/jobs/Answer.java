package belfry.jobs;

import belfry.base.Phrase;
import belfry.runs.JobId;
import belfry.runs.RunId;
import java.util.List;

/** What became of something staff asked for. */
public sealed interface Answer {
  record Agreed(Job job) implements Answer {}

  /** The job is gone, as was wished. */
  record Deleted(JobId id) implements Answer {}

  /** It is on its way to its author. */
  record Tried(RunId test) implements Answer {}

  /** No such job in this app. */
  record Missing() implements Answer {}

  /** It belongs to somebody else. */
  record Forbidden(Phrase why) implements Answer {}

  /** Somebody changed it meanwhile; {@code job} is what it is now. */
  record Stale(Job job) implements Answer {}

  /** It cannot go out as it is. */
  record Invalid(List<Fault> faults) implements Answer {}

  /** Not in the state it is in. */
  record Refused(Phrase why) implements Answer {}
}
