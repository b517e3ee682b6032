package belfry.jobs;

import belfry.runs.JobId;
import java.time.Instant;
import java.util.Optional;

/**
 * Which one of a recurring job a job is.
 *
 * @param series the recurring job
 * @param planned the time it stands for, at most one for each; empty where somebody sent it besides
 */
public record Occurrence(JobId series, Optional<Instant> planned) {}
