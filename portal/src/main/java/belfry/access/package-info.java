/** Who may do what in which app, and the audit trail. */
@NullMarked
package belfry.access;

import org.jspecify.annotations.NullMarked;
