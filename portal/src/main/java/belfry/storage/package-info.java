/**
 * Storage: one {@link belfry.storage.Database} over SQLite or PostgreSQL, independent of any
 * feature's tables.
 */
@NullMarked
package belfry.storage;

import org.jspecify.annotations.NullMarked;
