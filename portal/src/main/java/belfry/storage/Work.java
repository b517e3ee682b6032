package belfry.storage;

import org.jdbi.v3.core.Handle;

/**
 * What is done with the database in one go.
 *
 * <p>A work that writes may be run again when its transaction could not be committed together with
 * others, so it changes nothing but the database.
 */
@FunctionalInterface
public interface Work<T> {
  T in(Handle handle);
}
