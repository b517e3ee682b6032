/** HTTP: calls in, answers out, and the ways in which an answer can fail to arrive. */
@NullMarked
package belfry.simulator.wire;

import org.jspecify.annotations.NullMarked;
