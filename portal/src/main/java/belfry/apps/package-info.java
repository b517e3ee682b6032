/** The applications that the portal hosts, each with its bot; the source of "unknown bot". */
@NullMarked
package belfry.apps;

import org.jspecify.annotations.NullMarked;
