package belfry.simulator.messages;

import belfry.simulator.directory.Ids;
import belfry.simulator.directory.Principal;
import java.util.Optional;
import java.util.UUID;

/** Where messages go: the one 1:1 room of two, or a group space. */
public sealed interface Room {
  /** The 1:1 room of two principals, whoever writes first. */
  record Direct(int low, int high) implements Room {
    static final int BITS = 30;

    public static Direct of(Principal one, Principal other) {
      return new Direct(Math.min(one.code(), other.code()), Math.max(one.code(), other.code()));
    }

    public boolean has(Principal principal) {
      return principal.code() == low || principal.code() == high;
    }

    /** The one of the two who is not {@code principal}. */
    public Principal other(Principal principal) {
      return Principal.of(principal.code() == low ? high : low);
    }
  }

  /** A group space, by its place. */
  record Group(int space) implements Room {}

  /** The same as one number: not negative for 1:1 rooms, negative for spaces. */
  default long code() {
    return switch (this) {
      case Direct(var low, var high) -> (long) high << Direct.BITS | low;
      case Group(var space) -> -1L - space;
    };
  }

  static Room of(long code) {
    return code < 0
        ? new Group((int) (-1 - code))
        : new Direct((int) (code & (1 << Direct.BITS) - 1), (int) (code >> Direct.BITS));
  }

  default String id(Ids ids) {
    return switch (this) {
      case Direct _ -> ids.id(Ids.Kind.DIRECT, code());
      case Group(var space) -> ids.id(Ids.Kind.SPACE, space);
    };
  }

  /** The room behind a uuid made here; whether it exists is for others to say. */
  static Optional<Room> of(Ids ids, UUID uuid) {
    var direct = ids.number(Ids.Kind.DIRECT, uuid);
    if (direct.isPresent()) {
      return Optional.of(of(direct.getAsLong()));
    }
    var space = ids.number(Ids.Kind.SPACE, uuid);
    return space.isPresent() ? Optional.of(new Group((int) space.getAsLong())) : Optional.empty();
  }
}
