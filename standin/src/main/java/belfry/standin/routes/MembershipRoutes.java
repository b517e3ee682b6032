package belfry.standin.routes;

import belfry.standin.answers.Json;
import belfry.standin.answers.Numbers;
import belfry.standin.answers.Problem;
import belfry.standin.manners.StampManner;
import belfry.standin.messages.RoomDoor;
import belfry.standin.wire.Fields;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import belfry.standin.world.Access.Caller;
import belfry.standin.world.IdType;
import belfry.standin.world.Person;
import belfry.standin.world.Room;
import belfry.standin.world.World;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** {@code /v1/memberships}: who is in which room. */
public final class MembershipRoutes {
  private static final int USUAL = 100;
  private static final int MOST = 1000;

  private final World world;
  private final RoomDoor door;

  /** One person in one room. */
  private record Membership(Room room, Person person) {}

  public MembershipRoutes(World world, RoomDoor door) {
    this.world = world;
    this.door = door;
  }

  public Reply answer(Caller caller, Request request) {
    if (request.segments().size() > 2) {
      throw Problem.notFound();
    }
    return switch (request.method()) {
      case "GET" -> list(caller, request);
      case "POST" -> admit(caller, request);
      default -> throw Problem.notAllowed();
    };
  }

  private Reply list(Caller caller, Request request) {
    var query = request.query();
    var max = Math.min(MOST, Numbers.atLeast(1, query, "max", USUAL));
    return Slices.of(found(caller, query), request, max, this::view);
  }

  private List<Membership> found(Caller caller, Fields query) {
    var asksForPerson =
        query.value("personId").isPresent() || query.value("personEmail").isPresent();
    var roomId = query.value("roomId");
    if (roomId.isEmpty()) {
      if (asksForPerson) {
        throw Problem.of(400, "roomId must be given with personId or personEmail.");
      }
      return world.rooms().of(caller.person()).stream()
          .map(room -> new Membership(room, caller.person()))
          .toList();
    }
    var room = room(roomId.get(), caller);
    var person = person(query);
    return room.members().stream()
        .filter(member -> !asksForPerson || person.equals(Optional.of(member)))
        .sorted(Comparator.comparing(Person::uuid))
        .map(member -> new Membership(room, member))
        .toList();
  }

  private Reply admit(Caller caller, Request request) {
    var body = Json.read(request.body());
    var room = room(body.path("roomId").asText(), caller);
    var fields =
        Fields.NONE
            .with("personId", body.path("personId").asText())
            .with("personEmail", body.path("personEmail").asText());
    var person = person(fields).orElseThrow(Problem::notFound);
    if (room.isDirect()) {
      throw Problem.of(403, "A conversation of two stays one.");
    }
    if (!world.rooms().admit(room, person)) {
      throw Problem.of(409, "Person is already in the room.");
    }
    return Json.reply(view(new Membership(room, person)));
  }

  private Room room(String id, Caller caller) {
    return door.find(id, caller.person())
        .orElseThrow(() -> Problem.of(404, "Could not find a room with provided ID."));
  }

  private Optional<Person> person(Fields fields) {
    return fields
        .value("personId")
        .flatMap(world.people()::byId)
        .or(() -> fields.value("personEmail").flatMap(world.people()::byEmail));
  }

  private ObjectNode view(Membership one) {
    var person = one.person();
    var room = one.room();
    return Json.object()
        .put("id", IdType.MEMBERSHIP.of(person.uuid() + ":" + room.uuid()))
        .put("roomId", door.shownId(room))
        .put("personId", person.id())
        .put("personEmail", person.email())
        .put("personDisplayName", person.displayName())
        .put("personOrgId", IdType.ORGANIZATION.of(world.people().organisation(person)))
        .put("isModerator", false)
        .put("isMonitor", false)
        .put("roomType", room.isDirect() ? "direct" : "group")
        .put("created", StampManner.usualForm(room.made().created()));
  }
}
