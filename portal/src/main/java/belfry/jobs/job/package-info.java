/**
 * One job: its state, its rows, and how it is changed. {@link belfry.jobs.job.JobState#decide} is
 * its whole life.
 */
@NullMarked
package belfry.jobs.job;

import org.jspecify.annotations.NullMarked;
