package belfry.people;

/**
 * One who gets a message of their own.
 *
 * @param id the platform's id of the person or room
 * @param email empty where unknown or where it is a room
 */
public record Target(Kind kind, String id, String name, String email) {
  /** Whether it is somebody's 1:1 room with the bot, or a space. */
  public enum Kind {
    PERSON,
    SPACE
  }

  static Target of(Person person) {
    return new Target(Kind.PERSON, person.id(), person.name(), person.email());
  }
}
