package belfry.simulator.api;

import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Ids;
import belfry.simulator.directory.Principal;
import belfry.simulator.directory.Space;
import belfry.simulator.directory.Spaces;
import belfry.simulator.messages.Message;
import belfry.simulator.messages.Messages;
import belfry.simulator.messages.Room;
import belfry.simulator.wire.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Which rooms and messages somebody may see: 1:1 rooms of the store, spaces of the directory. */
final class Rooms {
  private final Directory directory;
  private final Spaces spaces;
  private final Messages messages;
  private final int unknownPersonStatus;

  Rooms(Platform platform) {
    directory = platform.directory();
    spaces = platform.spaces();
    messages = platform.messages();
    unknownPersonStatus = platform.unknownPersonStatus();
  }

  /** The room with this id, if it exists and this principal is in it. */
  Optional<Room> visible(String id, Principal to) {
    return Ids.uuidOf("ROOM", id).flatMap(it -> visible(it, to));
  }

  Optional<Room> visible(UUID uuid, Principal to) {
    return Room.of(directory.ids(), uuid).filter(it -> isVisible(it, to));
  }

  boolean isVisible(Room room, Principal to) {
    return switch (room) {
      case Room.Direct direct -> direct.has(to) && messages.exists(direct);
      case Room.Group(var space) -> spaces.has(space) && space(space).contains(to);
    };
  }

  /** What the platform says when it is not. */
  Room required(String id, Principal to) {
    return visible(id, to)
        .orElseThrow(() -> new Problem(404, "Could not find a room with provided ID."));
  }

  /** The room with this id, if this author may post there. */
  Room writable(String id, Principal author) {
    var room = required(id, author);
    if (room instanceof Room.Group(var index)) {
      if (space(index).isReadOnly()) {
        throw new Problem(403, "This space is read-only.");
      }
      if (space(index).isAnnouncementOnly() && !space(index).isModerator(author)) {
        throw new Problem(403, "Only moderators can post in this announcement space.");
      }
    }
    return room;
  }

  /** The space with this id, if this principal may change it. */
  Space changeable(String id, Principal by) {
    if (!(required(id, by) instanceof Room.Group(var index))) {
      throw new Problem(403, "A 1:1 room cannot be changed or deleted.");
    }
    if (space(index).isLocked() && !space(index).isModerator(by)) {
      throw new Problem(403, "Only moderators can change this space.");
    }
    return space(index);
  }

  /** The 1:1 room with whoever is named by id or address, be it opened already or not. */
  Room conversation(@Nullable String id, @Nullable String email, Principal author) {
    if (id != null && Ids.uuidOf("PEOPLE", id).isEmpty()) {
      throw new Problem(400, "Expect base64 ID or UUID.");
    }
    var named =
        id != null
            ? directory.principal(id)
            : Optional.ofNullable(email).flatMap(directory::principalByEmail);
    return named
        .filter(it -> !it.equals(author))
        .map(it -> Room.Direct.of(author, it))
        .orElseThrow(this::noConversation);
  }

  Problem noConversation() {
    return new Problem(unknownPersonStatus, "Failed to get one on one conversation");
  }

  /** The message with this id, if its room is visible to this principal. */
  Message message(String id, Principal to) {
    return messages.byId(id).filter(it -> isVisible(it.room(), to)).orElseThrow(Rooms::noMessage);
  }

  /** The message with this id, if it is in this room. */
  Message message(String id, Room room) {
    return messages.byId(id).filter(it -> it.room().equals(room)).orElseThrow(Rooms::noMessage);
  }

  static Problem noMessage() {
    return new Problem(404, "Could not find a message with provided ID.");
  }

  List<Room> spacesOf(Principal member) {
    return spaces.of(member).stream().<Room>map(it -> new Room.Group(it.index())).toList();
  }

  List<Room> directOf(Principal member) {
    return member instanceof Principal.Bot bot
        ? messages.directRoomsOfBot(bot)
        : messages.directRoomsOfPerson(member);
  }

  Space space(int index) {
    return spaces.at(index);
  }

  String id(Room room) {
    return room.id(directory.ids());
  }

  Instant created(Room room) {
    return switch (room) {
      case Room.Direct direct -> messages.firstActivity(direct).orElse(Instant.EPOCH);
      case Room.Group(var space) -> space(space).created();
    };
  }

  Instant lastActivity(Room room) {
    return messages.lastActivity(room).orElseGet(() -> created(room));
  }
}
