package belfry.jobs.job;

import belfry.runs.ids.JobId;
import java.time.Instant;
import java.util.Optional;

/**
 * Identifies a job as one time of a recurring job.
 *
 * @param series the recurring job
 * @param planned the time it stands for, with at most one job each; empty if somebody sent it in
 *     addition to the schedule
 */
public record Occurrence(JobId series, Optional<Instant> planned) {}
