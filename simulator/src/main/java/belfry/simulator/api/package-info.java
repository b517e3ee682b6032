/** The platform's contract, call by call. */
@NullMarked
package belfry.simulator.api;

import org.jspecify.annotations.NullMarked;
