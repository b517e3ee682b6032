/**
 * Trials of the packaged program: it is killed, stopped and measured from outside, beside the
 * simulated platform, and judged by what the platform holds.
 */
@NullMarked
package belfry.bench;

import org.jspecify.annotations.NullMarked;
