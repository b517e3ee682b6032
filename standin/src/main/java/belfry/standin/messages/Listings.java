package belfry.standin.messages;

import belfry.standin.answers.Json;
import belfry.standin.answers.Links;
import belfry.standin.answers.Numbers;
import belfry.standin.answers.Problem;
import belfry.standin.manners.Manner;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Fields;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import belfry.standin.world.Access.Caller;
import belfry.standin.world.Mention;
import belfry.standin.world.Message;
import belfry.standin.world.World;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** {@code GET /messages} and {@code GET /messages/direct}. */
final class Listings {
  private static final int USUAL = 50;
  private static final int MOST = 1000;
  private static final int MOST_WITH_MENTIONS = 100;

  private final World world;
  private final RoomDoor door;
  private final MessageViews views;
  private final Selection selection;
  private final Pages pages;
  private final Missing missing;
  private final ListReplies replies;
  private final ListCache cache;

  Listings(World world, RoomDoor door, MessageViews views, Switchboard<Manner> manners) {
    this.world = world;
    this.door = door;
    this.views = views;
    selection = new Selection(world, manners);
    pages = new Pages(manners);
    missing = new Missing(manners, world.clock());
    replies = new ListReplies(manners, new ItemOddities(manners, world.clock()));
    cache = new ListCache(manners, world.clock());
  }

  /** What two have written to each other; no pages, as far as anybody has told. */
  Reply direct(Caller caller, Request request) {
    var personId = request.query().value("personId");
    var email = request.query().value("personEmail");
    if (personId.isPresent() == email.isPresent()) {
      throw Problem.of(400, "Provide only one destination in the personId and personEmail fields");
    }
    personId.ifPresent(Letters::checkId);
    return answered(
        caller,
        request,
        () ->
            personId
                .flatMap(world.people()::byId)
                .or(() -> email.flatMap(world.people()::byEmail))
                .flatMap(person -> world.rooms().directIfAny(caller.person(), person))
                .filter(room -> !missing.hides(room, personId.isPresent()))
                .map(room -> selection.ofTwo(room, caller.person()))
                .map(found -> page(found, caller, request, USUAL, pages.areForced()))
                .orElseGet(() -> missing.reply(Letters.NO_CONVERSATION)));
  }

  /** What was written in one room. */
  Reply inRoom(Caller caller, Request request) {
    var query = request.query();
    var roomId = query.value("roomId").orElseThrow(() -> Problem.of(400, "roomId is required."));
    Letters.checkId(roomId);
    var mentions = query.value("mentionedPeople");
    var most = mentions.isPresent() ? MOST_WITH_MENTIONS : MOST;
    var max = Math.min(most, Numbers.atLeast(1, query, "max", USUAL));
    return answered(
        caller,
        request,
        () -> {
          var room = door.find(roomId, caller.person());
          if (room.isEmpty()) {
            return missing.reply(Letters.NO_ROOM);
          }
          if (!room.get().isDirect() && caller.person().isBot() && !isOwn(mentions, caller)) {
            throw Problem.of(403, "Failed to get activity.");
          }
          return page(selection.of(room.get(), caller.person()), caller, request, max, true);
        });
  }

  private static boolean isOwn(Optional<String> mentions, Caller caller) {
    return mentions
        .filter(whom -> whom.equals("me") || whom.equals(caller.person().id()))
        .isPresent();
  }

  private Reply answered(Caller caller, Request request, Supplier<Reply> listing) {
    return replies
        .instead()
        .or(() -> pages.insteadOfLater(request))
        .orElseGet(() -> cache.get(caller.token() + " " + request.target(), listing));
  }

  private Reply page(List<Message> shown, Caller caller, Request request, int max, boolean named) {
    var found = shown.stream().filter(wanted(request.query(), caller)).toList();
    var page = pages.cut(found, request, max);
    var reply = replies.of(views(page.messages()));
    return page.next().filter(_ -> named).map(next -> Links.to(reply, next)).orElse(reply);
  }

  private List<ObjectNode> views(List<Message> messages) {
    return messages.stream().map(views::listed).collect(Collectors.toList());
  }

  private Predicate<Message> wanted(Fields query, Caller caller) {
    Predicate<Message> wanted = _ -> true;
    var before = query.value("before").map(Listings::time);
    if (before.isPresent()) {
      wanted = wanted.and(message -> message.stamp().created().isBefore(before.get()));
    }
    var beforeMessage = query.value("beforeMessage");
    if (beforeMessage.isPresent()) {
      var limit = world.office().byId(beforeMessage.get()).orElseThrow(Problem::notFound);
      wanted = wanted.and(message -> message.uuid().timestamp() < limit.uuid().timestamp());
    }
    var parent = query.value("parentId");
    if (parent.isPresent()) {
      wanted = wanted.and(message -> message.content().parent().equals(parent));
    }
    return query.value("mentionedPeople").isPresent()
        ? wanted.and(message -> mentions(message, caller))
        : wanted;
  }

  private boolean mentions(Message message, Caller caller) {
    return Mention.in(message.content().markdown().orElse("")).stream()
        .anyMatch(one -> one.person(world.people()).filter(caller.person()::equals).isPresent());
  }

  private static Instant time(String written) {
    try {
      return OffsetDateTime.parse(written).toInstant();
    } catch (DateTimeException _) {
      throw Problem.of(400, "before must be a time.");
    }
  }

  /** {@code GET /messages/{id}}. */
  Reply one(Caller caller, String id) {
    var message =
        world
            .office()
            .byId(id)
            .filter(found -> found.room().has(caller.person()))
            .filter(selection::shows)
            .orElseThrow(Problem::notFound);
    return Json.reply(views.listed(message));
  }
}
