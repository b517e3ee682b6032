package belfry.standin.routes;

import static belfry.standin.manners.RoomManner.LAST_ACTIVITY_LAGS;
import static belfry.standin.manners.RoomManner.LAST_ACTIVITY_NONSENSE;
import static belfry.standin.manners.RoomManner.LAST_ACTIVITY_STALE;
import static belfry.standin.manners.RoomManner.NO_LAST_ACTIVITY;
import static belfry.standin.manners.RoomManner.ROOMS_HTML;
import static belfry.standin.manners.RoomManner.ROOMS_SHORT;
import static belfry.standin.manners.RoomManner.ROOM_HTML;

import belfry.standin.answers.Errors;
import belfry.standin.answers.Json;
import belfry.standin.answers.Numbers;
import belfry.standin.answers.Problem;
import belfry.standin.manners.Manner;
import belfry.standin.manners.RoomManner;
import belfry.standin.manners.StampManner;
import belfry.standin.messages.RoomDoor;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import belfry.standin.world.Access.Caller;
import belfry.standin.world.IdType;
import belfry.standin.world.Message;
import belfry.standin.world.Person;
import belfry.standin.world.Room;
import belfry.standin.world.World;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** {@code /v1/rooms} and what is below. */
public final class RoomRoutes {
  private static final int USUAL = 100;
  private static final int MOST = 1000;

  private final World world;
  private final RoomDoor door;
  private final Switchboard<Manner> manners;

  public RoomRoutes(World world, RoomDoor door, Switchboard<Manner> manners) {
    this.world = world;
    this.door = door;
    this.manners = manners;
  }

  public Reply answer(Caller caller, Request request) {
    if (request.segments().size() > 3) {
      throw Problem.notFound();
    }
    if (!request.method().equals("GET")) {
      throw Problem.notAllowed();
    }
    var id = request.segment(2);
    if (manners.draw(id.isPresent() ? ROOM_HTML : ROOMS_HTML)) {
      return Errors.page(200, "Just a moment...");
    }
    return id.map(one -> Json.reply(view(room(one, caller), caller.person())))
        .orElseGet(() -> list(caller, request));
  }

  private Room room(String id, Caller caller) {
    return door.find(id, caller.person())
        .orElseThrow(() -> Problem.of(404, "Could not find a room with provided ID."));
  }

  private Reply list(Caller caller, Request request) {
    var query = request.query();
    var max = Numbers.within(1, MOST, query, "max", USUAL);
    var type = query.value("type").orElse("");
    if (!List.of("", "direct", "group").contains(type)) {
      throw Problem.of(400, "type must be direct or group.");
    }
    var rooms =
        world.rooms().of(caller.person()).stream()
            .filter(room -> type.isEmpty() || type(room).equals(type))
            .map(room -> new Listed(room, lastActivity(room)))
            .sorted(order(query.value("sortBy").orElse("")))
            .map(Listed::room)
            .toList();
    var shown = manners.draw(ROOMS_SHORT) ? rooms.subList(0, rooms.size() / 2) : rooms;
    return Slices.of(shown, request, max, room -> view(room, caller.person()));
  }

  /** A room, and when something last happened there, which goes on while rooms are sorted. */
  private record Listed(Room room, Instant active) {}

  /** The latest first; without a wish, as they come. */
  private static Comparator<Listed> order(String sortBy) {
    return switch (sortBy) {
      case "" -> (_, _) -> 0;
      case "id" -> Comparator.comparing(one -> one.room.uuid());
      case "created" -> Comparator.comparing((Listed one) -> one.room.made().created()).reversed();
      case "lastactivity" -> Comparator.comparing(Listed::active).reversed();
      default -> throw Problem.of(400, "sortBy must be id, lastactivity or created.");
    };
  }

  private static Instant lastActivity(Room room) {
    return room.last().map(message -> message.stamp().created()).orElse(room.made().created());
  }

  private static String type(Room room) {
    return room.isDirect() ? "direct" : "group";
  }

  private ObjectNode view(Room room, Person caller) {
    var title = room.other(caller).map(Person::displayName).orElse(room.title());
    var view =
        Json.object()
            .put("id", door.shownId(room))
            .put("title", title)
            .put("type", type(room))
            .put("isLocked", false)
            .put("created", StampManner.usualForm(room.made().created()))
            .put("creatorId", world.people().administrator().id())
            .put("ownerId", IdType.ORGANIZATION.of(world.people().organisation()))
            .put("isPublic", false)
            .put("isReadOnly", room.kind() == Room.Kind.READ_ONLY)
            .put("isAnnouncementOnly", room.kind() == Room.Kind.ANNOUNCEMENTS);
    activity(view, room);
    return view;
  }

  private void activity(ObjectNode view, Room room) {
    if (holds(NO_LAST_ACTIVITY, room)) {
      return;
    }
    if (holds(LAST_ACTIVITY_NONSENSE, room)) {
      view.put("lastActivity", "recently");
      return;
    }
    var stale = holds(LAST_ACTIVITY_STALE, room);
    var lags = holds(LAST_ACTIVITY_LAGS, room);
    var last =
        room.newestFirst().stream()
            .filter(message -> !stale && (!lags || isOld(message)))
            .map(message -> message.stamp().created())
            .findFirst()
            .orElse(room.made().created());
    view.put("lastActivity", StampManner.usualForm(last));
  }

  private boolean isOld(Message message) {
    var limit = world.clock().truth().minusMillis(manners.value(LAST_ACTIVITY_LAGS));
    return !message.stamp().stored().isAfter(limit);
  }

  private boolean holds(RoomManner manner, Room room) {
    var holds = manners.holdsFor(manner, room.uuid());
    if (holds) {
      manners.count(manner);
    }
    return holds;
  }
}
