/**
 * A local stand-in of the messaging platform: its contract, its limits and, by script, its faults.
 */
@NullMarked
package belfry.simulator;

import org.jspecify.annotations.NullMarked;
