/**
 * A robust web server: input is read strictly and within bounds, and answered by a {@link
 * belfry.http.Site}. It knows no feature.
 */
@NullMarked
package belfry.http;

import org.jspecify.annotations.NullMarked;
