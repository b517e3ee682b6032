/** The search over HTTP. */
@NullMarked
package belfry.web.search;

import org.jspecify.annotations.NullMarked;
