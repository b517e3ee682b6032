package belfry.jobs.reminders;

import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import java.time.Instant;

/**
 * A reminder that has begun.
 *
 * @param job what has become of it
 * @param run its messages
 * @param planned the time it stands for
 * @param state of its job, in the API's word
 * @param sent how many have got it
 */
public record BegunReminder(JobId job, RunId run, Instant planned, String state, long sent) {
  boolean isOpen() {
    return state.equals("sending") || state.equals("paused") || state.equals("stopping");
  }
}
