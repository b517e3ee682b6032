/** Who and what exists: people, bots, groups and spaces, computed from a seed instead of stored. */
@NullMarked
package belfry.simulator.directory;

import org.jspecify.annotations.NullMarked;
