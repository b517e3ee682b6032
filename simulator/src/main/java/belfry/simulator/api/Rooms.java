package belfry.simulator.api;

import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Ids;
import belfry.simulator.directory.Principal;
import belfry.simulator.directory.Space;
import belfry.simulator.directory.Spaces;
import belfry.simulator.messages.Messages;
import belfry.simulator.messages.Room;
import belfry.simulator.wire.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Which rooms there are and who is in them: 1:1 rooms of the store, spaces of the directory. */
final class Rooms {
  private final Directory directory;
  private final Spaces spaces;
  private final Messages messages;

  Rooms(Platform platform) {
    directory = platform.directory();
    spaces = platform.spaces();
    messages = platform.messages();
  }

  /** The room with this id, if it exists and this principal is in it. */
  Optional<Room> visible(String id, Principal to) {
    return Ids.uuidOf("ROOM", id).flatMap(it -> visible(it, to));
  }

  Optional<Room> visible(UUID uuid, Principal to) {
    return Room.of(directory.ids(), uuid)
        .filter(room ->
            switch (room) {
              case Room.Direct direct -> direct.has(to) && messages.exists(direct);
              case Room.Group(var space) ->
                  space < spaces.all().size() && space(space).contains(to);
            });
  }

  /** What the platform says when it is not. */
  Room required(String id, Principal to) {
    return visible(id, to)
        .orElseThrow(() -> new Problem(404, "Could not find a room with provided ID."));
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
    return spaces.all().get(index);
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
