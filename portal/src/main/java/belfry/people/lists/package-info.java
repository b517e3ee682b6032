/** People out of files: reading, checking and keeping them. */
@NullMarked
package belfry.people.lists;

import org.jspecify.annotations.NullMarked;
