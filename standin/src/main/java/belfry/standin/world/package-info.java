/** What the platform holds: people, groups, rooms, messages and tokens, all in memory. */
@NullMarked
package belfry.standin.world;

import org.jspecify.annotations.NullMarked;
