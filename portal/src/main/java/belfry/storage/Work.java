package belfry.storage;

import org.jdbi.v3.core.Handle;

/**
 * A unit of work with the database.
 *
 * <p>Work that writes may run again if its transaction could not be committed together with others,
 * so it must change nothing but the database.
 */
@FunctionalInterface
public interface Work<T> {
  T in(Handle handle);
}
