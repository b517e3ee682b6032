package belfry.standin.hooks;

import belfry.standin.world.IdType;
import belfry.standin.world.Message;
import belfry.standin.world.Person;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.UUID;

/** A press of a button in the card of a message, and what it sent. */
public record Action(
    UUID uuid, Person person, Message message, ObjectNode inputs, Instant created) {
  public String id() {
    return IdType.ATTACHMENT_ACTION.of(uuid);
  }
}
