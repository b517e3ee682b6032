/** Whom a message is for: what is chosen, what is left out, and who that is. */
@NullMarked
package belfry.people.audience;

import org.jspecify.annotations.NullMarked;
