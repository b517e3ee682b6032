package belfry.standin.hooks;

import belfry.standin.answers.Json;
import belfry.standin.answers.Problem;
import belfry.standin.manners.StampManner;
import belfry.standin.messages.RoomDoor;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import belfry.standin.world.Access.Caller;
import belfry.standin.world.IdType;
import belfry.standin.world.Message;
import belfry.standin.world.Person;
import belfry.standin.world.Seeded;
import belfry.standin.world.World;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** {@code /v1/attachment/actions}: presses, which can be read one by one and not listed. */
public final class Actions {
  private final World world;
  private final RoomDoor door;
  private final Seeded seeded;
  private final Map<UUID, Action> byId = new ConcurrentHashMap<>();

  public Actions(World world, RoomDoor door, long seed) {
    this.world = world;
    this.door = door;
    // Of its own, so that the people and tokens of a seed stay as they are.
    seeded = new Seeded(seed ^ 0x0AC7_1045);
  }

  /** Somebody presses a button of a card. */
  public Action press(Person person, Message message, ObjectNode inputs) {
    if (!message.room().has(person) || message.content().cards().isEmpty()) {
      throw Problem.of(400, "There is no card to press for them.");
    }
    var action = new Action(seeded.uuid(), person, message, inputs, world.clock().now());
    byId.put(action.uuid(), action);
    return action;
  }

  /** {@code GET /v1/attachment/actions/{id}}, for whoever is in the room. */
  public Reply answer(Caller caller, Request request) {
    if (request.segments().size() != 4 || request.segment(2).filter("actions"::equals).isEmpty()) {
      throw Problem.notFound();
    }
    if (!request.method().equals("GET")) {
      throw Problem.notAllowed();
    }
    return request
        .segment(3)
        .flatMap(IdType::uuidIn)
        .flatMap(id -> Optional.ofNullable(byId.get(id)))
        .filter(action -> action.message().room().has(caller.person()))
        .map(action -> Json.reply(view(action)))
        .orElseThrow(Problem::notFound);
  }

  private ObjectNode view(Action action) {
    var view = told(action);
    view.set("inputs", action.inputs());
    return view;
  }

  /** What a webhook tells of it: all but what was sent. */
  ObjectNode told(Action action) {
    return Json.object()
        .put("id", action.id())
        .put("type", "submit")
        .put("messageId", action.message().id())
        .put("personId", action.person().id())
        .put("roomId", door.shownId(action.message().room()))
        .put("created", StampManner.usualForm(action.created()));
  }
}
