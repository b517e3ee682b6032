/** The ways in which a platform may answer otherwise than a naive client expects. */
@NullMarked
package belfry.standin.manners;

import org.jspecify.annotations.NullMarked;
