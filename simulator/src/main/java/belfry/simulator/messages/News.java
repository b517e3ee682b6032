package belfry.simulator.messages;

import belfry.simulator.directory.Principal;

/** Something that happened to a message, for whoever listens. */
public sealed interface News {
  Message message();

  /** Whoever did it. */
  default Principal actor() {
    return message().author();
  }

  /** A message was stored. */
  record Said(Message message) implements News {}

  /** A message was edited. */
  record Edited(Message message) implements News {}

  /** A message was deleted. */
  record Deleted(Message message) implements News {}

  /** A button of the message's card was pressed. */
  record Pressed(Action action) implements News {
    @Override
    public Message message() {
      return action.message();
    }

    @Override
    public Principal actor() {
      return action.person();
    }
  }
}
