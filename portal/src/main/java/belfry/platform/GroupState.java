package belfry.platform;

import java.util.OptionalInt;

/**
 * What the directory says of a whole list, by which a change of it is seen.
 *
 * @param size how many are in it, if it is reported
 * @param modified when it was changed last, or nothing
 */
public record GroupState(OptionalInt size, String modified) {
  static final GroupState UNKNOWN = new GroupState(OptionalInt.empty(), "");

  /** Whether nothing shows that it was changed between the two. */
  public boolean agreesWith(GroupState other) {
    return (size.isEmpty() || other.size.isEmpty() || size.equals(other.size))
        && (modified.isEmpty() || other.modified.isEmpty() || modified.equals(other.modified));
  }

  /** The same, with what the one before said where this says nothing. */
  GroupState after(GroupState before) {
    return new GroupState(
        size.isPresent() ? size : before.size, modified.isEmpty() ? before.modified : modified);
  }
}
