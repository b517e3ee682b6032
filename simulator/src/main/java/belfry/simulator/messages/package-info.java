/** What was said to whom: rooms, a store for a million messages, and the ledger over it. */
@NullMarked
package belfry.simulator.messages;

import org.jspecify.annotations.NullMarked;
