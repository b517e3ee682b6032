package belfry.simulator.api;

import belfry.simulator.base.Operation;
import belfry.simulator.directory.Directory;
import belfry.simulator.messages.Action;
import belfry.simulator.messages.Actions;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Problem;
import belfry.simulator.wire.Times;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** {@code /v1/attachment/actions}: what people sent with the buttons of cards. */
final class ActionsApi {
  private final Directory directory;
  private final Actions actions;
  private final Rooms rooms;
  private final Cards cards;

  ActionsApi(Platform platform, Rooms rooms) {
    directory = platform.directory();
    actions = platform.actions();
    this.rooms = rooms;
    cards = new Cards(platform, rooms);
  }

  void addTo(Routes routes) {
    routes.on(Operation.ACTIONS_CREATE, this::create);
    routes.on(Operation.ACTIONS_GET, this::get);
  }

  /** 202 as in the specification: platform-api.md 1. */
  private Answer.Full create(Exchange exchange) {
    exchange.needs("spark:messages_write");
    var form = exchange.call().json();
    if (!form.path("type").asText().equals("submit")) {
      throw new Problem(400, "The type of an attachment action is submit.");
    }
    var inputs = form.has("inputs") ? form.path("inputs") : JsonNodeFactory.instance.objectNode();
    var messageId = form.path("messageId").asText();
    return view(202, cards.press(exchange.principal(), messageId, inputs));
  }

  private Answer.Full get(Exchange exchange) {
    exchange.needs("spark:messages_read");
    return actions
        .byId(exchange.call().part("id"))
        .filter(it -> rooms.isVisible(it.message().room(), exchange.principal()))
        .map(it -> view(200, it))
        .orElseThrow(
            () -> new Problem(404, "Could not find an attachment action with provided ID."));
  }

  private Answer.Full view(int status, Action action) {
    return Json.answer(
        status,
        json -> {
          json.writeStringField("id", action.id());
          json.writeStringField("type", "submit");
          json.writeStringField("messageId", action.message().id());
          json.writeFieldName("inputs");
          json.writeRawValue(action.inputs());
          json.writeStringField("personId", directory.id(action.person()));
          json.writeStringField("roomId", rooms.id(action.message().room()));
          json.writeStringField("created", Times.written(action.created()));
        });
  }
}
