/** The second look at finished runs. */
@NullMarked
package belfry.delivery.doublecheck;

import org.jspecify.annotations.NullMarked;
