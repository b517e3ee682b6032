package belfry.standin.messages;

import static belfry.standin.manners.RoomManner.ROOM_MIGRATED;

import belfry.standin.manners.Manner;
import belfry.standin.switches.Switchboard;
import belfry.standin.world.IdType;
import belfry.standin.world.Person;
import belfry.standin.world.Room;
import belfry.standin.world.Rooms;
import java.util.Optional;
import java.util.UUID;

/** Finds rooms by their ids for those who are in them; a room that has moved has a new id. */
public final class RoomDoor {
  private final Rooms rooms;
  private final Switchboard<Manner> manners;

  public RoomDoor(Rooms rooms, Switchboard<Manner> manners) {
    this.rooms = rooms;
    this.manners = manners;
  }

  /** Empty too when the caller is not in it. */
  public Optional<Room> find(String id, Person caller) {
    return IdType.uuidIn(id)
        .flatMap(
            uuid -> rooms.byId(uuid).filter(room -> room.has(caller) && shown(room).equals(uuid)));
  }

  public String shownId(Room room) {
    return IdType.ROOM.of(shown(room));
  }

  private UUID shown(Room room) {
    if (!manners.holdsFor(ROOM_MIGRATED, room.uuid())) {
      return room.uuid();
    }
    manners.count(ROOM_MIGRATED);
    return room.uuidElsewhere();
  }
}
