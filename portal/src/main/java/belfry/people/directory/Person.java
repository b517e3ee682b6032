package belfry.people.directory;

import belfry.base.Bare;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;

/**
 * A person as shown in lists.
 *
 * @param email in lower case; empty while unknown
 */
public record Person(PersonId id, String name, String email) {
  /** The same person under another form of the id. */
  Person under(PersonId sameId) {
    return sameId.equals(id) ? this : new Person(sameId, name, email);
  }

  /** The same person, reached at this address. */
  public Person at(String address) {
    return new Person(id, name, address);
  }

  public static Person of(Profile profile) {
    return new Person(profile.id(), profile.displayName(), address(profile.email()));
  }

  /** An address in the form in which it is stored and compared. */
  public static String address(String email) {
    return Bare.address(email);
  }
}
