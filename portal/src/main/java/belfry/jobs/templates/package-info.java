/** Messages to begin others with. */
@NullMarked
package belfry.jobs.templates;

import org.jspecify.annotations.NullMarked;
