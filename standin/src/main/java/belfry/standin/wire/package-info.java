/** HTTP/1.1 by hand, so that every byte and every break of a connection can be chosen. */
@NullMarked
package belfry.standin.wire;

import org.jspecify.annotations.NullMarked;
