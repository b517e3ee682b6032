/**
 * How fast the platform may be called: {@link belfry.pace.Pacer} learns the permitted rate from
 * what is accepted and refused, and {@link belfry.pace.RequestThrottle} admits threads at that
 * pace.
 */
@NullMarked
package belfry.pace;

import org.jspecify.annotations.NullMarked;
