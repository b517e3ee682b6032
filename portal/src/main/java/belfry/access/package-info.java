/** Who may do what in which app, and the record of what was done. */
@NullMarked
package belfry.access;

import org.jspecify.annotations.NullMarked;
