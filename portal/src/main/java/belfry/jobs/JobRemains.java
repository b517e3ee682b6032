package belfry.jobs;

import java.time.Instant;

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

  /** Whether it can be deleted if what ended before this moment is not kept. */
  boolean canGo(Instant before) {
    return JobState.decide(state, new Command.Expire()) instanceof Verdict.Granted
        && last.isBefore(before)
        && !unsettled
        && !followedUp
        && !reminders
        && !needed;
  }
}
