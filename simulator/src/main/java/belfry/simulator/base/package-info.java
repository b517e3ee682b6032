/** What everything else stands on: owned time, numbers out of a seed, the calls of the contract. */
@NullMarked
package belfry.simulator.base;

import org.jspecify.annotations.NullMarked;
