package belfry.standin.messages;

import belfry.standin.answers.Json;
import belfry.standin.answers.Problem;
import belfry.standin.manners.Manner;
import belfry.standin.switches.Faults;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Answer;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import belfry.standin.world.Access.Caller;
import belfry.standin.world.Message;
import belfry.standin.world.World;
import java.util.Optional;

/** {@code /v1/messages} and what is below. */
public final class MessageRoutes {
  private static final int MOST_EDITS = 10;

  private final World world;
  private final RoomDoor door;
  private final MessageViews views;
  private final PostRoute posting;
  private final Listings listings;

  public MessageRoutes(
      World world, RoomDoor door, SendLimits limits, Faults faults, Switchboard<Manner> manners) {
    this.world = world;
    this.door = door;
    views = new MessageViews(world, door, manners);
    var answers = new PostAnswers(world, views, manners);
    var letters = new Letters(world, door);
    posting = new PostRoute(limits, letters, world.office(), faults, manners, answers);
    listings = new Listings(world, door, views, manners);
  }

  public Answer answer(Caller caller, Request request) {
    if (request.segments().size() > 3) {
      throw Problem.notFound();
    }
    var id = request.segment(2);
    if (id.isEmpty()) {
      return switch (request.method()) {
        case "GET" -> listings.inRoom(caller, request);
        case "POST" -> posting.post(caller, request);
        default -> throw Problem.notAllowed();
      };
    }
    return switch (request.method()) {
      case "GET" ->
          id.get().equals("direct")
              ? listings.direct(caller, request)
              : listings.one(caller, id.get());
      case "PUT" -> edit(own(caller, id.get()), caller, request);
      case "DELETE" -> {
        world.office().takeBack(own(caller, id.get()));
        yield Reply.empty(204);
      }
      default -> throw Problem.notAllowed();
    };
  }

  private Message own(Caller caller, String id) {
    var message =
        world
            .office()
            .byId(id)
            .filter(found -> found.room().has(caller.person()))
            .orElseThrow(Problem::notFound);
    if (!message.author().equals(caller.person())) {
      throw Problem.of(403, "Only the author of a message can change or delete it.");
    }
    return message;
  }

  private Reply edit(Message message, Caller caller, Request request) {
    var draft = Draft.of(request);
    var named = draft.value("roomId").flatMap(id -> door.find(id, caller.person()));
    if (!named.equals(Optional.of(message.room()))) {
      throw Problem.of(400, "roomId must be that of the message.");
    }
    var text = draft.value("text");
    var markdown = draft.value("markdown");
    if (draft.value("html").isPresent() || (text.isEmpty() && markdown.isEmpty())) {
      throw Problem.of(400, "Either text or markdown must be given.");
    }
    Letters.checkLength(text);
    Letters.checkLength(markdown);
    if (message.content().file().isPresent() || !message.content().cards().isEmpty()) {
      throw Problem.of(400, "Messages with files or cards cannot be edited.");
    }
    if (world.office().edits(message) >= MOST_EDITS) {
      throw Problem.of(400, "A message can be edited ten times.");
    }
    return Json.reply(views.posted(world.office().reword(message, text, markdown)));
  }
}
