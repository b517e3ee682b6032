/** Announcements over HTTP: made, sent, scheduled, stopped, recalled and corrected. */
@NullMarked
package belfry.web.jobs;

import org.jspecify.annotations.NullMarked;
