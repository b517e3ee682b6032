package belfry.people;

import java.time.Instant;
import java.util.Optional;

/**
 * A named set of people: kept here for one app, or a copy of the directory's.
 *
 * @param size how many members, as far as known
 * @param fetched when the members were last copied from the directory; empty for a group kept here
 *     and for one whose members were never asked for
 * @param missing how many more members the directory told of than it listed
 */
public record Group(
    String id, String name, Source source, int size, Optional<Instant> fetched, int missing) {
  /** Who keeps a group. */
  public enum Source {
    PORTAL,
    DIRECTORY
  }
}
