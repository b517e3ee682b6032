/** Recalls and corrections of messages that were sent. */
@NullMarked
package belfry.runs.followups;

import org.jspecify.annotations.NullMarked;
