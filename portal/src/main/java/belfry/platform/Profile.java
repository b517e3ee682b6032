package belfry.platform;

import belfry.platform.ids.PersonId;
import java.util.List;

/**
 * A person or bot as the platform knows them.
 *
 * @param emails the addresses, as far as the platform says them
 * @param avatar address of the picture; empty if there is none
 * @param firstName empty if the platform did not say
 * @param lastName likewise
 * @param organisation the id of their organization; empty if the platform did not say
 */
public record Profile(
    PersonId id,
    String displayName,
    List<String> emails,
    String avatar,
    String firstName,
    String lastName,
    String organisation) {
  public Profile {
    emails = List.copyOf(emails);
  }

  /** Somebody about whom no more is known. */
  public Profile(PersonId id, String displayName, String email, String avatar) {
    this(id, displayName, email.isEmpty() ? List.of() : List.of(email), avatar, "", "", "");
  }

  /** The first address; empty if the platform did not say. */
  public String email() {
    return emails.isEmpty() ? "" : emails.getFirst();
  }

  /** The same person under another form of the id. */
  Profile under(PersonId sameId) {
    return new Profile(sameId, displayName, emails, avatar, firstName, lastName, organisation);
  }
}
