/** What became of a message, as JSON and as tables. */
@NullMarked
package belfry.web.runs;

import org.jspecify.annotations.NullMarked;
