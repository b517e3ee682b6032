/**
 * One bot's lane: what is sent next, what is in flight, and what is in doubt. {@link
 * belfry.delivery.lane.Lane} carries it out; the database and the platform are behind {@link
 * belfry.delivery.lane.Ledger} and {@link belfry.delivery.lane.Wire}.
 */
@NullMarked
package belfry.delivery.lane;

import org.jspecify.annotations.NullMarked;
