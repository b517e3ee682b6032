/** Whom a message can be sent to: people, groups, spaces, and the audience composed of them. */
@NullMarked
package belfry.people;

import org.jspecify.annotations.NullMarked;
