/** Requests that nobody would send on purpose, by the thousand, and what may come of each. */
@NullMarked
package belfry.bench.fuzz;

import org.jspecify.annotations.NullMarked;
