package belfry.answers;

import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;

/**
 * What an answer is about: the message of one run to one recipient.
 *
 * @param recipient the recipient's number in the run; in a space, that of the space
 */
public record Announcement(JobId job, RunId run, long recipient) {}
