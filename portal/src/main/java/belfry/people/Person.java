package belfry.people;

import belfry.platform.Profile;
import java.util.Locale;

/**
 * Somebody as lists show them.
 *
 * @param email in lower case; empty while unknown
 */
public record Person(String id, String name, String email) {

  /** The same person, written in another way. */
  Person under(String sameId) {
    return sameId.equals(id) ? this : new Person(sameId, name, email);
  }

  static Person of(Profile profile) {
    return new Person(profile.id(), profile.displayName(), address(profile.email()));
  }

  /** An address as it is kept and compared. */
  static String address(String email) {
    return email.strip().toLowerCase(Locale.ROOT);
  }
}
