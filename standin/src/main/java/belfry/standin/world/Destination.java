package belfry.standin.world;

/** Where a message is sent. */
public sealed interface Destination {
  /** Into the conversation of two, which is opened with the first message. */
  record ToPerson(Person person, boolean byAddress) implements Destination {}

  /** Into a room that is there already. */
  record ToRoom(Room room) implements Destination {}
}
