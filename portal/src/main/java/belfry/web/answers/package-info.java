/** What people answered, over HTTP. */
@NullMarked
package belfry.web.answers;

import org.jspecify.annotations.NullMarked;
