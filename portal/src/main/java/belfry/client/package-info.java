/**
 * The API as a program with a token uses it: what {@code belfry send} and {@code belfry jobs} do.
 */
@NullMarked
package belfry.client;

import org.jspecify.annotations.NullMarked;
