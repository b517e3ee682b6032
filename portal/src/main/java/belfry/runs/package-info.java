/**
 * Runs and their recipients: {@link belfry.runs.Run} is one sending of a job, {@link
 * belfry.runs.RecipientLife} what each recipient goes through, and the tables of both are read and
 * written here.
 */
@NullMarked
package belfry.runs;

import org.jspecify.annotations.NullMarked;
