/** Ids of jobs and runs. */
@NullMarked
package belfry.runs.ids;

import org.jspecify.annotations.NullMarked;
