/** What is said: a message's text, its limits and its title. */
@NullMarked
package belfry.messages;

import org.jspecify.annotations.NullMarked;
