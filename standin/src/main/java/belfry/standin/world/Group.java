package belfry.standin.world;

import java.util.List;
import java.util.UUID;

/** A group of the directory. */
public record Group(UUID uuid, String name, List<Member> members) {
  /** What a member is. */
  public enum Kind {
    USER,
    MACHINE,
    GROUP
  }

  /** One entry, which may be a group in turn; that is not taken apart. */
  public record Member(Kind kind, String id, String name) {
    public static Member of(Person person) {
      return new Member(Kind.USER, person.id(), person.displayName());
    }
  }

  public Group {
    members = List.copyOf(members);
  }

  public String id(UUID organisation) {
    return IdType.SCIM_GROUP.of(uuid + ":" + organisation);
  }
}
