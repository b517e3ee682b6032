package belfry.people.groups;

import java.time.Instant;
import java.util.Optional;

/**
 * A named set of people: kept in Belfry for one app, copied from the directory, or everybody there.
 *
 * @param size how many people, with those of groups within it; 0 while they were never copied from
 *     the directory
 * @param fetched when the members were last copied from the directory; empty for a group kept in
 *     Belfry, and if the members were never copied
 * @param missing how many more members the directory reported than it listed
 */
public record Group(
    String id, String name, Source source, int size, Optional<Instant> fetched, int missing) {
  /** Who keeps a group. */
  public enum Source {
    PORTAL,
    DIRECTORY,

    /** Everybody in the directory, whose copy is kept like a group's. */
    EVERYONE
  }
}
