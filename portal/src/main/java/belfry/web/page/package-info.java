/** The page's files. */
@NullMarked
package belfry.web.page;

import org.jspecify.annotations.NullMarked;
