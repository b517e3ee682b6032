/** Who is written to: audiences become rows of the ledger. */
@NullMarked
package belfry.delivery.expansion;

import org.jspecify.annotations.NullMarked;
