/**
 * Trials of exactness: what the platform holds after the program was killed, stopped or cut off.
 */
@NullMarked
package belfry.bench.trials;

import org.jspecify.annotations.NullMarked;
