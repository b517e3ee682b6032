/** How much the platform permits, how it says no, and what was made of it. */
@NullMarked
package belfry.simulator.limits;

import org.jspecify.annotations.NullMarked;
