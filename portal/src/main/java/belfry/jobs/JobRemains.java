package belfry.jobs;

import belfry.jobs.job.Command;
import belfry.jobs.job.JobState;
import belfry.jobs.job.Verdict;
import java.time.Instant;
import java.util.Optional;

/**
 * What decides whether a job's results are still needed.
 *
 * @param last when something was last done for it: by people, or by its runs and follow-ups
 * @param unsettled whether a recipient of it or of a reply is not settled, or waits for a decision
 * @param followedUp whether a recall or a correction is under way
 * @param reminders whether reminders are to come
 * @param needed whether another job still needs its recipients or counts
 */
record JobRemains(
    JobState state,
    Instant last,
    boolean unsettled,
    boolean followedUp,
    boolean reminders,
    boolean needed) {

  /** When it ended; empty while it goes on or something needs it. */
  Optional<Instant> ended() {
    return isOver(state) && !unsettled && !followedUp && !reminders && !needed
        ? Optional.of(last)
        : Optional.empty();
  }

  /** Whether a job in this state may be deleted at all because it is old. */
  static boolean isOver(JobState state) {
    return JobState.decide(state, new Command.Expire()) instanceof Verdict.Granted;
  }

  /** Whether it can be deleted if what ended before this moment is not kept. */
  boolean canGo(Instant before) {
    return ended().filter(end -> end.isBefore(before)).isPresent();
  }
}
