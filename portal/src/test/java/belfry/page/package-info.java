/** The page in a real browser, before the real portal and a simulated platform. */
@NullMarked
package belfry.page;

import org.jspecify.annotations.NullMarked;
