/** When a job goes out: times, repetition and quiet hours. Pure. */
@NullMarked
package belfry.jobs.schedule;

import org.jspecify.annotations.NullMarked;
