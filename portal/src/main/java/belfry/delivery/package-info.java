/**
 * From a due job to settled recipients: nothing lost, nothing sent twice, at the pace the platform
 * permits. {@link belfry.runs.recipients.RecipientLife} is the protocol's state table; {@link
 * belfry.delivery.lane.Lane} carries it out.
 */
@NullMarked
package belfry.delivery;

import org.jspecify.annotations.NullMarked;
