/** How answers look: bodies, refusals, and what happens to each of them on its way out. */
@NullMarked
package belfry.standin.answers;

import org.jspecify.annotations.NullMarked;
