/** What goes wrong, when, and how often it did. */
@NullMarked
package belfry.simulator.faults;

import org.jspecify.annotations.NullMarked;
