/** What operators and the page ask about the portal itself: status, checks, metrics. */
@NullMarked
package belfry.web.operations;

import org.jspecify.annotations.NullMarked;
