/** Ways in which answers differ from what a naive client expects, as switches. */
@NullMarked
package belfry.simulator.manners;

import org.jspecify.annotations.NullMarked;
