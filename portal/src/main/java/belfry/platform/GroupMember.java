package belfry.platform;

/** One member of a directory group. */
public record GroupMember(String id, Kind kind, String displayName) {
  /** What stands behind a member's id. */
  public enum Kind {
    PERSON,
    GROUP,
    OTHER
  }
}
