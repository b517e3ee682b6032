/**
 * Where things are kept: one {@link belfry.storage.Database} over SQLite or PostgreSQL that knows
 * no feature's table.
 */
@NullMarked
package belfry.storage;

import org.jspecify.annotations.NullMarked;
