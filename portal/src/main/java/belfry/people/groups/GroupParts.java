package belfry.people.groups;

import belfry.platform.GroupState;
import belfry.storage.Json;
import belfry.storage.Unreadable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What the directory said of a group, and of those within it, when it was copied.
 *
 * @param generation of the copy; a node of the version before may have made another one since
 * @param moment the same for copies that are of one moment; 0 if that is not known of any
 */
public record GroupParts(long generation, long moment, List<Part> parts) {
  /**
   * One of them.
   *
   * @param size what it reported, if it did
   * @param modified likewise, or nothing
   * @param gone whether it is a member that was not found
   */
  public record Part(String id, @Nullable Integer size, String modified, boolean gone) {
    static Part of(String id, GroupState state) {
      var size = state.size();
      return new Part(id, size.isPresent() ? size.getAsInt() : null, state.modified(), false);
    }

    static Part gone(String id) {
      return new Part(id, null, "", true);
    }

    boolean agreesWith(GroupState now) {
      var reported = size == null ? OptionalInt.empty() : OptionalInt.of(size);
      return !gone && new GroupState(reported, modified).agreesWith(now);
    }
  }

  GroupParts at(long when) {
    return new GroupParts(generation, when, parts);
  }

  String stored() {
    return Json.write(this);
  }

  /** Of this copy; empty if that is not known. */
  static Optional<GroupParts> read(String stored, long generation) {
    try {
      return Optional.of(Json.read(stored, GroupParts.class))
          .filter(parts -> parts.generation == generation);
    } catch (Unreadable _) {
      // Then it is read again.
      return Optional.empty();
    }
  }
}
