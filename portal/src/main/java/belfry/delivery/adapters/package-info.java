/** The lane's ports to the database and to the platform. */
@NullMarked
package belfry.delivery.adapters;

import org.jspecify.annotations.NullMarked;
