/** Measurements: figures of the packaged program beside their goals, as tables and as JSON. */
@NullMarked
package belfry.bench.figures;

import org.jspecify.annotations.NullMarked;
