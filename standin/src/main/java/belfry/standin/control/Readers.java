package belfry.standin.control;

import belfry.standin.answers.Json;
import belfry.standin.answers.Problem;
import belfry.standin.hooks.Actions;
import belfry.standin.hooks.Webhooks;
import belfry.standin.messages.RoomDoor;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import belfry.standin.world.Content;
import belfry.standin.world.Destination;
import belfry.standin.world.Letter;
import belfry.standin.world.Message;
import belfry.standin.world.Person;
import belfry.standin.world.World;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Optional;

/** What readers do, as a trial wishes: they write back, and press buttons. */
public final class Readers {
  private final World world;
  private final RoomDoor door;
  private final Actions actions;
  private final Webhooks webhooks;

  public Readers(World world, RoomDoor door, Actions actions, Webhooks webhooks) {
    this.world = world;
    this.door = door;
    this.actions = actions;
    this.webhooks = webhooks;
  }

  /** Somebody writes to a bot, or in the thread of a message. */
  Reply say(Request request) {
    var body = Json.read(request.body());
    var person = person(body);
    var parent = Optional.of(body.path("parentId").asText()).filter(id -> !id.isEmpty());
    var to =
        parent
            .map(this::message)
            .<Destination>map(message -> new Destination.ToRoom(message.room()))
            .orElseGet(() -> new Destination.ToPerson(bot(body.path("bot").asInt()), false));
    var content =
        new Content(
            Optional.empty(),
            Optional.of(body.path("markdown").asText()),
            Optional.empty(),
            List.of(),
            parent);
    var letter = new Letter(person, to, content, world.clock().now());
    var message = world.office().store(letter, Message.Origin.FOREIGN);
    return Json.reply(
        Json.object().put("id", message.id()).put("roomId", door.shownId(message.room())));
  }

  /** Somebody presses a button of a card, which sends this. */
  Reply press(Request request) {
    var body = Json.read(request.body());
    var inputs = body.path("inputs") instanceof ObjectNode sent ? sent : Json.object();
    var action = actions.press(person(body), message(body.path("messageId").asText()), inputs);
    webhooks.tell(action);
    return Json.reply(Json.object().put("id", action.id()));
  }

  /** Of what somebody was told. */
  Reply told() {
    var ids = webhooks.confirmed().stream().map(TextNode::valueOf).toList();
    return Json.reply(
        Json.object().put("refused", webhooks.refused()).set("confirmed", Json.array(ids)));
  }

  private Person person(ObjectNode body) {
    return world.people().byEmail(body.path("email").asText()).orElseThrow(Problem::notFound);
  }

  private Person bot(int number) {
    return world.people().bots().stream().skip(number).findFirst().orElseThrow(Problem::notFound);
  }

  private Message message(String id) {
    return world.office().byId(id).orElseThrow(Problem::notFound);
  }
}
