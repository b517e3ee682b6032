package belfry.people;

import java.util.Map;

/**
 * One who gets a message of their own.
 *
 * @param id the platform's id of the person or room
 * @param email empty where unknown or where it is a room
 * @param values what is known of them alone, by name: the columns of a list
 */
public record Target(Kind kind, String id, String name, String email, Map<String, String> values) {
  public Target {
    values = Map.copyOf(values);
  }

  /** One of whom nothing else is known. */
  public Target(Kind kind, String id, String name, String email) {
    this(kind, id, name, email, Map.of());
  }

  /** Whether it is somebody's 1:1 room with the bot, or a space. */
  public enum Kind {
    PERSON,
    SPACE
  }

  static Target of(Person person) {
    return new Target(Kind.PERSON, person.id(), person.name(), person.email());
  }
}
