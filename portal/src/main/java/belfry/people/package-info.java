/** Whom a message can go to: people, groups, spaces, and the audience made of them. */
@NullMarked
package belfry.people;

import org.jspecify.annotations.NullMarked;
