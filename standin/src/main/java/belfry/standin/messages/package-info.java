/** Posting messages, looking them up, and everything that can go wrong with both. */
@NullMarked
package belfry.standin.messages;

import org.jspecify.annotations.NullMarked;
