/** Announcements as staff see them: drafted, scheduled, started and stopped. */
@NullMarked
package belfry.jobs;

import org.jspecify.annotations.NullMarked;
