/**
 * One recipient: the states they go through, their rows, and what is known of their message. {@link
 * belfry.runs.recipients.RecipientLife} is the protocol's state table.
 */
@NullMarked
package belfry.runs.recipients;

import org.jspecify.annotations.NullMarked;
