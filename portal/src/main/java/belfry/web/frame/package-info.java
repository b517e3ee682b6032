/** What every route stands on: who calls, who may, the route itself, and JSON that all share. */
@NullMarked
package belfry.web.frame;

import org.jspecify.annotations.NullMarked;
