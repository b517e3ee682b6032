/** What operators can measure, in the text format of Prometheus. */
@NullMarked
package belfry.metrics;

import org.jspecify.annotations.NullMarked;
