/** The description of the API, as a file and as a page. */
@NullMarked
package belfry.web.apidocs;

import org.jspecify.annotations.NullMarked;
