/**
 * How fast the platform may be asked: {@link belfry.pace.Pacer} learns what it permits from what it
 * accepts and refuses, {@link belfry.pace.RequestThrottle} lets threads through at that pace.
 */
@NullMarked
package belfry.pace;

import org.jspecify.annotations.NullMarked;
