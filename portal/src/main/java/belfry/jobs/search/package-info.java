/** What is searched for among announcements. */
@NullMarked
package belfry.jobs.search;

import org.jspecify.annotations.NullMarked;
