/** Several nodes to look at, beside the simulated platform, each in a process of its own. */
@NullMarked
package belfry.bench.nodes;

import org.jspecify.annotations.NullMarked;
