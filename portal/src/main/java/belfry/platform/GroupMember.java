package belfry.platform;

/** A member of a directory group. */
public record GroupMember(String id, Kind kind, String displayName) {
  /** What a member's id refers to. */
  public enum Kind {
    PERSON,
    GROUP,
    OTHER
  }
}
