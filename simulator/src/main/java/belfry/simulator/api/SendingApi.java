package belfry.simulator.api;

import belfry.simulator.base.Operation;
import belfry.simulator.messages.Content;
import belfry.simulator.messages.Draft;
import belfry.simulator.messages.Message;
import belfry.simulator.messages.Messages;
import belfry.simulator.messages.Room;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Problem;
import java.util.List;
import java.util.OptionalInt;

/** What changes {@code /v1/messages}: platform-api.md 4. */
final class SendingApi {
  private final Messages messages;
  private final Rooms rooms;
  private final MessageView view;

  SendingApi(Platform platform, Rooms rooms) {
    messages = platform.messages();
    this.rooms = rooms;
    view = new MessageView(platform.directory());
  }

  void addTo(Routes routes) {
    routes.on(Operation.MESSAGES_CREATE, this::create);
    routes.on(Operation.MESSAGES_EDIT, this::edit);
    routes.on(Operation.MESSAGES_DELETE, this::delete);
  }

  private Answer.Full create(Exchange exchange) {
    exchange.needs("spark:messages_write");
    var author = exchange.principal();
    var form = MessageForm.of(exchange.call());
    var room =
        form.roomId() != null
            ? rooms.writable(form.roomId(), author)
            : rooms.conversation(form.toPersonId(), form.toPersonEmail(), author);
    var draft = new Draft(author, room, form.content(), parent(form, room), exchange.lag(), false);
    return view.posted(messages.post(draft), form, exchange.call());
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
    MessageForm.check(after);
    var edited =
        messages
            .edit(message, after)
            .orElseThrow(() -> new Problem(400, "A message can be edited at most 10 times."));
    return view.one(edited, exchange.call());
  }

  private Answer.Full delete(Exchange exchange) {
    exchange.needs("spark:messages_write");
    messages.delete(own(exchange));
    return Answer.noContent();
  }

  private Message own(Exchange exchange) {
    var message = rooms.message(exchange.call().part("id"), exchange.principal());
    if (!message.author().equals(exchange.principal())) {
      throw new Problem(403, "Only the author of a message can do this.");
    }
    return message;
  }
}
