package belfry.people.audience;

import belfry.people.directory.Person;
import belfry.platform.ids.PersonId;
import java.util.Map;

/**
 * A recipient of a message: a person or a space.
 *
 * @param id the platform's id of the person or room
 * @param email empty if unknown, and for a room
 * @param values this recipient's own values by folded name, such as the columns of a list
 */
public record Target(Kind kind, String id, String name, String email, Map<String, String> values) {
  public Target {
    values = Map.copyOf(values);
  }

  /** A recipient without values of their own. */
  public Target(Kind kind, String id, String name, String email) {
    this(kind, id, name, email, Map.of());
  }

  /** Whether it is a person's 1:1 conversation with the bot, or a space. */
  public enum Kind {
    PERSON,
    SPACE
  }

  /** The same one, of whom this is known too. */
  public Target with(Map<String, String> known) {
    return new Target(kind, id, name, email, known);
  }

  /** Somebody of whom no more is known than the address. */
  public static Target at(String email) {
    return new Target(Kind.PERSON, notFound(email), email, email);
  }

  /** The same one, of whom no more is said than the address. */
  public Target addressed() {
    return at(email).with(values);
  }

  /** The id of somebody who was not found by this address. */
  public static String notFound(String email) {
    return PersonId.at(email).value();
  }

  static Target of(Person person) {
    return new Target(Kind.PERSON, person.id().value(), person.name(), person.email());
  }
}
