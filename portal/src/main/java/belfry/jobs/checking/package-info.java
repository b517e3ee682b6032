/** What a review shows and promises: how many get it, who does not, and what prevents it. */
@NullMarked
package belfry.jobs.checking;

import org.jspecify.annotations.NullMarked;
