package belfry.simulator.api;

import belfry.simulator.directory.Principal;
import belfry.simulator.messages.Action;
import belfry.simulator.messages.Actions;
import belfry.simulator.wire.Problem;
import com.fasterxml.jackson.databind.JsonNode;

/** Presses the buttons of cards, whoever asks for it: the API, a test or a page. */
public final class Cards {
  private final Rooms rooms;
  private final Actions actions;

  public Cards(Platform platform) {
    this(platform, new Rooms(platform));
  }

  Cards(Platform platform, Rooms rooms) {
    this.rooms = rooms;
    actions = platform.actions();
  }

  public Action press(Principal person, String messageId, JsonNode inputs) {
    if (!(person instanceof Principal.Person)) {
      throw new Problem(403, "It takes a person to press a button.");
    }
    var message = rooms.message(messageId, person);
    if (message.words().content().card() == null) {
      throw new Problem(400, "The message has no card.");
    }
    if (!inputs.isObject()) {
      throw new Problem(400, "inputs must be a JSON object.");
    }
    return actions.add(message, person, inputs.toString());
  }
}
