package belfry.simulator.api;

import belfry.simulator.base.Operation;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Ids;
import belfry.simulator.directory.Principal;
import belfry.simulator.messages.Content;
import belfry.simulator.messages.Draft;
import belfry.simulator.messages.History;
import belfry.simulator.messages.Message;
import belfry.simulator.messages.Messages;
import belfry.simulator.messages.Room;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Problem;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** {@code /v1/messages}: platform-api.md 4. */
final class MessagesApi {
  private static final int USUAL_PAGE = 50;
  private static final int LARGEST_PAGE = 1_000;
  private static final int LARGEST_MENTIONS_PAGE = 100;

  /** The size of the one page of {@code /messages/direct}; no source shows it. */
  private static final int DIRECT_PAGE = 50;

  private final Directory directory;
  private final Messages messages;
  private final Rooms rooms;
  private final MessageView view;
  private final int unknownPersonStatus;

  MessagesApi(Platform platform, Rooms rooms) {
    directory = platform.directory();
    messages = platform.messages();
    this.rooms = rooms;
    view = new MessageView(directory);
    unknownPersonStatus = platform.unknownPersonStatus();
  }

  void addTo(Routes routes) {
    routes.on(Operation.MESSAGES_CREATE, this::create);
    routes.on(Operation.MESSAGES_EDIT, this::edit);
    routes.on(Operation.MESSAGES_DELETE, this::delete);
    routes.on(Operation.MESSAGES_DIRECT, this::direct);
    routes.on(Operation.MESSAGES_GET, this::get);
    routes.on(Operation.MESSAGES_LIST, this::list);
  }

  private Answer.Full create(Exchange exchange) {
    exchange.needs("spark:messages_write");
    var form = MessageForm.of(exchange.call());
    var room = destination(form, exchange.principal());
    var draft =
        new Draft(exchange.principal(), room, form.content(), parent(form, room), exchange.lag());
    return one(messages.post(draft), exchange);
  }

  private Room destination(MessageForm form, Principal author) {
    if (form.roomId() != null) {
      return writable(rooms.required(form.roomId(), author), author);
    }
    return conversation(form.toPersonId(), form.toPersonEmail(), author)
        .orElseThrow(this::noConversation);
  }

  private Room writable(Room room, Principal author) {
    if (room instanceof Room.Group(var index)) {
      var space = rooms.space(index);
      if (space.isReadOnly()) {
        throw new Problem(403, "This space is read-only.");
      }
      if (space.isAnnouncementOnly() && !space.isModerator(author)) {
        throw new Problem(403, "Only moderators can post in this announcement space.");
      }
    }
    return room;
  }

  /** The 1:1 room with whoever is named; empty when nobody is, or the author. */
  private Optional<Room> conversation(
      @Nullable String id, @Nullable String email, Principal author) {
    if (id != null && Ids.uuidOf("PEOPLE", id).isEmpty()) {
      throw new Problem(400, "Expect base64 ID or UUID.");
    }
    var named =
        id != null
            ? directory.principal(id)
            : Optional.ofNullable(email).flatMap(directory::principalByEmail);
    return named.filter(it -> !it.equals(author)).map(it -> Room.Direct.of(author, it));
  }

  private Problem noConversation() {
    return new Problem(unknownPersonStatus, "Failed to get one on one conversation");
  }

  private OptionalInt parent(MessageForm form, Room room) {
    if (form.parentId() == null) {
      return OptionalInt.empty();
    }
    var parent =
        messages
            .byId(form.parentId())
            .filter(it -> it.room().equals(room))
            .orElseThrow(() -> new Problem(400, "parentId names no message of this room."));
    return OptionalInt.of(parent.number());
  }

  private Answer.Full edit(Exchange exchange) {
    exchange.needs("spark:messages_write");
    var message = own(exchange);
    var fields = exchange.call().fields();
    if (!rooms.id(message.room()).equals(fields.get("roomId"))) {
      throw new Problem(400, "roomId is required and must be the room of the message.");
    }
    var before = message.words().content();
    if (!before.files().isEmpty() || before.card() != null) {
      throw new Problem(400, "A message with a file or a card cannot be edited.");
    }
    var after = new Content(fields.get("text"), fields.get("markdown"), List.of(), null);
    if (after.words().isEmpty()) {
      throw new Problem(400, "Both text and file cannot be empty.");
    }
    MessageForm.checkLength(after);
    var edited = messages.edit(message, after);
    return one(
        edited.orElseThrow(() -> new Problem(400, "A message can be edited at most 10 times.")),
        exchange);
  }

  private Answer.Full delete(Exchange exchange) {
    exchange.needs("spark:messages_write");
    messages.delete(own(exchange));
    return Answer.noContent();
  }

  private Answer.Full get(Exchange exchange) {
    exchange.needs("spark:messages_read");
    var message = readable(exchange);
    // "May 404 for a few seconds after creation in group rooms": platform-api.md 4.2.
    if (message.room() instanceof Room.Group && !messages.isVisible(message)) {
      throw notFound();
    }
    return one(message, exchange);
  }

  private Answer.Full direct(Exchange exchange) {
    exchange.needs("spark:messages_read");
    var call = exchange.call();
    var id = call.query("personId");
    var email = call.query("personEmail");
    if (id.isPresent() == email.isPresent()) {
      throw new Problem(400, "Provide only one destination in the personId and personEmail fields");
    }
    var room =
        conversation(id.orElse(null), email.orElse(null), exchange.principal())
            .filter(messages::exists)
            .orElseThrow(this::noConversation);
    exchange.reads(rooms.id(room));
    var asked =
        new History(OptionalLong.empty(), OptionalInt.empty(), thread(call), null, DIRECT_PAGE);
    return many(messages.history(room, asked), exchange);
  }

  private Answer.Full list(Exchange exchange) {
    exchange.needs("spark:messages_read");
    var call = exchange.call();
    var room =
        rooms.required(
            call.query("roomId").orElseThrow(() -> new Problem(400, "roomId is required.")),
            exchange.principal());
    var mentioned = mentioned(exchange, room);
    exchange.reads(rooms.id(room));
    var cap = mentioned.isPresent() ? LARGEST_MENTIONS_PAGE : LARGEST_PAGE;
    var size = Paging.size(call, "max", USUAL_PAGE, cap);
    var asked =
        new History(
            before(call),
            beforeMessage(call, room),
            thread(call),
            mentioned.orElse(null),
            size + 1);
    var found = messages.history(room, asked);
    var shown = found.stream().limit(size).toList();
    var page = many(shown, exchange);
    return found.size() > size && size > 0
        ? Paging.linked(page, call, "beforeMessage", shown.getLast().id())
        : page;
  }

  /** Bots see in a space only what mentions them, and must ask for just that. */
  private Optional<Principal> mentioned(Exchange exchange, Room room) {
    var asked = exchange.call().query("mentionedPeople");
    var self = exchange.principal();
    if (asked.isEmpty()) {
      if (exchange.caller().isBot() && room instanceof Room.Group) {
        throw new Problem(403, "Failed to get activity.");
      }
      return Optional.empty();
    }
    if (!asked.get().equals("me") && !asked.get().equals(directory.id(self))) {
      throw new Problem(403, "Failed to get activity.");
    }
    return Optional.of(self);
  }

  private static OptionalLong before(Call call) {
    var moment = call.query("before");
    return moment.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(Times.read(moment.get()).toEpochMilli());
  }

  private OptionalInt beforeMessage(Call call, Room room) {
    var id = call.query("beforeMessage");
    return id.isEmpty() ? OptionalInt.empty() : OptionalInt.of(inRoom(id.get(), room).number());
  }

  private OptionalInt thread(Call call) {
    var id = call.query("parentId").flatMap(messages::byId);
    return id.isEmpty() ? OptionalInt.empty() : OptionalInt.of(id.get().number());
  }

  private Message inRoom(String id, Room room) {
    return messages
        .byId(id)
        .filter(it -> it.room().equals(room))
        .orElseThrow(MessagesApi::notFound);
  }

  private Message readable(Exchange exchange) {
    return messages
        .byId(exchange.call().part("id"))
        .filter(it -> rooms.visible(rooms.id(it.room()), exchange.principal()).isPresent())
        .orElseThrow(MessagesApi::notFound);
  }

  private Message own(Exchange exchange) {
    var message = readable(exchange);
    if (!message.author().equals(exchange.principal())) {
      throw new Problem(403, "Only the author of a message can do this.");
    }
    return message;
  }

  private static Problem notFound() {
    return new Problem(404, "Could not find a message with provided ID.");
  }

  private Answer.Full one(Message message, Exchange exchange) {
    return Json.answer(200, json -> view.write(json, message, exchange.call().base()));
  }

  private Answer.Full many(List<Message> found, Exchange exchange) {
    return Json.answer(
        200,
        json -> {
          json.writeArrayFieldStart("items");
          for (var message : found) {
            json.writeStartObject();
            view.write(json, message, exchange.call().base());
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }
}
