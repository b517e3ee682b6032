/** The applications the portal hosts, each with its bot; "unknown bot" starts here. */
@NullMarked
package belfry.apps;

import org.jspecify.annotations.NullMarked;
