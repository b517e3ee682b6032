package belfry.jobs;

import belfry.base.Phrase;

/** What a command does to a job. */
public sealed interface Verdict {
  record Moved(JobState to) implements Verdict {}

  /** It is so already. */
  record Unchanged() implements Verdict {}

  /** It may be done, and the state is not touched by it. */
  record Granted() implements Verdict {}

  /** Not in this state. */
  record Refused(Phrase why) implements Verdict {}
}
