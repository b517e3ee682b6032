package belfry.people;

import belfry.platform.PersonId;
import belfry.platform.Profile;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A person as shown in lists.
 *
 * @param email in lower case; empty while unknown
 */
public record Person(PersonId id, String name, String email) {
  private static final Pattern ADDRESS = Pattern.compile("[^\\s@<>,;]{1,64}@[^\\s@<>,;]{1,190}");

  /** The same person under another form of the id. */
  Person under(PersonId sameId) {
    return sameId.equals(id) ? this : new Person(sameId, name, email);
  }

  /** The same person, reached at this address. */
  Person at(String address) {
    return new Person(id, name, address);
  }

  static Person of(Profile profile) {
    return new Person(profile.id(), profile.displayName(), address(profile.email()));
  }

  /** Whether it is written like an e-mail address. */
  public static boolean isAddress(String text) {
    return ADDRESS.matcher(text).matches();
  }

  /** An address in the form in which it is stored and compared. */
  public static String address(String email) {
    return email.strip().toLowerCase(Locale.ROOT);
  }
}
