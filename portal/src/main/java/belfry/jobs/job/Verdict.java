package belfry.jobs.job;

import belfry.base.Phrase;

/** What a command does to a job. */
public sealed interface Verdict {
  record Moved(JobState to) implements Verdict {}

  /** Nothing to do: it is already so. */
  record Unchanged() implements Verdict {}

  /** Allowed, and the state stays the same. */
  record Granted() implements Verdict {}

  /** Not possible in this state. */
  record Refused(Phrase why) implements Verdict {}
}
