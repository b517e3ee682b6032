/** Reviews and checks, over HTTP. */
@NullMarked
package belfry.web.checking;

import org.jspecify.annotations.NullMarked;
