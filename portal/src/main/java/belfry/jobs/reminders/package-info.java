/** Reminders of announcements that have begun. */
@NullMarked
package belfry.jobs.reminders;

import org.jspecify.annotations.NullMarked;
