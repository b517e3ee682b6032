/** The siege: the packaged program under hostile connections, while honest people go on working. */
@NullMarked
package belfry.bench.siege;

import org.jspecify.annotations.NullMarked;
