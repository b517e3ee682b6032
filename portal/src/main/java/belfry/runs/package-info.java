/**
 * Runs and their recipients: {@link belfry.runs.Run} is one sending of a job, and {@link
 * belfry.runs.recipients.RecipientLife} the states that each recipient goes through. Their tables
 * are read and written here.
 */
@NullMarked
package belfry.runs;

import org.jspecify.annotations.NullMarked;
