/** {@code /sim}: how a test outside the process turns the knobs and reads the counters. */
@NullMarked
package belfry.simulator.control;

import org.jspecify.annotations.NullMarked;
