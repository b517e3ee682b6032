/** Whom and what the platform names, and when two names are of the same. */
@NullMarked
package belfry.platform.ids;

import org.jspecify.annotations.NullMarked;
