/**
 * From a due job to settled recipients: nothing lost, nothing twice, at the pace the platform
 * permits. {@link belfry.delivery.RecipientLife} is the protocol; {@link belfry.delivery.Lane}
 * lives it.
 */
@NullMarked
package belfry.delivery;

import org.jspecify.annotations.NullMarked;
