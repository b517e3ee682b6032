/** What delivery stands on, and the right to send. */
@NullMarked
package belfry.delivery.foundation;

import org.jspecify.annotations.NullMarked;
