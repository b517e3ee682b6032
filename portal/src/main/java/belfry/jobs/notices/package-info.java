/** What the bot tells an author about their job, in their language. */
@NullMarked
package belfry.jobs.notices;

import org.jspecify.annotations.NullMarked;
